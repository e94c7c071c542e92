import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { archPhantom } from '#tools/imaging/arch-phantom.ts'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { writeStl } from '#tools/imaging/mesh-writer.ts'
import { createPhantom } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, phantomFiles } from '#tools/imaging/phantom-files.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'
import { openBrowser, openPerson, type Person, phone, signIn } from './browser.ts'
import { studiesOf } from './study-files.ts'

// 'Sistema', 'Vistas previas': the pictures of studies that are older than pictures (docs/product/studies.md).

const patience = { timeout: 20_000 }
const long = { timeout: 120_000 }

let browser: Browser
let product: TestProduct
let studies: Awaited<ReturnType<typeof studiesOf>>
let system = ''
let admin: Person

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true, reports: false })
  studies = await studiesOf(product.url)
  const [suffix] = await query<{ value: string }>(
    "select value from private.app_settings where key = 'admin_suffix'",
  )
  system = `/admin-control-panel-${suffix?.value}/system?seccion=vistas`
})
beforeEach(async () => {
  await query('delete from public.studies')
  await query('delete from private.rate_limits')
  await admin?.leave()
  admin = await openPerson(browser, product.url)
  await signIn(admin.page, 'admin@clinica.test', 'Demo-2026!')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

async function query<Row extends object>(sql: string): Promise<Row[]> {
  return (await product.database.query<Row>(sql)).rows
}

const image = (columns: number, rows: number) =>
  writeDicom({
    elements: imageElements({ columns, rows }),
    pixels: Uint16Array.from({ length: columns * rows }, (_, at) => (at * 13) % 4000),
  })
const pdf = new TextEncoder().encode('%PDF-1.7\n')
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

/** 3.4 MB of slices that no archive makes smaller, or as few as there shall be. */
async function tomography(slices: number) {
  const raster = { columns: 160, rows: 140, mmAcross: 0.625, mmDown: 0.625 }
  const files = phantomFiles(
    createPhantom(14, [100, 87.5, 60]),
    axialSlices(evenHeights(slices, 0.5)),
    raster,
  )
  return bytesOf(await zipOf(files, { level: 0 }))
}

/** Old studies: fifty small ones, of which some have nothing to show. */
async function addFifty() {
  const [good, broken] = [image(60, 50), image(60, 50).slice(0, 400)]
  for (let at = 0; at < 50; at++) {
    if (at % 25 === 0) await studies.add('roto.dcm', broken, { study_type: 'Radiografía Carpal' })
    else if (at % 10 === 1) await studies.add('informe.pdf', pdf, { study_type: 'Trazados Cefalométricos' })
    else await studies.add(`imagen ${at}.dcm`, good, { study_type: 'Radiografía Panorámica' })
  }
}

const states = () =>
  query<{ state: string; count: number }>(
    'select state, count(*)::integer as count from public.study_previews group by 1 order by 1',
  )
const stored = async () => (await states()).reduce((sum, { count }) => sum + count, 0)

async function openSection(page: Page) {
  await page.goto(system)
  await page.getByRole('heading', { name: 'Vistas previas' }).waitFor(patience)
}
const missing = (page: Page) => page.getByText(/^Faltan \d+ de 50$/).textContent()
const make = (page: Page) => page.getByRole('button', { name: 'Crear vistas previas' })

/** How many studies are worked on at once, and the most that were: from its signed address to the row. */
function watchStudies(page: Page) {
  const open = new Set<string>()
  const seen = { most: 0 }
  page.on('request', (request) => {
    const file = /object\/info\/study_files\/[^/]+\/([^/]+)\//.exec(request.url())?.[1]
    if (file) open.add(file)
    seen.most = Math.max(seen.most, open.size)
    if (!request.url().endsWith('/rpc/put_study_preview')) return
    const { preview }: { preview: { source: string } } = request.postDataJSON()
    open.delete(preview.source.split('/')[1] ?? '')
  })
  return seen
}

it('makes fifty, two at a time; a pause and a reload lose nothing, and what failed is listed with why', async () => {
  await addFifty()
  const { page } = admin
  await openSection(page)
  await page.getByText('Faltan 50 de 50', { exact: true }).waitFor(patience)
  await admin.look('backfill-before')
  const seen = watchStudies(page)
  await make(page).click()
  await expect.poll(stored, long).toBeGreaterThan(4)
  await page.getByRole('button', { name: 'Pausar' }).click()
  await page.getByText(/^En pausa: \d+ de 50/).waitFor()
  await admin.look('backfill-paused')
  // What was being stored still arrives, and only then the screen counts anew.
  await expect
    .poll(async () => `Faltan ${50 - (await stored())} de 50` === (await missing(page)), patience)
    .toBe(true)
  const atPause = await stored()
  expect(atPause).toBeLessThan(40)

  await make(page).click()
  await expect.poll(stored, long).toBeGreaterThan(atPause + 4)
  await page.reload()
  await page.getByText(/^Faltan \d+ de 50$/).waitFor(patience)
  const atReload = await stored()
  expect(atReload).toBeLessThan(50)
  await make(page).click()
  await page.getByText(/^Terminó\./).waitFor(long)
  expect(seen.most).toBe(2)
  expect(await states()).toEqual([
    { state: 'failed', count: 2 },
    { state: 'none', count: 5 },
    { state: 'ready', count: 43 },
  ])
  await page.getByText('Faltan 0 de 50', { exact: true }).waitFor(patience)
  expect(await make(page).isDisabled()).toBe(true)
  const failures = page.getByRole('region', { name: 'No se pudieron crear' })
  await expect.poll(() => failures.getByRole('listitem').count(), patience).toBe(2)
  await failures
    .getByText(/El archivo está incompleto/)
    .first()
    .waitFor()
  await failures
    .getByText(/roto\.dcm/)
    .first()
    .waitFor()
  await admin.look('backfill-after')
  expect(admin.complaints).toEqual([])
})

/** Bytes of files that were answered, by the folder of the study. */
function countBytes(page: Page) {
  const bytes = new Map<string, number>()
  page.on('response', (response) => {
    const folder = /object\/sign\/study_files\/[^/]+\/([^/]+)\/[^/]+\?token=/.exec(response.url())?.[1]
    const sent = Number(response.headers()['content-length'])
    if (folder) bytes.set(folder, (bytes.get(folder) ?? 0) + sent)
  })
  return bytes
}

it('reads at most 3 MB of each file without the view in 3D, and all of it with', async () => {
  const archive = await tomography(300)
  expect(archive.length).toBeGreaterThan(12e6)
  const tomographyId = await studies.add('tomografía.zip', archive)
  const scans = writeStl(archPhantom({ jaw: 'lower', triangles: 80_000 }))
  expect(scans.length).toBeGreaterThan(3 * 1024 ** 2)
  await studies.add('arcada.stl', scans, { study_type: 'Escaneo Intraoral' })
  await studies.add('placa.dcm', image(2000, 1200), { study_type: 'Radiografía Panorámica' })
  const { page } = admin
  const bytes = countBytes(page)
  await openSection(page)
  await page.getByText('Faltan 3 de 3', { exact: true }).waitFor(patience)
  await make(page).click()
  await page.getByText(/^Terminó\./).waitFor(long)
  await page.getByText('Creadas: 1. Fallaron: 2.', { exact: false }).waitFor()
  const left = page.getByRole('listitem').filter({ hasText: 'Hay que leer el archivo completo.' })
  expect(await left.count()).toBe(2)
  await admin.look('backfill-whole-files')
  expect(bytes.size).toBe(3)
  for (const read of bytes.values()) expect(read).toBeLessThanOrEqual(3 * 1024 ** 2)
  const made = () =>
    query(`select state, kind, parts, cover_path is not null as cover, sheets is not null as sheets
      from public.study_previews where study_id = '${tomographyId}'`)
  expect(await made()).toEqual([
    { state: 'partial', kind: 'volume', parts: { volumes: 1 }, cover: true, sheets: false },
  ])

  await page.getByLabel('Incluir la vista en 3D (lee los archivos completos)').check()
  await page.getByText('Faltan 3 de 3', { exact: true }).waitFor(patience)
  await make(page).click()
  await page.getByText('Creadas: 3. Fallaron: 0.', { exact: false }).waitFor(long)
  expect(await made()).toEqual([
    { state: 'ready', kind: 'volume', parts: { volumes: 1 }, cover: true, sheets: true },
  ])
  expect(await states()).toEqual([{ state: 'ready', count: 3 }])
  // Of each study one line says that its images were looked at, for both times.
  const folders = [...bytes.keys()].map((folder) => `'%/${folder}/%'`).join()
  const lines = await query<{ count: number }>(
    `select count(*)::integer as count from private.audit_log a join storage.objects o on o.id::text = a.row_id
     where a.subject = 'study_files' and a.action = 'open' and o.name like any (array[${folders}]) group by o.id`,
  )
  expect(lines.map(({ count }) => count)).toEqual([1, 1, 1])
  expect(admin.complaints).toEqual([])
})

it('without a connection it stops, and goes on when it is asked again', async () => {
  for (let at = 0; at < 6; at++) await studies.add(`imagen ${at}.dcm`, image(60, 50))
  const { page } = admin
  await openSection(page)
  await page.getByText('Faltan 6 de 6', { exact: true }).waitFor(patience)
  await page.context().setOffline(true)
  await make(page).click()
  await page.getByText(/^En pausa: 0 de 6/).waitFor(long)
  await page.context().setOffline(false)
  await make(page).click()
  await page.getByText('Creadas: 6. Fallaron: 0.', { exact: false }).waitFor(long)
  expect(await stored()).toBe(6)
})

it('fits a phone', async () => {
  await studies.add('roto.dcm', image(60, 50).slice(0, 400), { study_type: 'Radiografía Carpal' })
  const small = await openPerson(browser, product.url, phone)
  await signIn(small.page, 'admin@clinica.test', 'Demo-2026!')
  await openSection(small.page)
  await make(small.page).click(patience)
  await small.page.getByText(/^Terminó\./).waitFor(long)
  await small.look('backfill')
  expect(await small.page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  await small.leave()
})
