import { dayInZone } from '#domain/days.ts'
import { phoneForms } from '#domain/phone.ts'
import type { ClinicNow } from '#server/clinic.ts'
import type { AddressOf } from '#server/http/address.ts'
import type { Service } from '#server/identity.ts'
import type { ReadServices } from './catalogue.ts'
import type { ReadClinicImage } from './clinic-images.ts'
import type { Body, SiteFile } from './files.ts'
import { escaped, findable } from './findable.ts'
import type { ReadHours } from './hours.ts'
import { offlinePage, offlinePath, textFont, webManifest, worker } from './installable.ts'
import { fill, isPublicPath, type PageData, type PublicPath, type Renderer } from './renderer.ts'
import { bodyOf, respond } from './respond.ts'
import { securityTxt } from './security-txt.ts'

/** Where the pages come from: the build, or Vite while developing. */
export type Source = {
  files: Map<string, SiteFile>
  template(name: 'index' | 'portal' | PlainPage, path: string): Promise<string>
  renderer(): Promise<Renderer>
  /** Whether pages may be cached; false in development. */
  stable: boolean
}

type Parts = {
  source: Source
  addressOf: AddressOf
  clinic: ClinicNow
  facts: Omit<PageData, 'clinic' | 'services' | 'hours' | 'year'>
  readServices: ReadServices
  readHours: ReadHours
  readImage: ReadClinicImage
  now?: () => Date
}

const portalPath =
  /^\/(?:recuperar-contrasena|dashboard(?:\/.*)?|invoice\/[^/]+|admin-control-panel-[^/]+(?:\/.*)?)$/
/**
 * Pages of their own, outside of the portal: behind the QR codes of receipts, reports, shared studies and practices and behind links of
 * appointments and of activation, whose addresses only whoever got one knows, and the state of a request.
 */
const plainPath = /^\/(?:(recibo|informe|compartido|cita|activar|orden)\/[^/]+|(solicitud))$/
const plainPages = ['recibo', 'informe', 'compartido', 'cita', 'activar', 'solicitud', 'orden'] as const
type PlainPage = (typeof plainPages)[number]
/** Whoever opens such an address may act for a patient: no browser keeps it. */
const unstored: readonly PlainPage[] = ['cita', 'activar']
const html = 'text/html; charset=utf-8'
const script = 'text/javascript; charset=utf-8'
/** A change shows within a minute: at most half of it is cached here, half in the browser. */
const keptSeconds = 30
/** How soon the catalogue is read again after a failure. */
const retrySeconds = 5

/** A public page, what it was rendered `from`, and whether that is `whole`, with prices and hours. */
type Page = { body: Body; whole: boolean; from: string }

/** The public pages, the portal and their files; any other address gets the portal's 404. */
export function createSite(parts: Parts): Service {
  const { source, now = () => new Date() } = parts
  const kept = new Map<PublicPath, { page: Promise<Page>; since: number }>()
  const portal = new Map<string, Promise<Body>>()

  /** The page before serves again while it would be the same: rendering and compressing take a quarter of a second. */
  async function render(
    path: PublicPath,
    read: Pick<PageData, 'services' | 'hours'>,
    before?: Page,
  ): Promise<Page> {
    const [renderer, clinic, template] = await Promise.all([
      source.renderer(),
      parts.clinic(),
      source.template('index', path),
    ])
    const today = dayInZone(now(), parts.facts.timeZone)
    const data: PageData = { ...parts.facts, clinic, ...read, year: Number(today.slice(0, 4)) }
    const from = JSON.stringify([today, data])
    if (source.stable && before?.from === from) return before
    const body = await bodyOf(fill(template, await renderer[path](data)))
    return { body, whole: read.services !== null, from }
  }

  /**
   * Cached for `keptSeconds`. While catalogue and hours cannot be read, shows an older page, or one without them if there
   * is none, and soon reads again.
   */
  async function publicPage(path: PublicPath): Promise<Page> {
    const old = kept.get(path)
    const time = now().getTime()
    if (old && source.stable && time - old.since < keptSeconds * 1000) return old.page
    const page = Promise.all([parts.readServices(), parts.readHours()])
      .then(async ([services, hours]) =>
        render(path, { services, hours }, await old?.page.catch(() => undefined)),
      )
      .catch(async (error: unknown) => {
        const before = await old?.page
        if (before?.whole) return before
        console.error(
          `The catalogue or the hours could not be read: ${error instanceof Error ? error.message : typeof error}`,
        )
        const bare = await render(path, { services: null, hours: null })
        kept.set(path, { page: Promise.resolve(bare), since: time - (keptSeconds - retrySeconds) * 1000 })
        return bare
      })
    kept.set(path, { page, since: time })
    page.catch(() => kept.delete(path))
    return page
  }

  async function portalPage(path: string, status: 200 | 404): Promise<Body> {
    const { reports } = await parts.clinic()
    const key = `${status} ${reports}`
    const known = portal.get(key)
    if (known && source.stable) return known
    const template = await source.template('portal', path)
    const page = reports ? template : template.replace('<html ', '<html data-reports="off" ')
    const body = bodyOf(status === 404 ? missing(page) : page)
    portal.set(key, body)
    return body
  }

  const plain = new Map<PlainPage, { text: string; body: Promise<Body> }>()
  async function plainPage(request: Request, page: PlainPage): Promise<Response> {
    const text = withPhone(await source.template(page, `/${page}/`), (await parts.clinic()).phone)
    const known = plain.get(page)
    const body = known?.text === text ? known.body : bodyOf(text)
    plain.set(page, { text, body })
    const cacheControl = unstored.includes(page) ? 'no-store' : 'no-cache'
    const answer = respond(request, await body, { status: 200, type: html, cacheControl })
    // Keeps the address from search engines and other sites.
    answer.headers.set('referrer-policy', 'no-referrer')
    answer.headers.set('x-robots-tag', 'noindex, nofollow')
    return answer
  }

  /** What a phone needs to install the portal, with the clinic's current name. */
  async function installable(path: string) {
    const cacheControl = 'no-cache'
    if (path === '/site.webmanifest')
      return { type: 'application/manifest+json', text: webManifest(await parts.clinic()), cacheControl }
    const code = path === '/sw.js' ? source.files.get(path) : undefined
    if (path !== offlinePath && !code) return undefined
    const font = [...source.files.keys()].find((address) => textFont.test(address))
    const mark = source.files.get('/img/logo-mark.svg')?.body.plain.toString('utf8') ?? ''
    const page = offlinePage(await parts.clinic(), { font, mark })
    if (!code) return { type: html, text: page, cacheControl }
    return { type: script, text: worker(code.body.plain.toString('utf8'), page), cacheControl }
  }

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return Response.json(
        { message: 'Method not allowed' },
        { status: 405, headers: { allow: 'GET, HEAD' } },
      )
    }
    const path = decoded(new URL(request.url).pathname)
    if (isPublicPath(path)) {
      const page = await publicPage(path)
      return respond(request, page.body, {
        status: 200,
        type: html,
        cacheControl: page.whole ? `public, max-age=${keptSeconds}` : 'no-store',
      })
    }
    const installed = await installable(path)
    if (installed) return respond(request, await bodyOf(installed.text), { status: 200, ...installed })
    if (path === '/.well-known/security.txt') {
      const text = securityTxt(await parts.clinic(), parts.facts.publicUrl, now())
      return respond(request, await bodyOf(text), {
        status: 200,
        type: 'text/plain; charset=utf-8',
        cacheControl: 'public, max-age=3600',
      })
    }
    const found = findable(path, parts.addressOf(request))
    if (found) {
      const body = await bodyOf(found.text)
      return respond(request, body, { status: 200, type: found.type, cacheControl: 'public, max-age=3600' })
    }
    const file = source.files.get(path)
    if (file) {
      const cacheControl = file.hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
      return respond(request, file.body, { status: 200, type: file.type, cacheControl })
    }
    const image = await parts.readImage(path)
    if (image) {
      const cacheControl = `public, max-age=${keptSeconds}`
      return respond(request, image.body, { status: 200, type: image.type, cacheControl })
    }
    const [, secret, tracking] = plainPath.exec(path) ?? []
    const page = plainPages.find((name) => name === (secret ?? tracking))
    if (page && (page !== 'informe' || (await parts.clinic()).reports)) return plainPage(request, page)
    const status = portalPath.test(path) ? 200 : 404
    return respond(request, await portalPage(path, status), { status, type: html, cacheControl: 'no-cache' })
  }
}

/** Fills in the clinic's phone where a page says how else to ask, also without scripts. */
function withPhone(page: string, phone: string): string {
  return page
    .replaceAll('%phone-link%', () => phoneForms(phone).tel)
    .replaceAll('%phone%', () => escaped(phone))
}

/** The portal's page for an unknown address, as search engines and readers without scripts see it. */
function missing(page: string): string {
  const said = '<h1>Página No Encontrada</h1><p><a href="/">Volver al Inicio</a></p>'
  return page
    .replace(/<title>.*?<\/title>/, '<title>Página No Encontrada</title>')
    .replace(/<noscript>.*?<\/noscript>/s, `<noscript>${said}</noscript>`)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
