import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { catalogue } from '#domain/catalogue.ts'
import { sampleClinic } from '#domain/clinic.ts'
import { seedWeek } from '#domain/clinic-hours.ts'
import { built, ensureBuilt } from '#server/site/build.ts'
import type { SiteFile } from '#server/site/files.ts'
import { fill, type PageData } from '#server/site/renderer.ts'
import { bodyOf } from '#server/site/respond.ts'
import { openBuilt } from '#server/site/source.ts'
import { screens as screensOfPortal } from '#web/portal/screens.ts'
import { heroVolume } from '#web/site/hero-volume.ts'

// The public page's weight on the wire, in bytes of brotli. Unlike times, bytes are the same on every machine.

const budget = {
  /** With its styles in it. */
  html: 20_700,
  scripts: 15_360,
  font: 13_000,
  image: 10_500,
  /** All of it together, before the load event. */
  all: 44_000,
}
/** The hero's volume: its slices in one picture, and the scripts that move them. Neither comes with the page. */
const volumeBudget = { slices: 600 * 1024, scripts: 4_000 }

/** Of the pages behind links of appointments and of activation: scripts, in bytes of brotli (docs/product/appointments.md). */
const linkBudget = 60 * 1024
/** For the pages of a receipt, of a report and of a request's state. */
const plainBudget = { html: 6_000, scripts: 12_500 }

const manifestFile = `${built.client}/.vite/manifest.json`
const part = z.object({
  file: z.string(),
  imports: z.array(z.string()).default([]),
  dynamicImports: z.array(z.string()).default([]),
})

let files: Map<string, SiteFile>
let html: string
let htmlBytes: number

beforeAll(async () => {
  await ensureBuilt(() => {})
  const source = await openBuilt()
  files = source.files
  const services = catalogue.map(({ price, ...service }) => ({ ...service, price: price / 100 }))
  const data: PageData = {
    clinic: sampleClinic,
    services,
    hours: { week: [...seedWeek], closures: [], complete: true },
    year: 2026,
    timeZone: 'America/Mexico_City',
  }
  const renderer = await source.renderer()
  html = fill(await source.template('index', '/'), await renderer['/'](data))
  htmlBytes = (await bodyOf(html)).br?.byteLength ?? Number.POSITIVE_INFINITY
})

function sizeOf(address: string): number {
  const file = files.get(address)
  if (!file) throw new Error(`The build has no ${address}`)
  return (file.body.br ?? file.body.plain).byteLength
}

const named = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, address = '']) => address)

/** The scripts of the page and everything that they import before they run. */
function scriptsOf(addresses: string[], found = new Set<string>()): Set<string> {
  for (const address of addresses) {
    if (found.has(address)) continue
    found.add(address)
    const text = files.get(address)?.body.plain.toString('utf8') ?? ''
    const imported = [...text.matchAll(/(?:^|[;}\s])import(?:[\w$,{}\s*]+from)?\s*["']\.\/([^"']+)["']/g)]
    scriptsOf(
      imported.map(([, name]) => `/assets/${name}`),
      found,
    )
  }
  return found
}

const sum = (addresses: Iterable<string>) => [...addresses].reduce((total, one) => total + sizeOf(one), 0)

describe('the public page weighs no more than', () => {
  const parts = () => ({
    html: htmlBytes,
    scripts: sum(scriptsOf(named(/(?:src|href)="(\/assets\/[^"]+\.js)"/g))),
    font: sum(named(/href="(\/assets\/[^"]+\.woff2)"/g)),
    image: sizeOf('/img/cbct_hero-800.avif'),
  })

  it('its parts may', () => {
    const found = parts()
    if (process.env.BUDGET) console.table(found)
    // A page that lost its parts would be light, too.
    for (const size of Object.values(found)) expect(size).toBeGreaterThan(500)
    expect(found.html).toBeLessThanOrEqual(budget.html)
    expect(found.scripts).toBeLessThanOrEqual(budget.scripts)
    expect(named(/href="(\/assets\/[^"]+\.css)"/g)).toEqual([])
    expect(found.font).toBeLessThanOrEqual(budget.font)
    expect(found.image).toBeLessThanOrEqual(budget.image)
  })

  it('they may together', () => {
    expect(Object.values(parts()).reduce((total, size) => total + size)).toBeLessThanOrEqual(budget.all)
  })

  it('the hero’s volume comes when it is touched, in few bytes', async () => {
    const manifest = z.record(z.string(), part).parse(JSON.parse(await readFile(manifestFile, 'utf8')))
    const live = manifest['site/live/all.ts']
    const opener = manifest['site/live/volume/open.ts']
    expect(live?.dynamicImports).toContain('site/live/volume/open.ts')
    const page = scriptsOf([...named(/(?:src|href)="(\/assets\/[^"]+\.js)"/g), `/${live?.file}`])
    const own = [...scriptsOf([`/${opener?.file}`])].filter((address) => !page.has(address))
    expect(own).toContain(`/${opener?.file}`)
    expect(sum(own)).toBeLessThanOrEqual(volumeBudget.scripts)
    expect(html).not.toContain(heroVolume.file)
    expect(sizeOf(heroVolume.file)).toBeLessThanOrEqual(volumeBudget.slices)
    // Slices that lost their pictures would be light, too.
    expect(sizeOf(heroVolume.file)).toBeGreaterThan(100_000)
  })

  it('React comes afterwards', () => {
    const before = [...scriptsOf(named(/(?:src|href)="(\/assets\/[^"]+\.js)"/g))]
    const text = before.map((address) => files.get(address)?.body.plain.toString('utf8')).join('')
    expect(text).not.toMatch(/hydrateRoot|react\.transitional/)
  })
})

it.each([
  ['behind the code of a receipt', 'recibo', 'verify_receipt'],
  ['behind the code of a report', 'informe', 'verify_report'],
  ['of a request’s state', 'solicitud', 'track_request'],
] as const)(
  'the page %s is for one glance on a phone: no React, no backend client',
  async (_what, name, asks) => {
    const page = await (await openBuilt()).template(name, `/${name}/x`)
    const scripts = [
      ...scriptsOf([...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, name = '']) => name)),
    ]
    const text = scripts.map((address) => files.get(address)?.body.plain.toString('utf8')).join('')
    expect(text).toContain(asks)
    expect(text).not.toMatch(/react\.transitional|GoTrueClient/)
    expect(sum(scripts)).toBeLessThanOrEqual(plainBudget.scripts)
    expect((await bodyOf(page)).br?.byteLength).toBeLessThanOrEqual(plainBudget.html)
  },
)

it('the page behind an appointment’s link opens on a phone: no React, no backend client, 60 KB of script at most', async () => {
  const page = await (await openBuilt()).template('cita', '/cita/x')
  const scripts = scriptsOf(
    [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, name = '']) => name),
  )
  const text = [...scripts].map((address) => files.get(address)?.body.plain.toString('utf8')).join('')
  expect(text).toContain('cita_link')
  expect(text).not.toMatch(/react\.transitional|GoTrueClient/)
  if (process.env.BUDGET) console.log('appointment link', sum(scripts))
  expect(sum(scripts)).toBeLessThanOrEqual(linkBudget)
})

it('the page behind an activation’s link opens on a phone: no React, no backend client, 60 KB of script at most', async () => {
  const page = await (await openBuilt()).template('activar', '/activar/x')
  const scripts = scriptsOf(
    [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, name = '']) => name),
  )
  const text = [...scripts].map((address) => files.get(address)?.body.plain.toString('utf8')).join('')
  expect(text).toContain('activate-account')
  expect(text).not.toMatch(/react\.transitional|GoTrueClient/)
  if (process.env.BUDGET) console.log('activation', sum(scripts))
  expect(sum(scripts)).toBeLessThanOrEqual(linkBudget)
})

/** JavaScript until the first opened screen can be used; the same for every screen. */
const screenBudget = 165 * 1024
/**
 * JavaScript for images, in bytes of gzip: code in the page that draws and measures, the worker that reads
 * (most of it dicom-parser, as published), one decoder with its WebAssembly, and models with their worker.
 */
const imagingBudget = { core: 60 * 1024, worker: 18 * 1024, codec: 100 * 1024, mesh: 150 * 1024 }
/** Loaded on every screen after the page's own scripts: accounts and tables. */
const always = 'backend/make-client.ts'

describe('a patient’s old phone gets no more than it must', () => {
  let parts: Record<string, z.infer<typeof part>>
  /** The screens' names and the modules that hold them, as the portal names them. */
  let screens: [name: string, module: string][]
  /** The modules of the administration's screens. */
  let adminScreens: string[]

  beforeAll(async () => {
    const manifest = await readFile(manifestFile, 'utf8')
    parts = z.record(z.string(), part).parse(JSON.parse(manifest))
    const text = await readFile('web/portal/screen-components.ts', 'utf8')
    screens = [
      ...text.matchAll(/^ {2}(\w+):\s*async \(\) =>\s*\(await import\('(#web|\.)\/([^']+)'\)\)/gm),
    ].map(([, name = '', from, file]) => [name, from === '.' ? `portal/${file}` : `${file}`])
    const administration = await readFile('web/portal/admin/admin-screens.ts', 'utf8')
    adminScreens = [...administration.matchAll(/import\('#web\/([^']+)'\)/g)].map(([, file = '']) => file)
    expect(adminScreens).toHaveLength(administration.match(/\blabel: '/g)?.length ?? 0)
  })

  /** The files of a module and of everything that it imports before it runs. */
  function filesOf(modules: string[], found = new Set<string>()): Set<string> {
    for (const name of modules) {
      const one = parts[name]
      if (!one) throw new Error(`The build has no part ${name}`)
      const address = `/${one.file}`
      if (found.has(address)) continue
      found.add(address)
      filesOf(one.imports, found)
    }
    return found
  }

  it('for any screen that is opened first', () => {
    const weights = Object.fromEntries(
      screens.map(([name, module]) => [name, sum(filesOf(['portal.html', always, module]))]),
    )
    expect(Object.keys(weights)).toEqual(screensOfPortal.map(({ name }) => name))
    const first = (...modules: string[]) => sum(filesOf(['portal.html', always, ...modules]))
    weights['a doctor’s home'] = first('portal/pages/home.tsx', 'portal/pages/doctor-day.tsx')
    weights['a patient’s home'] = first('portal/pages/home.tsx', 'portal/pages/patient-day.tsx')
    weights['a study'] = first('portal/pages/study.tsx', 'features/viewer/viewer-screen.tsx')
    weights['a patient’s report'] = first(
      'portal/pages/study.tsx',
      'features/report-reading/patient-report-screen.tsx',
    )
    // What the device remembers is what opens.
    for (const view of ['appointments-list', 'calendar/appointments-calendar']) {
      weights[view] = first(
        'features/appointments/appointments-screen.tsx',
        `features/appointments/${view}.tsx`,
      )
    }
    for (const screen of adminScreens) {
      weights[`administration: ${screen}`] = first(
        'portal/admin-gate.tsx',
        'portal/admin/admin-area.tsx',
        screen,
      )
    }
    if (process.env.BUDGET) console.table(weights)
    const over = Object.entries(weights).filter(([, bytes]) => bytes > screenBudget)
    expect(over).toEqual([])
    // A screen that lost its parts would be light, too.
    for (const bytes of Object.values(weights)) expect(bytes).toBeGreaterThan(80_000)
  })

  it('without a second round trip: the portal’s page names all that every screen loads', async () => {
    const page = await (await openBuilt()).template('portal', '/dashboard')
    const asked = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address)
    for (const address of [...filesOf(['portal.html', always]), '/config.json']) {
      expect(asked).toContain(address)
    }
  })

  const zipped = (addresses: Iterable<string>) =>
    [...addresses].reduce((total, one) => {
      const file = files.get(one)
      if (!file) throw new Error(`The build has no ${one}`)
      return total + gzipSync(file.body.plain, { level: 9 }).byteLength
    }, 0)

  it('for a study’s images: nothing before one is opened, and at most 60 KB beyond what the portal has', () => {
    const portal = filesOf(['portal.html', always, 'portal/pages/home.tsx'])
    const viewer = [
      'portal/pages/study.tsx',
      ...['stored-study', 'volume/volume-stage', 'image/image-stage'].map(
        (name) => `features/viewer/${name}.tsx`,
      ),
    ]
    const core = zipped([...filesOf(viewer)].filter((address) => !portal.has(address)))
    if (process.env.BUDGET) console.log('viewer core', core)
    expect(core).toBeLessThanOrEqual(imagingBudget.core)
    expect(core).toBeGreaterThan(10_000)
    // None of it loads before a study is opened.
    for (const name of viewer) expect(portal.has(`/${parts[name]?.file}`), name).toBe(false)
  })

  it('for the worker that reads a study, until a file needs more than most', () => {
    const entry = [...files.keys()].filter((address) => /\/assets\/worker-[^/]+\.js$/.test(address))
    expect(entry).toHaveLength(1)
    const scripts = scriptsOf(entry)
    // At least what all workers share: errors of ours.
    expect(scripts.size).toBeGreaterThan(1)
    const worker = zipped(scripts)
    if (process.env.BUDGET) console.log('worker', worker)
    expect(worker).toBeLessThanOrEqual(imagingBudget.worker)
    expect(worker).toBeGreaterThan(8_000)
  })

  it('for a model in three dimensions, beyond what every study loads', () => {
    const study = ['portal/pages/study.tsx', 'features/viewer/stored-study.tsx']
    const before = filesOf(['portal.html', always, ...study])
    const module = 'features/viewer/mesh/mesh-stage.tsx'
    const worker = [...files.keys()].filter((address) => /^\/assets\/mesh\.worker-[^/]+\.js$/.test(address))
    expect(worker).toHaveLength(1)
    const mesh = zipped([...filesOf([module]), ...worker].filter((address) => !before.has(address)))
    if (process.env.BUDGET) console.log('meshes', mesh)
    expect(mesh).toBeLessThanOrEqual(imagingBudget.mesh)
    // Three alone is most of it.
    expect(mesh).toBeGreaterThan(100_000)
    // No picture needs it.
    expect(filesOf([...study, 'features/viewer/image/image-stage.tsx']).has(`/${parts[module]?.file}`)).toBe(
      false,
    )
  })

  it.each(['charlswasm', 'openjpegwasm'])('for the decoder %s', (name) => {
    const [wasm, ...scripts] = [...files.keys()]
      .filter((address) => address.startsWith(`/assets/${name}_decode-`))
      .sort((one, other) => Number(one.endsWith('.js')) - Number(other.endsWith('.js')))
    expect(wasm).toMatch(/\.wasm$/)
    expect(scripts.length).toBeGreaterThan(0)
    // Each worker that decodes is built with a script of its own.
    for (const script of scripts) {
      expect(script).toMatch(/\.js$/)
      expect(zipped([wasm ?? '', script])).toBeLessThanOrEqual(imagingBudget.codec)
    }
  })
})
