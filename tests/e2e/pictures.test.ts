import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { previewFiles } from '#domain/study-preview.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { archPhantom } from '#tools/imaging/arch-phantom.ts'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { writePly, writeStl } from '#tools/imaging/mesh-writer.ts'
import { createPhantom } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, phantomFiles } from '#tools/imaging/phantom-files.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'
import { readIndex } from '#web/imaging/preview/index-format.ts'
import { openBrowser, openPerson, type Person, signIn } from './browser.ts'
import { studiesOf } from './study-files.ts'

const patience = { timeout: 60_000 }

let browser: Browser
let product: TestProduct
let doctora: Person
let folder = ''

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true })
  folder = await mkdtemp(join(tmpdir(), 'indice-pictures-'))
  doctora = await openPerson(browser, product.url)
  await signIn(doctora.page, 'doctora@clinica.test', 'Demo-2026!')
})
afterEach(() => doctora.page.unrouteAll())
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

type Files = Record<string, Uint8Array<ArrayBuffer>>
type Row = {
  state: string
  reason: string | null
  kind: string | null
  source: string
  thumb_path: string | null
  cover_path: string | null
  cover_width: number
  cover_height: number
  tint: string | null
  parts: Record<string, number>
  facts: Record<string, unknown>
  sheets: {
    paths: string[]
    size: number[]
    mm: number[]
    low: number
    high: number
    unit: string | null
  } | null
  index_path: string | null
}

/** Adds a study in the first patient's record with files, or with a folder of them. */
async function add(name: string, files: Files, unopenable = false): Promise<void> {
  const { page } = doctora
  const { rows } = await product.database.query<{ id: string }>(
    `select id::text as id from public.profiles where email = 'paciente@clinica.test'`,
  )
  const place = join(folder, name)
  await mkdir(place, { recursive: true })
  for (const [file, bytes] of Object.entries(files)) await writeFile(join(place, file), bytes)
  await page.goto(`/dashboard/patients/${rows[0]?.id}`)
  await page.getByRole('button', { name: 'Agregar Estudio' }).click(patience)
  const dialog = page.getByRole('dialog', { name: 'Agregar Estudio al Expediente' })
  await dialog.getByLabel('Tipo de Estudio').selectOption('Tomografías')
  const [only, ...others] = Object.keys(files)
  if (only && others.length === 0)
    await dialog.getByLabel('Archivo del Estudio').setInputFiles(join(place, only))
  else await dialog.getByLabel('Carpeta del estudio').setInputFiles(place)
  await dialog.getByRole('button', { name: 'Guardar Estudio' }).click()
  if (unopenable) await page.getByRole('button', { name: 'Agregar de todos modos' }).click(patience)
  await page.getByText('Estudio añadido correctamente.').waitFor(patience)
}

const pathOf = async (fileName: string) => {
  const { rows } = await product.database.query<{ path: string }>(
    'select file_url as path from public.studies where file_name = $1',
    [fileName],
  )
  return rows[0]?.path ?? ''
}

async function previews(fileName: string): Promise<Row[]> {
  const { rows } = await product.database.query<Row>(
    'select p.* from public.study_previews p join public.studies s on s.id = p.study_id where s.file_name = $1',
    [fileName],
  )
  return rows
}

/** The preview of a study, which nobody waited for. */
async function previewOf(fileName: string): Promise<Row> {
  await expect.poll(() => previews(fileName), patience).toHaveLength(1)
  const [row] = await previews(fileName)
  if (!row) throw new Error('A preview that was there stays')
  return row
}

/** A stored picture: its first bytes, and how the browser sees it. */
async function pictureOf(path: string | null): Promise<{ bytes: Buffer; seen: Seen }> {
  const bytes = await bytesOf(path ?? '')
  return { bytes, seen: await look(doctora.page, bytes) }
}

async function bytesOf(path: string): Promise<Buffer> {
  const answer = await fetch(`${product.url}/storage/v1/object/authenticated/study_files/${path}`, {
    headers: { apikey: product.keys.anonKey, authorization: `Bearer ${product.keys.serviceRoleKey}` },
  })
  expect(answer.status, path).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

type Seen = { width: number; height: number; corner: number[]; middle: number[]; bright: number }

/** Size, the colours of the first and the middle pixel, and parts per thousand that are not dark. */
function look(page: Page, bytes: Buffer): Promise<Seen> {
  return page.evaluate(async (base64) => {
    const raw = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([raw]))
    const { width, height } = bitmap
    const context = new OffscreenCanvas(width, height).getContext('2d')
    if (!context) throw new Error('No canvas')
    context.drawImage(bitmap, 0, 0)
    const { data } = context.getImageData(0, 0, width, height)
    const at = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)]
    let bright = 0
    for (let i = 0; i < data.length; i += 4) if ((data[i] ?? 0) > 60) bright++
    return {
      width,
      height,
      corner: at(0, 0),
      middle: at(Math.floor(width / 2), Math.floor(height / 2)),
      bright: Math.round((bright * 4000) / data.length),
    }
  }, bytes.toString('base64'))
}

const isWebp = (bytes: Buffer) =>
  bytes.subarray(0, 4).toString() === 'RIFF' && bytes.subarray(8, 12).toString() === 'WEBP'
const raster = { columns: 160, rows: 140, mmAcross: 0.625, mmDown: 0.625 }
const tomography = () =>
  phantomFiles(createPhantom(14, [100, 87.5, 60]), axialSlices(evenHeights(60, 1)), raster, '1', {
    // Nobody's: the phantom's own name would be asked about.
    '00100010': ['PN', ''],
  })
const image = (columns: number, rows: number, more = {}) =>
  writeDicom({
    elements: { ...imageElements({ columns, rows }), ...more },
    pixels: Uint16Array.from({ length: columns * rows }, (_, at) => (at % columns) * 20),
  })
const frames = writeDicom({
  elements: imageElements({ columns: 60, rows: 40, frames: 3 }),
  pixels: Uint16Array.from({ length: 7200 }, (_, at) => at % 4000),
})
const upper = writePly(archPhantom({ jaw: 'upper' }), 'binary_little_endian')
const lower = writeStl(archPhantom({ jaw: 'lower' }))

it('a tomography gets miniatura, portada, four sheets and an index while the study is stored already', async () => {
  const files = tomography()
  await add('tac', { 'tac.zip': new Uint8Array(await (await zipOf(files)).arrayBuffer()) })
  const row = await previewOf('tac.zip')
  expect(row).toMatchObject({ state: 'ready', kind: 'volume', reason: null, parts: { volumes: 1 } })
  expect(row.facts).toMatchObject({ modality: 'CT', slices: 60, voxel_mm: [0.625, 0.625, 1] })
  const [thumb, cover] = [await pictureOf(row.thumb_path), await pictureOf(row.cover_path)]
  expect([isWebp(thumb.bytes), isWebp(cover.bytes)]).toEqual([true, true])
  expect([thumb.seen.width, thumb.seen.height]).toEqual([160, 140])
  // The panoramic: as high as the volume in pixels of the curve's step.
  expect(cover.seen).toMatchObject({ height: 96, width: row.cover_width })
  expect(thumb.seen.bright).toBeGreaterThan(100)
  expect(cover.seen.bright).toBeGreaterThan(100)
  expect(row.sheets).toMatchObject({ size: [160, 140, 96], low: -1000, high: 2600, unit: 'HU' })
  const sheets = await Promise.all((row.sheets?.paths ?? []).map(bytesOf))
  expect(sheets.map(isWebp)).toEqual([true, true, true, true])
  expect(sheets.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(1024 ** 2)
  const { bytes, parts } = readIndex(String(await bytesOf(row.index_path ?? '')))
  const file = await bytesOf(row.source)
  expect([bytes, parts.length, parts[0]?.pictures.length]).toEqual([file.length, 1, 60])
  const { offset = 0, packed = 0 } = parts[0]?.pictures[30] ?? {}
  const slice = inflateRawSync(file.subarray(offset, offset + packed))
  expect(files.some((one) => slice.equals(one.bytes))).toBe(true)
})

it.each([
  ['an image', 'radiografia', { 'radiografia.dcm': image(900, 600) }, 'image', [900, 600]],
  ['a multi-frame file', 'cuadros', { 'cuadros.dcm': frames }, 'image', [60, 40]],
  [
    'a folder of images, the largest',
    'carpeta',
    { 'a.dcm': image(50, 40), 'b.dcm': image(2600, 1300) },
    'image',
    [1280, 640],
  ],
  ['an STL', 'inferior', { 'inferior.stl': lower }, 'mesh', [1280, 417]],
  ['a PLY', 'superior', { 'superior.ply': upper }, 'mesh', [1280, 417]],
  ['both jaws', 'arcadas', { 'inferior.stl': lower, 'superior.ply': upper }, 'mesh', [1280, 731]],
] as const)('miniatura and portada of %s', async (_, name, files, kind, size) => {
  await add(name, files)
  const [only, ...others] = Object.keys(files)
  const row = await previewOf(others.length > 0 ? `${name}.zip` : (only ?? ''))
  expect(row).toMatchObject({
    state: 'ready',
    kind,
    reason: null,
    cover_width: size[0],
    cover_height: size[1],
  })
  expect(row.tint).toMatch(/^[0-9a-f]{6}$/)
  const [thumb, cover] = [await pictureOf(row.thumb_path), await pictureOf(row.cover_path)]
  expect([cover.seen.width, cover.seen.height]).toEqual(size)
  expect(Math.max(thumb.seen.width, thumb.seen.height)).toBeLessThanOrEqual(480)
  expect([thumb.bytes.length <= 60 * 1024, cover.bytes.length <= 400 * 1024]).toEqual([true, true])
  expect(cover.seen.bright).toBeGreaterThan(100)
})

it('a photo is turned as its EXIF says, and its pictures have no EXIF', async () => {
  const base64 = await doctora.page.evaluate(async () => {
    const canvas = new OffscreenCanvas(200, 100)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No canvas')
    context.fillStyle = '#ff0000'
    context.fillRect(0, 0, 100, 100)
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())
    return btoa(String.fromCharCode(...bytes))
  })
  const jpeg = Buffer.from(base64, 'base64')
  // Orientation 6, after the marker that begins a JPEG: to be turned clockwise, the left side becomes the upper one.
  const exif = Buffer.from(
    'ffe10022457869660000' + '4d4d002a00000008' + '0001' + '011200030000000100060000' + '00000000',
    'hex',
  )
  const photo = Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)])
  await add('foto', { 'foto.jpg': new Uint8Array(photo) })
  const row = await previewOf('foto.jpg')
  expect(row).toMatchObject({ state: 'ready', kind: 'photo', cover_width: 100, cover_height: 200 })
  const { bytes, seen } = await pictureOf(row.cover_path)
  expect([seen.width, seen.height]).toEqual([100, 200])
  expect(seen.corner[0]).toBeGreaterThan(200)
  expect(bytes.includes('Exif')).toBe(false)
})

it('a PDF has none, and says that it is a document', async () => {
  await add('informe', { 'informe.pdf': new TextEncoder().encode('%PDF-1.7\n') })
  expect(await previewOf('informe.pdf')).toMatchObject({ state: 'none', kind: 'document', thumb_path: null })
})

it('where the canvas writes no WebP the pictures are JPEG called .jpg', async () => {
  const { page } = doctora
  await page.route('**/prepare.worker*.js', async (route) => {
    const response = await route.fetch()
    const old = `{ const write = OffscreenCanvas.prototype.convertToBlob
      OffscreenCanvas.prototype.convertToBlob = function (options) {
        return write.call(this, options.type === 'image/webp' ? { type: 'image/png' } : options) } }\n`
    await route.fulfill({ response, body: old + (await response.text()) })
  })
  await add('vieja', { 'vieja.dcm': image(300, 200) })
  const row = await previewOf('vieja.dcm')
  expect([
    row.state,
    row.thumb_path?.endsWith('/miniatura.jpg'),
    row.cover_path?.endsWith('/portada.jpg'),
  ]).toEqual(['ready', true, true])
  const { bytes, seen } = await pictureOf(row.cover_path)
  expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff')
  expect([seen.width, seen.height]).toEqual([300, 200])
})

it('a study stays without the picture that was refused, and without any of a file that cannot be read', async () => {
  const { page } = doctora
  await page.route('**/portada.webp', (route) => route.fulfill({ status: 500, body: '{}' }))
  await add('media', { 'media.dcm': image(300, 200) })
  expect(await previewOf('media.dcm')).toMatchObject({ state: 'partial', cover_path: null })
  await page.route('**/miniatura.webp', (route) => route.abort())
  const refused = page.waitForEvent('requestfailed', {
    ...patience,
    predicate: (request) => request.url().endsWith('/miniatura.webp'),
  })
  await add('ninguna', { 'ninguna.dcm': image(300, 200) })
  await refused
  expect(await pathOf('ninguna.dcm')).not.toBe('')
  await add('rota', { 'rota.stl': lower.slice(0, -10_000) })
  expect(await previewOf('rota.stl')).toMatchObject({
    state: 'failed',
    reason: 'truncated',
    thumb_path: null,
  })
  await add('otra', { 'otra.rar': new TextEncoder().encode(`Rar!${'x'.repeat(400)}`) }, true)
  expect(await previewOf('otra.rar')).toMatchObject({ state: 'failed', reason: 'not_an_image' })
  expect(await previews('ninguna.dcm')).toEqual([])
})

it('pictures, index and facts of a file with a name in every header hold none of it', async () => {
  const { rows } = await product.database.query<{ name: string }>(
    `select full_name as name from public.profiles where email = 'paciente@clinica.test'`,
  )
  const words = (rows[0]?.name ?? '').split(' ')
  const name = `${words.slice(1).join(' ')}^${words[0]}`
  const texts = [
    '00080070',
    '00080080',
    '00081010',
    '00081030',
    '0008103E',
    '00081090',
    '00104000',
    '00181400',
  ]
  const people = ['00080090', '00081050', '00081070', '00100010', '00101001']
  const headers = {
    '00080005': ['CS', 'ISO_IR 192'],
    ...Object.fromEntries(texts.map((tag) => [tag, ['LO', name]])),
    ...Object.fromEntries(people.map((tag) => [tag, ['PN', name]])),
  }
  await add('nombre', { 'nombre.dcm': image(300, 200, headers) })
  const row = await previewOf('nombre.dcm')
  expect(row.state).toBe('ready')
  const paths = [row.thumb_path, row.cover_path, row.index_path]
  const stored = await Promise.all(paths.map(async (path) => String(await bytesOf(path ?? ''))))
  for (const word of words)
    for (const text of [JSON.stringify([row.facts, row.parts]), ...stored])
      expect(text.toLowerCase()).not.toContain(word.toLowerCase())
})

it('makes the pictures of a study that had none when a doctor opens it', async () => {
  const studies = await studiesOf(product.url)
  const id = await studies.add('sin-imagenes.dcm', image(300, 200))
  await doctora.page.goto(`/dashboard/study/${id}`)
  expect(await previewOf('sin-imagenes.dcm')).toMatchObject({
    state: 'ready',
    kind: 'image',
    cover_width: 300,
  })
})

it('removes the pictures with the file that another one replaces', async () => {
  const { page } = doctora
  await add('antes', { 'antes.dcm': image(300, 200) })
  const before = await previewOf('antes.dcm')
  const there = async () => {
    const { rows } = await product.database.query('select name from storage.objects where name = any ($1)', [
      [before.source, ...previewFiles(before.source)],
    ])
    return rows.length
  }
  expect(await there()).toBe(4)
  const card = page.getByRole('listitem').filter({ hasText: 'antes.dcm' })
  await card.getByRole('button', { name: 'Más acciones' }).click(patience)
  await card.getByRole('button', { name: 'Editar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar Estudio' })
  await writeFile(join(folder, 'despues.dcm'), image(100, 80))
  await dialog.getByLabel(/^Reemplazar el archivo/).setInputFiles(join(folder, 'despues.dcm'))
  await dialog.getByRole('button', { name: 'Guardar Cambios' }).click()
  expect(await previewOf('despues.dcm')).toMatchObject({ state: 'ready', cover_width: 100 })
  await expect.poll(there, patience).toBe(0)
})
