import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { catalogue } from '#domain/catalogue.ts'
import { sampleClinic } from '#domain/clinic.ts'
import { seedWeek } from '#domain/clinic-hours.ts'
import { built, ensureBuilt } from '#server/site/build.ts'
import type { SiteFile } from '#server/site/files.ts'
import { fill } from '#server/site/renderer.ts'
import { bodyOf } from '#server/site/respond.ts'
import { openBuilt } from '#server/site/source.ts'
import { screens } from '#web/portal/screens.ts'
import { heroVolume } from '#web/site/hero-volume.ts'

// Weights on the wire, in bytes of brotli. Unlike times, bytes are the same on every machine. A budget has slack of 15 %, which is
// there to stay unused; the run prints what is above 90 % of it, and is red only above all of it.

const budget = {
  /** What comes before the load event; the HTML has its styles in it. */
  landing: { html: 24 * 1024, scripts: 15_360, font: 14_000, picture: 11_000, together: 52_000 },
  /** All pictures of the landing in the width that a phone takes, 350 pixels at twice the density; they come when somebody gets there. */
  pictures: 225_000,
  /** The hero's volume: its slices in one picture, and the scripts that move them. Neither comes with the page. */
  volume: { slices: 655_000, scripts: 4_600 },
  /** The pages behind codes and links (docs/decisions/0052-plain-pages-are-react.md); most of it is React. */
  plain: { html: 7_800, scripts: 92_000 },
  /** JavaScript until the first opened screen can be used; the same for every screen. */
  screen: 200 * 1024,
  /**
   * JavaScript for images, in bytes of gzip: code in the page that draws and measures, the worker that reads
   * (most of it dicom-parser, as published, and how slices are put in order that do not say where they lie), one decoder with its
   * WebAssembly, and models with their worker.
   */
  imaging: { core: 70_000, worker: 24_600, codec: 115_000, mesh: 174_000 },
}

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

let site: Awaited<ReturnType<typeof openBuilt>>
/** The address of each module that begins a file of its own. */
let addresses: Map<string, string>
let landing: string

beforeAll(async () => {
  await ensureBuilt(() => {})
  site = await openBuilt()
  const parts = z
    .record(z.string(), z.object({ file: z.string() }))
    .parse(JSON.parse(await readFile(`${built.client}/.vite/manifest.json`, 'utf8')))
  addresses = new Map(Object.entries(parts).map(([module, { file }]) => [module, `/${file}`]))
  const renderer = await site.renderer()
  const body = await renderer['/']({
    clinic: sampleClinic,
    services: catalogue.map(({ price, ...service }) => ({ ...service, price: price / 100 })),
    hours: { week: [...seedWeek], closures: [], complete: true },
    year: 2026,
    timeZone: 'America/Mexico_City',
  })
  landing = fill(await site.template('index', '/'), body)
})

function fileAt(address: string): SiteFile {
  const file = site.files.get(address)
  if (!file) throw new Error(`The build has no ${address}`)
  return file
}

const brotli = (address: string) => (fileAt(address).body.br ?? fileAt(address).body.plain).byteLength
const gzip = (address: string) => gzipSync(fileAt(address).body.plain, { level: 9 }).byteLength
const sum = (addresses: Iterable<string>, size = brotli) =>
  [...addresses].reduce((total, one) => total + size(one), 0)
const textOf = (addresses: Iterable<string>) =>
  [...addresses].map((one) => fileAt(one).body.plain.toString('utf8')).join('')
const htmlBytes = async (page: string) => (await bodyOf(page)).br?.byteLength ?? Number.POSITIVE_INFINITY
const without = (addresses: Set<string>, known: Set<string>) =>
  [...addresses].filter((one) => !known.has(one))

const named = (page: string, pattern: RegExp) =>
  [...page.matchAll(pattern)].map(([, address = '']) => address)

/** The scripts at these addresses and everything that they import before they run. */
function scriptsOf(addresses: string[], found = new Set<string>()): Set<string> {
  for (const address of addresses) {
    if (found.has(address)) continue
    found.add(address)
    const imported = named(
      textOf([address]),
      /(?:^|[;}\s])import(?:[\w$,{}\s*]+from)?\s*["']\.\/([^"']+)["']/g,
    )
    scriptsOf(
      imported.map((name) => `/assets/${name}`),
      found,
    )
  }
  return found
}

const scriptsIn = (page: string) => scriptsOf(named(page, /(?:src|href)="(\/assets\/[^"]+\.js)"/g))

function addressOf(module: string): string {
  const address = addresses.get(module)
  if (!address) throw new Error(`The build has no part ${module}`)
  return address
}

const scriptsOfModules = (...modules: string[]) => scriptsOf(modules.map(addressOf))
/** What every screen loads: the page's own scripts, accounts and tables. */
const portal = ['portal.html', 'backend/make-client.ts']

it('the public page weighs no more than its parts may, alone and together; React comes afterwards', async () => {
  const scripts = scriptsIn(landing)
  const parts = {
    html: await htmlBytes(landing),
    scripts: sum(scripts),
    font: sum(named(landing, /href="(\/assets\/[^"]+\.woff2)"/g)),
    picture: brotli('/img/cbct_hero-800.avif'),
  }
  const together = Object.values(parts).reduce((total, size) => total + size)
  for (const [name, bytes] of Object.entries({ ...parts, together }))
    within(`landing: ${name}`, bytes, budget.landing[name as keyof typeof budget.landing])
  expect(named(landing, /href="(\/assets\/[^"]+\.css)"/g)).toEqual([])
  const alive = scriptsOfModules('site/live/all.ts')
  expect(textOf([...scripts, ...alive])).not.toMatch(/hydrateRoot|react\.transitional/)
})

it('the public page’s pictures weigh no more than they may on a phone', () => {
  const sets = named(landing, / srcSet="([^"]+)"/g).map((set) => set.split(', ').map((one) => one.split(' ')))
  const taken = sets.map(
    (set) => set.find(([, width = '']) => Number(width.replace('w', '')) >= 700) ?? set.at(-1),
  )
  const pictures = new Set(taken.map((one) => one?.[0] ?? ''))
  within('landing: pictures on a phone', sum(pictures), budget.pictures, 100_000)
})

it('the hero’s volume comes when it is touched, in few bytes', () => {
  const opener = addressOf('site/live/volume/open.ts')
  const live = addressOf('site/live/all.ts')
  const page = new Set([...scriptsIn(landing), ...scriptsOf([live])])
  expect(textOf([live])).toContain(opener.split('/').at(-1))
  expect([...page]).not.toContain(opener)
  within('landing: scripts of the volume', sum(without(scriptsOf([opener]), page)), budget.volume.scripts)
  expect(landing).not.toContain(heroVolume.file)
  within('landing: slices of the volume', brotli(heroVolume.file), budget.volume.slices, 100_000)
})

it.each([
  ['a receipt', 'recibo', 'verify_receipt'],
  ['a report', 'informe', 'verify_report'],
  ['a request', 'solicitud', 'track_request'],
  ['an appointment', 'cita', 'cita_link'],
  ['an activation', 'activar', 'activate-account'],
  ['a practice', 'orden', 'request_by_code'],
] as const)(
  'the page behind the code or the link of %s is for one glance on a phone: nothing of the portal, no backend client',
  async (_what, name, asks) => {
    const page = await site.template(name, `/${name}/x`)
    const scripts = scriptsIn(page)
    expect(textOf(scripts)).toContain(asks)
    expect(textOf(scripts)).not.toContain('GoTrueClient')
    expect([...scripts].filter((script) => script.startsWith('/assets/parts-'))).toEqual([])
    within(`page ${name}: scripts`, sum(scripts), budget.plain.scripts, 58_000)
    within(`page ${name}: HTML`, await htmlBytes(page), budget.plain.html)
  },
)

it('any screen that is opened first weighs no more than an old phone should get', async () => {
  const list = await readFile('web/portal/screens.ts', 'utf8')
  const modules = [...list.matchAll(/ name: '(\w+)',[\s\S]*?\(await import\('(#web|\.)\/([^']+)'\)\)/g)].map(
    ([, name = '', from, file]) => [name, from === '.' ? `portal/${file}` : `${file}`] as const,
  )
  expect(modules.map(([name]) => name)).toEqual(screens.map(({ name }) => name))
  const administration = await readFile('web/portal/admin/admin-screens.ts', 'utf8')
  const adminScreens = named(administration, /import\('#web\/([^']+)'\)/g)
  // Each names its module, or shares that of the system's sections.
  const labels = administration.match(/\blabel: '/g)?.length ?? 0
  expect(administration.match(/\bload: (?:async \(\) => \(await import\('#web\/|system,)/g)).toHaveLength(
    labels,
  )

  const appointments = 'features/appointments'
  const opened: (readonly [name: string, ...modules: string[]])[] = [
    ...modules,
    ['a doctor’s home', 'portal/pages/home.tsx', 'portal/pages/doctor-day.tsx'],
    ['a patient’s home', 'portal/pages/home.tsx', 'portal/pages/patient-day.tsx'],
    ['a study', 'portal/pages/study.tsx', 'features/viewer/viewer-screen.tsx'],
    ['a patient’s report', 'portal/pages/study.tsx', 'features/report-reading/patient-report-screen.tsx'],
    // What the device remembers is what opens.
    ...['appointments-list', 'calendar/appointments-calendar'].map(
      (view) => [view, `${appointments}/appointments-screen.tsx`, `${appointments}/${view}.tsx`] as const,
    ),
    ...[...new Set(adminScreens)].map(
      (screen) => [`administration: ${screen}`, 'portal/admin/admin-area.tsx', screen] as const,
    ),
  ]
  for (const [name, ...parts] of opened)
    within(`screen: ${name}`, sum(scriptsOfModules(...portal, ...parts)), budget.screen, 80_000)
})

it('the portal’s page names all that every screen loads: no second round trip', async () => {
  const page = await site.template('portal', '/dashboard')
  const asked = named(page, /(?:src|href)="([^"]+)"/g)
  for (const address of [...scriptsOfModules(...portal), '/config.json']) expect(asked).toContain(address)
})

it('a study’s images: nothing before one is opened, and little beyond what the portal has', () => {
  const before = scriptsOfModules(...portal, 'portal/pages/home.tsx')
  const viewer = [
    'portal/pages/study.tsx',
    ...['stored-study', 'volume/volume-stage', 'image/image-stage'].map(
      (name) => `features/viewer/${name}.tsx`,
    ),
  ]
  const core = without(scriptsOfModules(...viewer), before)
  within('viewer: code (gzip)', sum(core, gzip), budget.imaging.core, 10_000)
  for (const name of viewer) expect(core, name).toContain(addressOf(name))
})

/** The one file of a worker; workers stand in no list of the build. */
function workerOf(pattern: RegExp): string {
  const [worker = '', ...others] = [...site.files.keys()].filter((address) => pattern.test(address))
  expect(others).toEqual([])
  return worker
}

it('the worker that reads a study, until a file needs more than most', () => {
  const scripts = scriptsOf([workerOf(/\/assets\/worker-[^/]+\.js$/)])
  // At least what all workers share: errors of ours.
  expect(scripts.size).toBeGreaterThan(1)
  within('viewer: worker (gzip)', sum(scripts, gzip), budget.imaging.worker, 8_000)
})

it('a model in three dimensions, beyond what every study loads', () => {
  const study = ['portal/pages/study.tsx', 'features/viewer/stored-study.tsx']
  const before = scriptsOfModules(...portal, ...study)
  const stage = 'features/viewer/mesh/mesh-stage.tsx'
  const mesh = [...without(scriptsOfModules(stage), before), workerOf(/^\/assets\/mesh\.worker-[^/]+\.js$/)]
  within('viewer: models (gzip)', sum(mesh, gzip), budget.imaging.mesh, 100_000)
  // No picture needs it.
  expect([...scriptsOfModules(...study, 'features/viewer/image/image-stage.tsx')]).not.toContain(
    addressOf(stage),
  )
})

it.each(['charlswasm', 'openjpegwasm'])('the decoder %s', (name) => {
  const decoder = [...site.files.keys()].filter((address) => address.startsWith(`/assets/${name}_decode-`))
  const [wasm = ''] = decoder.filter((address) => address.endsWith('.wasm'))
  const scripts = decoder.filter((address) => address.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(0)
  expect(decoder).toHaveLength(scripts.length + 1)
  // Each worker that decodes is built with a script of its own.
  for (const script of scripts)
    within(`decoder ${name} (gzip)`, sum([wasm, script], gzip), budget.imaging.codec)
})
