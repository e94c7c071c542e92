import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

// Weights on the wire, in bytes of brotli. Unlike times, bytes are the same on every machine. A budget has slack of 15 %, which is
// there to stay unused; the run prints what is above 90 % of it, and is red only above all of it.

const budget = {
  /** With its styles in it. */
  html: 24 * 1024,
  scripts: 15_360,
  font: 14_000,
  image: 11_000,
  /** All of it together, before the load event. */
  all: 52_000,
}
/** All pictures of the landing in the width that a phone takes, 350 pixels at twice the density; they come when somebody gets there. */
const pictureBudget = 225_000
/** The hero's volume: its slices in one picture, and the scripts that move them. Neither comes with the page. */
const volumeBudget = { slices: 655_000, scripts: 4_600 }

/** Of the pages behind links of appointments and of activation: scripts, in bytes of brotli (docs/product/appointments.md). */
const linkBudget = 60 * 1024
/** For the pages of a receipt, of a report and of a request's state. */
const plainBudget = { html: 7_000, scripts: 14_400 }

const weighed: { what: string; bytes: number; budget: number; percent: number }[] = []

/** Expects a weight within its budget, and more than a thing that lost its parts would have; notes it for the table. */
function within(what: string, bytes: number, budget: number, least = 500): void {
  weighed.push({ what, bytes, budget, percent: Math.round((100 * bytes) / budget) })
  expect(bytes, what).toBeLessThanOrEqual(budget)
  expect(bytes, what).toBeGreaterThan(least)
}

afterAll(() => {
  const near = weighed.filter(({ percent }) => process.env.BUDGET || percent > 90)
  if (near.length > 0) console.table(near.sort((one, other) => other.percent - one.percent))
})

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
    within('landing: HTML', found.html, budget.html)
    within('landing: scripts', found.scripts, budget.scripts)
    within('landing: font', found.font, budget.font)
    within('landing: picture', found.image, budget.image)
    expect(named(/href="(\/assets\/[^"]+\.css)"/g)).toEqual([])
  })

  it('they may together', () => {
    const all = Object.values(parts()).reduce((total, size) => total + size)
    within('landing: together', all, budget.all)
  })

  it('its pictures may on a phone', () => {
    const sets = named(/ srcSet="([^"]+)"/g).map((set) => set.split(', ').map((one) => one.split(' ')))
    const taken = sets.map(
      (set) => set.find(([, width = '']) => Number(width.replace('w', '')) >= 700) ?? set.at(-1),
    )
    const addresses = new Set(taken.map((one) => one?.[0] ?? ''))
    within('landing: pictures on a phone', sum(addresses), pictureBudget, 100_000)
  })

  it('the hero’s volume comes when it is touched, in few bytes', async () => {
    const manifest = z.record(z.string(), part).parse(JSON.parse(await readFile(manifestFile, 'utf8')))
    const live = manifest['site/live/all.ts']
    const opener = manifest['site/live/volume/open.ts']
    expect(live?.dynamicImports).toContain('site/live/volume/open.ts')
    const page = scriptsOf([...named(/(?:src|href)="(\/assets\/[^"]+\.js)"/g), `/${live?.file}`])
    const own = [...scriptsOf([`/${opener?.file}`])].filter((address) => !page.has(address))
    expect(own).toContain(`/${opener?.file}`)
    within('landing: scripts of the volume', sum(own), volumeBudget.scripts)
    expect(html).not.toContain(heroVolume.file)
    within('landing: slices of the volume', sizeOf(heroVolume.file), volumeBudget.slices, 100_000)
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
    within(`page ${name}: scripts`, sum(scripts), plainBudget.scripts)
    within(`page ${name}: HTML`, (await bodyOf(page)).br?.byteLength ?? 0, plainBudget.html)
  },
)

it.each([
  ['an appointment’s', 'cita', 'cita_link'],
  ['an activation’s', 'activar', 'activate-account'],
] as const)(
  'the page behind %s link opens on a phone: no React, no backend client, 60 KB of script at most',
  async (_whose, name, asks) => {
    const page = await (await openBuilt()).template(name, `/${name}/x`)
    const scripts = scriptsOf(
      [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, name = '']) => name),
    )
    const text = [...scripts].map((address) => files.get(address)?.body.plain.toString('utf8')).join('')
    expect(text).toContain(asks)
    expect(text).not.toMatch(/react\.transitional|GoTrueClient/)
    within(`page ${name}: scripts`, sum(scripts), linkBudget)
  },
)

/** JavaScript until the first opened screen can be used; the same for every screen. */
const screenBudget = 200 * 1024
/**
 * JavaScript for images, in bytes of gzip: code in the page that draws and measures, the worker that reads
 * (most of it dicom-parser, as published, and how slices are put in order that do not say where they lie), one decoder with its
 * WebAssembly, and models with their worker.
 */
const imagingBudget = { core: 70_000, worker: 24_600, codec: 115_000, mesh: 174_000 }
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
    const text = await readFile('web/portal/screens.ts', 'utf8')
    screens = [...text.matchAll(/ name: '(\w+)',[\s\S]*?\(await import\('(#web|\.)\/([^']+)'\)\)/g)].map(
      ([, name = '', from, file]) => [name, from === '.' ? `portal/${file}` : `${file}`],
    )
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
    for (const [name, bytes] of Object.entries(weights))
      within(`screen: ${name}`, bytes, screenBudget, 80_000)
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

  it('for a study’s images: nothing before one is opened, and little beyond what the portal has', () => {
    const portal = filesOf(['portal.html', always, 'portal/pages/home.tsx'])
    const viewer = [
      'portal/pages/study.tsx',
      ...['stored-study', 'volume/volume-stage', 'image/image-stage'].map(
        (name) => `features/viewer/${name}.tsx`,
      ),
    ]
    const core = zipped([...filesOf(viewer)].filter((address) => !portal.has(address)))
    within('viewer: code (gzip)', core, imagingBudget.core, 10_000)
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
    within('viewer: worker (gzip)', worker, imagingBudget.worker, 8_000)
  })

  it('for a model in three dimensions, beyond what every study loads', () => {
    const study = ['portal/pages/study.tsx', 'features/viewer/stored-study.tsx']
    const before = filesOf(['portal.html', always, ...study])
    const module = 'features/viewer/mesh/mesh-stage.tsx'
    const worker = [...files.keys()].filter((address) => /^\/assets\/mesh\.worker-[^/]+\.js$/.test(address))
    expect(worker).toHaveLength(1)
    const mesh = zipped([...filesOf([module]), ...worker].filter((address) => !before.has(address)))
    within('viewer: models (gzip)', mesh, imagingBudget.mesh, 100_000)
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
      within(`decoder ${name} (gzip)`, zipped([wasm ?? '', script]), imagingBudget.codec)
    }
  })
})
