import type { Clinic } from '#domain/clinic.ts'
import type { SiteService } from './catalogue.ts'

/** What the public pages are rendered from; the browser gets the same. */
export type PageData = {
  clinic: Clinic
  /** Null while the catalogue cannot be read. */
  services: SiteService[] | null
  year: number
  publicUrl?: string
  timeZone: string
}

type Render = (data: PageData) => Promise<{ html: string; head: string }>

/** The two public pages, by address. */
export type Renderer = { '/': Render; '/aviso-de-privacidad': Render }

export type PublicPath = keyof Renderer

export function isPublicPath(path: string): path is PublicPath {
  return path === '/' || path === '/aviso-de-privacidad'
}

/** Reads what the landing's server entry exports. Throws when it is not what we know. */
export function toRenderer(module: unknown): Renderer {
  return {
    '/': renderFunction(module, 'render'),
    '/aviso-de-privacidad': renderFunction(module, 'renderPrivacy'),
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

/** What the browser needs to know of a page: the notice's text is long and only its own page's. */
export function forBrowser(path: PublicPath, data: PageData): PageData {
  if (path !== '/') return data
  return { ...data, clinic: { ...data.clinic, privacy: { ...data.clinic.privacy, paragraphs: [] } } }
}

/** Puts a rendered page and its data into the template. Replacements are functions: text may contain `$&`. */
export function fill(template: string, page: { html: string; head: string }, data: PageData): string {
  const script = `<script type="application/json" id="landing-data">${escapeJson(data)}</script>`
  return template.replace('<!--head-->', () => page.head).replace('<!--landing-->', () => page.html + script)
}

/** JSON that cannot end its script element nor begin a comment in it. */
function escapeJson(data: PageData): string {
  const codes: Record<string, string> = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' }
  return JSON.stringify(data).replace(/[<\u2028\u2029]/g, (sign) => codes[sign] ?? sign)
}
