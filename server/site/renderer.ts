import { privacyPath } from '#domain/addresses.ts'
import type { Clinic } from '#domain/clinic.ts'
import type { SiteService } from './catalogue.ts'
import type { SiteHours } from './hours.ts'

/** The data of the public pages. */
export type PageData = {
  clinic: Clinic
  /** Null while the catalogue cannot be read. */
  services: SiteService[] | null
  /** Null while they cannot be read. */
  hours: SiteHours | null
  year: number
  publicUrl?: string
  timeZone: string
}

type Render = (data: PageData) => Promise<{ html: string; head: string }>

/** The two public pages, by address. */
export type Renderer = { '/': Render; [privacyPath]: Render }

export type PublicPath = keyof Renderer

export function isPublicPath(path: string): path is PublicPath {
  return path === '/' || path === privacyPath
}

/** Checks the exports of the landing page's server entry. Throws when they are not the expected ones. */
export function toRenderer(module: unknown): Renderer {
  return {
    '/': renderFunction(module, 'render'),
    [privacyPath]: renderFunction(module, 'renderPrivacy'),
  }
}

function renderFunction(module: unknown, name: string): Render {
  const render: unknown =
    typeof module === 'object' && module !== null ? Reflect.get(module, name) : undefined
  if (typeof render !== 'function') throw new Error(`The landing's server entry has no ${name}()`)
  return async (data) => {
    const page: unknown = await render(data)
    const { html, head } = { html: undefined, head: undefined, ...(typeof page === 'object' ? page : {}) }
    if (typeof html !== 'string' || typeof head !== 'string') throw new Error(`${name}() gave no page`)
    return { html, head }
  }
}

/** Puts a rendered page into the template. Replacements are functions, because text may contain `$&`. */
export function fill(template: string, page: { html: string; head: string }): string {
  return template.replace('<!--head-->', () => page.head).replace('<!--landing-->', () => page.html)
}
