import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { until } from '#tests/until.ts'
import { createPhantom, scan } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, sliceFile } from '#tools/imaging/phantom-files.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'
import { openBrowser, openPerson, type Person, signIn } from './browser.ts'

// A tomography that is read in parts: stopped, taken up again, without a connection, left (docs/product/studies.md, 'The viewer').

const patience = { timeout: 60_000 }
const words = 'Vista previa, no diagnóstica'
const [count, side] = [112, 200]

let browser: Browser
let product: TestProduct
let patient: Person
let folder = ''
let fileBytes = 0

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true })
  folder = await mkdtemp(join(tmpdir(), 'indice-parts-'))
  const doctora = await openPerson(browser, product.url)
  await signIn(doctora.page, 'doctora@clinica.test', 'Demo-2026!')
  await addTomography(doctora.page)
  await doctora.leave()
  patient = await openPerson(browser, product.url)
  await signIn(patient.page, 'paciente@clinica.test', 'Demo-2026!')
})
afterEach(() => patient.page.unrouteAll({ behavior: 'ignoreErrors' }))
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Slices of 80 KB each, which are worth a request; added as their doctor adds them, with all that is made at the upload. */
async function addTomography(page: Page): Promise<void> {
  const raster = { columns: side, rows: side, mmAcross: 0.5, mmDown: 0.5 }
  const phantom = createPhantom(3, [side / 2, side / 2, count / 2])
  const slices = axialSlices(evenHeights(count, 0.5))
  const files = slices.map((slice, at) => ({
    name: `CBCT/${String(at).padStart(3, '0')}.dcm`,
    bytes: sliceFile(scan(phantom, slice, raster), slice, raster, at, '1', { '00100010': ['PN', ''] }),
  }))
  const zip = new Uint8Array(await (await zipOf(files, { level: 0 })).arrayBuffer())
  fileBytes = zip.length
  await writeFile(join(folder, 'lejos.zip'), zip)
  const { rows } = await product.database.query<{ id: string }>(
    `select id::text as id from public.profiles where email = 'paciente@clinica.test'`,
  )
  await page.goto(`/dashboard/patients/${rows[0]?.id}`)
  await page.getByRole('button', { name: 'Agregar Estudio' }).click(patience)
  const dialog = page.getByRole('dialog', { name: 'Agregar Estudio al Expediente' })
  await dialog.getByLabel('Tipo de Estudio').selectOption('Tomografías')
  await dialog.getByLabel('Archivo del Estudio').setInputFiles(join(folder, 'lejos.zip'))
  await dialog.getByRole('button', { name: 'Guardar Estudio' }).click()
  await page.getByText('Estudio añadido correctamente.').waitFor(patience)
  await until(async () => expect(await ready()).toBe('ready'), 60)
}

const found = `from public.studies s join public.study_previews p on p.study_id = s.id where s.file_name = 'lejos.zip'`
async function ready(): Promise<string | undefined> {
  const { rows } = await product.database.query<{ state: string }>(`select p.state ${found}`)
  return rows[0]?.state
}
async function address(): Promise<string> {
  const { rows } = await product.database.query<{ id: string }>(`select s.id::text as id ${found}`)
  return `/dashboard/study/${rows[0]?.id}`
}

const axial = (page: Page) => page.getByRole('img', { name: /^Corte axial/ })
const isFile = (url: string) => /lejos\.zip\?token=|\.zip\?token=/.test(url)
/** Asks for a part of the file, which each take so long. */
const slowly = (page: Page, ms: number) =>
  page.route(
    ({ href }) => isFile(href),
    async (route) => {
      await new Promise((resolve) => setTimeout(resolve, ms))
      await route.continue()
    },
  )

/** What is asked of the file from now on: the bytes of ranges, those that ended, and how many go on. */
function watch(page: Page) {
  const seen = { requests: 0, bytes: 0, running: 0, whole: 0 }
  const of = (request: Request) => isFile(request.url())
  page.on('request', (request) => {
    if (!of(request)) return
    seen.requests++
    seen.running++
    if (!request.headers().range) seen.whole++
  })
  page.on('requestfinished', async (request) => {
    if (!of(request)) return
    seen.running--
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers().range ?? '') ?? []
    seen.bytes += Number(to) - Number(from) + 1
  })
  page.on('requestfailed', (request) => {
    if (of(request)) seen.running--
  })
  return seen
}

const detail = async (page: Page) => {
  const said = await page.getByText(/^Detalle \d+ %$/).innerText(patience)
  return Number(/\d+/.exec(said)?.[0])
}
async function isWhole(page: Page): Promise<void> {
  await axial(page).waitFor(patience)
  await page.getByText(words).waitFor({ state: 'detached', ...patience })
}

it('all three planes are seen after an eighth of the slices, and say how much is there', async () => {
  const { page, complaints } = patient
  const seen = watch(page)
  await slowly(page, 150)
  await page.goto(await address())
  const first = await detail(page)
  expect(first).toBeGreaterThanOrEqual(12)
  expect(first).toBeLessThan(60)
  await page.getByText(words).waitFor()
  for (const name of [/^Corte axial/, /^Corte coronal/, /^Corte sagital/])
    await page.getByRole('img', { name }).waitFor(patience)
  expect(await page.getByRole('button', { name: 'Medir longitud' }).getAttribute('aria-disabled')).toBe(
    'true',
  )
  await patient.look('tomografía a medias')
  await isWhole(page)
  expect(seen.whole).toBe(0)
  expect(seen.bytes).toBeLessThan(fileBytes * 1.02)
  expect(await page.getByText(/^Detalle/).count()).toBe(0)
  await page.getByRole('button', { name: 'Medir longitud' }).click()
  expect(await page.getByRole('button', { name: 'Medir longitud' }).getAttribute('aria-pressed')).toBe('true')
  expect(complaints).toEqual([])
})

it('stopped at 40 %, nothing is asked for any more and the picture stays; then only what is missing comes', async () => {
  const { page } = patient
  const seen = watch(page)
  await slowly(page, 150)
  await page.goto(await address())
  await expect.poll(() => detail(page), patience).toBeGreaterThanOrEqual(40)
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Reanudar' }).waitFor(patience)
  await expect.poll(() => seen.running).toBe(0)
  const asked = seen.requests
  await axial(page).press('PageDown')
  const stood = await detail(page)
  await page.waitForTimeout(1000)
  expect([seen.requests, seen.running, await detail(page)]).toEqual([asked, 0, stood])
  expect(stood).toBeLessThan(100)
  await axial(page).waitFor()
  await patient.look('carga detenida')
  await page.getByRole('button', { name: 'Reanudar' }).click()
  await isWhole(page)
  expect(seen.bytes).toBeLessThan(fileBytes * 1.02)
})

it('without a connection it stands, and goes on by itself when it is back', async () => {
  const { page } = patient
  const seen = watch(page)
  await slowly(page, 150)
  await page.goto(await address())
  await expect.poll(() => detail(page), patience).toBeGreaterThanOrEqual(25)
  await page.context().setOffline(true)
  await page.getByText('La carga se detuvo.').waitFor(patience)
  await page.getByText('Lo que ya se cargó sigue aquí. Toca Reanudar.').waitFor()
  await axial(page).press('PageUp')
  await patient.look('sin conexión a media carga')
  await page.context().setOffline(false)
  await isWhole(page)
  expect(seen.bytes).toBeLessThan(fileBytes * 1.02)
})

it('leaving while it loads ends all requests, and nothing is kept in the browser', async () => {
  const { page } = patient
  const seen = watch(page)
  await slowly(page, 150)
  await page.goto(await address())
  await detail(page)
  await page.getByRole('button', { name: 'Volver', exact: true }).first().click()
  await axial(page).waitFor({ state: 'detached' })
  // Nobody is left who could go on; requests of a worker that is gone are told no end.
  await expect.poll(() => page.workers().length).toBe(0)
  const asked = seen.requests
  await page.waitForTimeout(1000)
  expect(seen.requests).toBe(asked)
  const kept = await page.evaluate(async () => ({
    databases: (await indexedDB.databases()).length,
    cached: (
      await Promise.all(
        (
          await caches.keys()
        ).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
      )
    )
      .flat()
      .filter((url) => url.includes('/storage/')),
    stored: JSON.stringify({ ...localStorage, ...sessionStorage }).length,
  }))
  expect(kept).toMatchObject({ databases: 0, cached: [] })
  expect(kept.stored).toBeLessThan(8_000)
})

it('a server that gives no parts leads to the whole file, another file to a sentence', async () => {
  const { page } = patient
  const seen = watch(page)
  await page.route(
    ({ href }) => isFile(href),
    async (route) => {
      const { range, ...headers } = route.request().headers()
      await route.continue({ headers })
    },
  )
  await page.goto(await address())
  await isWhole(page)
  expect(seen.whole).toBeGreaterThan(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await slowly(page, 150)
  await page.goto(await address())
  await detail(page)
  await product.database.query(
    `update storage.objects set metadata = metadata || '{"eTag": "\\"otro\\""}' where name in (select s.file_url ${found})`,
  )
  await page.getByText('El archivo de este estudio cambió.').waitFor(patience)
  await page.getByText('Vuelve a abrirlo.').waitFor()
  await patient.look('archivo cambiado')
})

it('without an index a slice of its middle is seen while the whole file comes', async () => {
  const { page } = patient
  await product.database.query(
    `update public.study_previews set state = 'partial', index_path = null, sheets = null where study_id in (select s.id ${found})`,
  )
  const seen = watch(page)
  const session = await page.context().newCDPSession(page)
  const network = { offline: false, latency: 20, uploadThroughput: -1 }
  await session.send('Network.emulateNetworkConditions', { ...network, downloadThroughput: 500_000 })
  await page.goto(await address())
  await page.getByRole('img', { name: 'Corte de muestra' }).waitFor(patience)
  await page.getByText('Cargando estudio...').waitFor()
  await patient.look('corte de muestra')
  expect(seen.bytes).toBeLessThan(1.5 * 1024 ** 2)
  await session.send('Network.emulateNetworkConditions', { ...network, downloadThroughput: -1 })
  await isWhole(page)
})
