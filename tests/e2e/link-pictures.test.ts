import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openBrowser, openPerson, type Person, phone, signIn } from './browser.ts'
import { studiesOf } from './study-files.ts'

// Key images of a study that lies elsewhere are added by hand (docs/product/viewer.md).

let browser: Browser
let product: TestProduct
let doctora: Person
let study: string

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true })
  study = await (await studiesOf(product.url)).insert({ file_url: 'https://visor.clinica.test/1' })
  doctora = await openPerson(browser, product.url)
  await signIn(doctora.page, 'doctora@clinica.test', 'Demo-2026!')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const open = async (page: Page) => {
  await page.goto(`/dashboard/study/${study}`)
  await page.getByRole('link', { name: 'Abrir enlace' }).waitFor()
}
const strip = (page: Page) => page.getByRole('list', { name: 'Imágenes clave' })
const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.getByLabel('Archivo de la imagen clave').setInputFiles({ name, mimeType, buffer })
const said = (page: Page, words: string) => page.locator('[data-toaster]').getByText(words).waitFor()

/**
 * A JPEG of 3000 x 1500, its left half red, as a phone makes it: its EXIF says to turn it clockwise (orientation 6), and where it was taken.
 */
async function photo(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(3000, 1500)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No canvas')
    context.fillStyle = '#ff0000'
    context.fillRect(0, 0, 1500, 1500)
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  })
  const jpeg = Buffer.from(base64, 'base64')
  const exif = Buffer.from(
    'ffe10040457869660000' + // Exif
      '4d4d002a00000008' +
      ['0002', '011200030000000100060000', '882500040000000100000026', '00000000'].join('') +
      // Of the GPS: north.
      ['0001', '00010002000000024e000000', '00000000'].join(''),
    'hex',
  )
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)])
}

/** The picture that is seen, as it is stored. */
async function storedOf(page: Page, name: string): Promise<{ bytes: Buffer; upper: number[] }> {
  const picture = strip(page).getByRole('img', { name })
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 20_000 })
    .toBeGreaterThan(0)
  const found = await picture.evaluate(async (image: HTMLImageElement) => {
    const blob = await (await fetch(image.src)).blob()
    const context = new OffscreenCanvas(1, 1).getContext('2d')
    context?.drawImage(await createImageBitmap(blob), 0, 0)
    const bytes = new Uint8Array(await blob.arrayBuffer())
    return {
      base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')),
      upper: [...(context?.getImageData(0, 0, 1, 1).data ?? [])],
    }
  })
  return { bytes: Buffer.from(found.base64, 'base64'), upper: found.upper }
}

it('a doctor adds a picture to a link by hand; of its file nothing stays but what is seen, and a report may show it', async () => {
  const { page, look, complaints } = doctora
  await open(page)
  await page.getByText('Todavía no hay imágenes clave.').waitFor()
  await look('link-without-pictures')
  const [choosing] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Agregar imagen' }).click(),
  ])
  await choosing.setFiles({
    name: 'Juana Pérez.jpg',
    mimeType: 'image/jpeg',
    buffer: await photo(page),
  })
  const caption = strip(page).getByRole('textbox', { name: 'Pie de la imagen clave 1' })
  await caption.fill('Quiste en 36')
  await caption.press('Enter')
  const { bytes, upper } = await storedOf(page, 'Quiste en 36')
  expect((await photo(page)).includes('Exif')).toBe(true)
  expect(bytes.includes('Exif') || bytes.includes('EXIF')).toBe(false)
  // Turned: what was its left side is its upper one.
  expect(upper[0]).toBeGreaterThan(200)
  const { rows } = await product.database.query<Record<string, unknown>>(
    `select k.id::text as id, k.path, k.width, k.height, k.source, s.patient_id::text as patient
     from public.key_images k join public.studies s on s.id = k.study_id where s.id = $1`,
    [study],
  )
  expect(rows).toEqual([
    {
      ...rows[0],
      path: `${rows[0]?.patient}/${study}/clave-${rows[0]?.id}.webp`,
      width: 1000,
      height: 2000,
      source: { by: 'hand' },
    },
  ])

  await choose(page, 'grande.jpg', 'image/jpeg', Buffer.alloc(6_000_000))
  await said(page, 'La imagen pesa más de 5 MB. Elige una más pequeña.')
  await choose(page, 'notas.txt', 'text/plain', Buffer.from('Nada'))
  await said(page, 'Elige una imagen JPEG, PNG o WebP.')
  await choose(page, 'rota.png', 'image/png', Buffer.from('Nada'))
  await said(page, 'No se pudo leer la imagen: puede estar dañada. Elige otra.')
  await page.reload()
  await strip(page).getByRole('img', { name: 'Quiste en 36' }).waitFor()
  expect(await strip(page).getByRole('listitem').count()).toBe(1)
  expect(await page.getByRole('button', { name: 'Ir al corte' }).count()).toBe(0)
  await look('link-pictures')
  await page.setViewportSize(phone)
  await look('link-pictures-phone')
  for (const button of await strip(page).getByRole('button').all()) {
    const box = await button.boundingBox()
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= phone.width).toBe(true)
  }
  await page.setViewportSize({ width: 1440, height: 900 })

  // Beside its report: what is added is offered at once.
  await page.goto(`/dashboard/study/${study}?informe`)
  await page.getByRole('button', { name: 'Empezar informe' }).click()
  await page.getByRole('checkbox', { name: 'En el informe: Quiste en 36' }).check()
  await choose(page, 'otra.jpg', 'image/jpeg', await photo(page))
  await page.getByRole('checkbox', { name: 'En el informe: Imagen sin título' }).waitFor({ timeout: 20_000 })
  const shown = () =>
    product.database.query(
      `select i.key_image_id::text as id from public.report_images i join public.reports r on r.id = i.report_id
       where r.study_id = $1 order by i.position`,
      [study],
    )
  await expect.poll(async () => (await shown()).rows, { timeout: 20_000 }).toEqual([{ id: rows[0]?.id }])
  // Dragged onto the first one, the other takes its place.
  const item = (caption: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('checkbox', { name: `En el informe: ${caption}` }) })
  await item('Imagen sin título').dragTo(item('Quiste en 36'))
  await item('Imagen sin título').getByText('1. Imagen sin título').waitFor()
  await expect.poll(async () => (await shown()).rows.length, { timeout: 20_000 }).toBe(2)
  expect((await shown()).rows[1]).toEqual({ id: rows[0]?.id })
  expect(complaints).toEqual([])
})

it('the 25th is refused, and a patient adds none', async () => {
  const { page } = doctora
  await product.database.query(
    `insert into public.key_images (id, study_id, author_id, path, width, height, sha256, source, position)
     select gen_random_uuid(), $1::uuid, k.author_id, k.author_id || '/' || $1 || '/clave-' || gen_random_uuid(), 8, 6,
       repeat('0', 64), '{"by": "hand"}', 10 + at
     from (select author_id from public.key_images where study_id = $1::uuid limit 1) k,
       generate_series(1, 24 - (select count(*)::int from public.key_images where study_id = $1::uuid)) at`,
    [study],
  )
  await open(page)
  await expect.poll(() => strip(page).getByRole('listitem').count(), { timeout: 20_000 }).toBe(24)
  await choose(page, 'otra.jpg', 'image/jpeg', await photo(page))
  await said(page, 'Este estudio ya tiene 24 imágenes clave.')

  const patient = await openPerson(browser, product.url)
  await signIn(patient.page, 'paciente@clinica.test', 'Demo-2026!')
  await open(patient.page)
  await patient.page.waitForLoadState('networkidle')
  expect(await patient.page.getByRole('button', { name: 'Agregar imagen' }).count()).toBe(0)
  await patient.leave()
})
