import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Clinic, sampleClinic } from '#domain/clinic.ts'
import type { Service } from '#server/identity.ts'
import type { SiteService } from './catalogue.ts'
import { clinicImages } from './clinic-images.ts'
import { readFiles } from './files.ts'
import type { PageData } from './renderer.ts'
import { createSite } from './site.ts'

const service: SiteService = { name: 'Escaneo </script><b>$&', price: 400, requestable: true }
const script = 'export const answer = 42 // '.padEnd(2000, '.')

describe('the site', () => {
  let folder: string
  let site: Service
  let parts: Parameters<typeof createSite>[0]
  let time: number
  let services: () => SiteService[]
  let clinic: Clinic
  let rendered: PageData[]

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'indice-site-'))
    await write('assets/app-1a2b.js', script)
    await write('assets/app-1a2b.js.br', brotliCompressSync(script))
    await write('img/año nuevo.webp', 'image')
    await write('img/logo-mark.svg', '<svg></svg>')
    await write('secret.key', 'not of the site')
    time = Date.parse('2027-01-01T05:59:30Z')
    services = () => [service]
    clinic = sampleClinic
    rendered = []
    const page = (name: string) => async (data: PageData) => {
      rendered.push(data)
      const written = JSON.stringify({ services: data.services, clinic: data.clinic.name })
      return { html: `<h1>${name} $1</h1>${written}`, head: `<title>${name}</title>` }
    }
    parts = {
      source: {
        files: await readFiles(folder),
        template: async (name) => `<head><!--head--></head><body>${name}<!--landing--></body>`,
        renderer: async () => ({ '/': page('landing'), '/aviso-de-privacidad': page('privacy') }),
        stable: true,
      },
      // Not the requests' Host: anybody can send any.
      addressOf: () => 'http://clinica.local',
      clinic: async () => clinic,
      readImage: clinicImages(join(folder, 'own'), async () => clinic),
      facts: { timeZone: 'America/Mexico_City' },
      readServices: async () => services(),
      readHours: async () => ({ week: [], closures: [], complete: true }),
      now: () => new Date(time),
    }
    site = createSite(parts)
  })
  afterEach(() => rm(folder, { recursive: true }))

  async function write(path: string, content: string | Buffer) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    site(new Request(`http://localhost${path}`, { headers, method }))

  it.each(['recibo', 'informe', 'compartido', 'cita', 'activar', 'orden'])(
    'keeps an address below /%s from other sites, and shows the same page for every code',
    async (page) => {
      const answer = await get(`/${page}/a1a1`)
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain(page)
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow')
      expect(await (await get(`/${page}/otro`)).text()).toBe(await (await get(`/${page}/a1a1`)).text())
      expect((await get(`/${page}/`)).status).toBe(404)
      expect((await get(`/${page}/a/b`)).status).toBe(404)
    },
  )

  it.each([
    ['cita', 'no-store'],
    ['activar', 'no-store'],
    ['recibo', 'no-cache'],
    ['informe', 'no-cache'],
  ])('says of an address below /%s whether a browser may keep it: %s', async (page, said) => {
    const answer = await get(`/${page}/a1a1`)
    expect(answer.headers.get('cache-control')).toBe(said)
    const again = await get(`/${page}/a1a1`, { 'if-none-match': answer.headers.get('etag') ?? '' })
    expect(again.headers.get('cache-control')).toBe(said)
  })

  it('writes the phone that the clinic has now into the page of a request’s state', async () => {
    const template = async (name: string) => `${name} <a href="%phone-link%">%phone%</a>`
    site = createSite({ ...parts, source: { ...parts.source, template } })
    clinic = { ...sampleClinic, phone: '962 111 <22>33' }
    const answer = await get('/solicitud')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(await answer.text()).toBe('solicitud <a href="tel:9621112233">962 111 &#60;22&#62;33</a>')
    clinic = { ...sampleClinic, phone: '962 000 0001' }
    expect(await (await get('/solicitud')).text()).toContain('>962 000 0001<')
    expect((await get('/solicitud/1')).status).toBe(404)
  })

  it('is a program for phones under the name that the clinic has now', async () => {
    const manifest = async () => JSON.parse(await (await get('/site.webmanifest')).text())
    expect(await manifest()).toMatchObject({
      name: 'Índice',
      start_url: '/dashboard',
      display: 'standalone',
      lang: 'es-MX',
    })
    clinic = { ...sampleClinic, name: 'Imagen <Sur>' }
    expect((await manifest()).name).toBe('Imagen <Sur>')
    for (const { purpose } of (await manifest()).icons) expect(['any', 'maskable']).toContain(purpose)
  })

  it('has a page for no connection that needs nothing else, and a worker that changes with it', async () => {
    await write('sw.js', 'const page = 1\n')
    await write('assets/figtree-spanish-1a2b.woff2', 'font')
    site = createSite({ ...parts, source: { ...parts.source, files: await readFiles(folder) } })
    const page = await (await get('/sin-conexion')).text()
    expect(page).toContain('src:url(/assets/figtree-spanish-1a2b.woff2)')
    expect(page).toContain('Figtree,system-ui')
    expect(page).toContain('<h1>Sin conexión</h1>')
    expect(page).toContain('href="tel:+529620000000"')
    expect(page).toContain('Calle de la Ceiba 100, Colonia Centro')
    expect(page).not.toMatch(/<script|<link|src=/)
    const worker = await get('/sw.js')
    expect(worker.headers.get('cache-control')).toBe('no-cache')
    const before = await worker.text()
    expect(before).toMatch(/^const page = 1\n/)
    expect(await (await get('/sw.js')).text()).toBe(before)
    clinic = { ...sampleClinic, name: 'Imagen <Sur>' }
    expect(await (await get('/sw.js')).text()).not.toBe(before)
    expect(await (await get('/sin-conexion')).text()).toContain('Imagen &#60;Sur&#62;')
    expect(await (await get('/sin-conexion')).text()).toContain('<svg')
    // Nobody keeps the clinic's own mark, and ours is not theirs.
    clinic = { ...sampleClinic, logo: 'logo.png' }
    expect(await (await get('/sin-conexion')).text()).not.toMatch(/<svg|<img/)
  })

  it('renders the public pages from the clinic, its catalogue and its year', async () => {
    const html = await (await get('/')).text()
    expect(html).toContain('<head><title>landing</title></head><body>index<h1>landing $1</h1>')
    expect(rendered).toMatchObject([{ services: [service], year: 2026, clinic: { name: sampleClinic.name } }])
    expect(await (await get('/aviso-de-privacidad')).text()).toContain('<h1>privacy')
  })

  it('tells search engines what there is, and nothing of the administration', async () => {
    const robots = await get('/robots.txt')
    expect(robots.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await robots.text()).toContain('Sitemap: http://clinica.local/sitemap.xml')
    const map = await get('/sitemap.xml')
    expect(map.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const places = [...(await map.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place]) => place)
    expect(places).toEqual(['http://clinica.local/', 'http://clinica.local/aviso-de-privacidad'])
    expect(await (await get('/robots.txt')).text()).not.toMatch(/admin/i)
  })

  it('says where to report a vulnerability, for half a year at a time', async () => {
    const answer = await get('/.well-known/security.txt')
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const lines = ['Contact: mailto:contacto@clinica.test', 'Expires: 2027-06-30T00:00:00.000Z']
    expect(await answer.text()).toBe(`${lines.join('\n')}\nPreferred-Languages: es\n`)
    site = createSite({ ...parts, facts: { ...parts.facts, publicUrl: 'https://clinica.mx' } })
    expect(await (await get('/.well-known/security.txt')).text()).toContain(
      'Canonical: https://clinica.mx/.well-known/security.txt\n',
    )
  })

  it("gives out the clinic's images that its configuration names, and nothing else beside them", async () => {
    await write('own/mano.jpg', 'image')
    await write('own/privada.jpg', 'secret')
    await write('own/marca.png', 'logo')
    clinic = {
      ...sampleClinic,
      logo: 'marca.png',
      images: { carpal: [{ file: 'mano.jpg', alt: 'Mano', illustrative: true }] },
      people: [{ name: 'Ana', role: 'Radióloga', licence: null, photo: 'ana.webp' }],
      machine: { name: 'Tomógrafo', text: 'Uno.', photo: 'equipo.png' },
    }
    for (const photo of ['ana.webp', 'equipo.png']) {
      await write(`own/${photo}`, photo)
      expect(await (await get(`/img/clinica/${photo}`)).text()).toBe(photo)
    }
    expect(await (await get('/img/clinica/marca.png')).text()).toBe('logo')
    const image = await get('/img/clinica/mano.jpg')
    expect([image.status, image.headers.get('content-type'), await image.text()]).toEqual([
      200,
      'image/jpeg',
      'image',
    ])
    for (const path of ['privada.jpg', 'otra.jpg', '../secret.key', '..%2fsecret.key', ''])
      expect((await get(`/img/clinica/${path}`)).status).toBe(404)
  })

  it('shows a new price and a new name within a minute, and the old page while the catalogue is away', async () => {
    await get('/')
    services = () => [{ ...service, price: 450 }]
    clinic = { ...sampleClinic, name: 'Rayos del Sur' }
    time += 29_000
    const early = await get('/')
    expect(rendered).toHaveLength(1)
    // The times in the browser's and the server's caches add up.
    expect(early.headers.get('cache-control')).toBe('public, max-age=30')
    time += 1_000
    const late = await (await get('/')).text()
    expect(late).toContain('450')
    expect(late).toContain('Rayos del Sur')
    expect(rendered.at(-1)?.year).toBe(2027)
    services = () => {
      throw new Error('away')
    }
    time += 60_000
    const kept = await get('/')
    expect([kept.status, (await kept.text()).includes('450')]).toEqual([200, true])
    services = () => [{ ...service, price: 500 }]
    time += 60_000
    expect(await (await get('/')).text()).toContain('500')
  })

  it('renders a page again only when something in it is new: nobody waits for the same page', async () => {
    time -= 3_600_000
    await get('/')
    time += 31_000
    const again = await get('/')
    expect([rendered.length, again.headers.get('cache-control')]).toEqual([1, 'public, max-age=30'])
    services = () => [{ ...service, price: 450 }]
    time += 31_000
    expect(await (await get('/')).text()).toContain('450')
    expect(rendered).toHaveLength(2)
  })

  it('shows the page without prices while the catalogue cannot be read, and with them soon after it can', async () => {
    services = () => {
      throw new Error('away')
    }
    const bare = await get('/')
    expect([bare.status, bare.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await bare.text()).toContain('"services":null')
    services = () => [service]
    time += 1_000
    expect(await (await get('/')).text()).toContain('"services":null')
    time += 5_000
    const whole = await get('/')
    expect(whole.headers.get('cache-control')).toBe('public, max-age=30')
    expect(await whole.text()).toContain('"price":')
  })

  it.each([
    '/recuperar-contrasena',
    '/dashboard',
    '/dashboard/patients/x',
    '/invoice/IDX-12345678',
    '/admin-control-panel-0a/users',
  ])('answers %s with the portal', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('portal')
  })

  it.each([
    '/nada',
    '/dashboards',
    '/invoice',
    '/invoice/a/b',
    '/admin-control-panel-',
    '/secret.key',
    '/assets/missing.js',
    '/assets/app-1a2b.js.br',
    '/assets',
    '/index.html',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/..%5c..%5cpackage.json',
    '/assets/%2e%2e/secret.key',
    '/%00',
    '/%ff',
    '//etc/passwd',
  ])('answers %s with the portal and 404', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await answer.text()).toContain('portal')
  })

  it('lets hashed files be kept for ever and others for an hour', async () => {
    const hashed = await get('/assets/app-1a2b.js')
    expect(hashed.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const image = await get('/img/a%C3%B1o%20nuevo.webp')
    expect(image.headers.get('content-type')).toBe('image/webp')
    expect(image.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(await image.text()).toBe('image')
  })

  it('compresses as the browser likes', async () => {
    const br = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br' })
    expect(br.headers.get('content-encoding')).toBe('br')
    expect(brotliDecompressSync(Buffer.from(await br.arrayBuffer())).toString()).toBe(script)
    const none = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br;q=0, gzip' })
    expect(none.headers.get('content-encoding')).toBeNull()
    expect(await none.text()).toBe(script)
    const page = await get('/', { 'accept-encoding': 'gzip' })
    expect(page.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(Buffer.from(await page.arrayBuffer())).toString()).toContain('<h1>landing')
  })

  it('sends nothing again that the browser has', async () => {
    const first = await get('/assets/app-1a2b.js')
    const etag = first.headers.get('etag') ?? ''
    const again = await get('/assets/app-1a2b.js', { 'if-none-match': `"other", ${etag}` })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const other = await get('/assets/app-1a2b.js', { 'if-none-match': '"other"' })
    expect(other.status).toBe(200)
  })

  it('answers HEAD without a body and refuses to be written to', async () => {
    const head = await get('/assets/app-1a2b.js', {}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '2000', ''])
    expect((await get('/', {}, 'POST')).status).toBe(405)
  })
})
