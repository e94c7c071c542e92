import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { createPhantom, hounsfield, type Phantom } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, phantomFiles } from '#tools/imaging/phantom-files.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'
import { openPerson, openWholeBrowser, type Person, phone, signIn } from './browser.ts'
import { studiesOf } from './study-files.ts'

// A tomography turned to the occlusal plane, and the work on it.

const mm = 0.5
const [columns, rows, count] = [120, 120, 80]

let browser: Browser
let product: TestProduct
let phantom: Phantom
let zip: Uint8Array<ArrayBuffer>
let studies: Awaited<ReturnType<typeof studiesOf>>
let doctor: Person

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openWholeBrowser()
  product = await startTestProduct({ engine, demo: true })
  phantom = createPhantom(8, [columns * mm, rows * mm, count * mm])
  studies = await studiesOf(product.url)
  const raster = { columns, rows, mmAcross: mm, mmDown: mm }
  const files = phantomFiles(phantom, axialSlices(evenHeights(count, mm)), raster)
  zip = new Uint8Array(await (await zipOf(files)).arrayBuffer())
  doctor = await openPerson(browser, product.url)
  await signIn(doctor.page, 'doctora@clinica.test', 'Demo-2026!')
})
afterAll(async () => {
  await doctor?.leave()
  await browser?.close()
  await product?.stop()
})

const pane = (page: Page, name: string) => page.getByRole('img', { name: new RegExp(`^Corte ${name}`) })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const turned = (page: Page, words: string) => page.getByRole('img', { name: new RegExp(`Girado: ${words}`) })
const work = (page: Page) => page.getByRole('region', { name: 'Trabajo guardado' })
const isSaved = (page: Page) =>
  expect.poll(() => work(page).getByRole('status').last().innerText(), { timeout: 20_000 }).toBe('Guardado')

async function open(page: Page, study: string) {
  await page.goto(`${product.url}/dashboard/study/${study}`)
  await isThere(page)
}

async function isThere(page: Page) {
  await pane(page, 'axial').waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Sonda', exact: true, disabled: false }).waitFor()
  await page.getByText('Cargando...').first().waitFor({ state: 'hidden', timeout: 30_000 })
}

/** What is seen of a pane, as a file; a moment after the last change, when it is drawn. */
async function pictureOf(page: Page, canvas: Locator): Promise<Buffer> {
  const download = page.waitForEvent('download')
  await canvas.press('s')
  const stream = await (await download).createReadStream()
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

it('by keyboard alone the volume is turned in all three planes, and comes back to exactly the pixels of before', async () => {
  const { page, look, complaints } = doctor
  await open(page, await studies.add('volumen.zip', zip))
  await pane(page, 'axial').focus()
  if (!(await field(page, 'Cabeceo').isVisible())) await page.keyboard.press('j')
  const before = await pictureOf(page, pane(page, 'sagital'))
  await field(page, 'Cabeceo').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('12.5')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await field(page, 'Cabeceo').inputValue()).toBe('13.0')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect.poll(() => turned(page, 'cabeceo 13.0°, inclinación -1.0°, giro 0.0°').count()).toBe(3)
  expect((await pictureOf(page, pane(page, 'sagital'))).equals(before)).toBe(false)
  await look('oblique-planes')
  // Handles are reached by Tab and moved by arrows.
  await page.getByRole('button', { name: 'Girar en los planos' }).press('Enter')
  await page.getByRole('button', { name: /^Giro: 0\.0°/ }).press('ArrowDown')
  await page.getByRole('button', { name: /^Giro: [1-9]\.\d°/ }).waitFor()
  await look('oblique-handles')
  await page.getByRole('button', { name: 'Restablecer orientación' }).press('Enter')
  await expect.poll(() => turned(page, '').count()).toBe(0)
  await expect
    .poll(async () => (await pictureOf(page, pane(page, 'sagital'))).equals(before), { timeout: 20_000 })
    .toBe(true)
  expect(complaints.splice(0)).toEqual([])
})

it('a tooth lies where the angles say, and Sonda reads it there in Hounsfield units', async () => {
  const { page, complaints } = doctor
  await open(page, await studies.add('volumen.zip', zip))
  await field(page, 'Cabeceo').fill('20')
  const sagittal = pane(page, 'sagital')
  await turned(page, 'cabeceo 20.0°').first().waitFor()
  const [tooth] = phantom.teeth
  if (!tooth) throw new Error('The phantom has teeth')
  // To the cut through the tooth: nothing moves across it, and from the front it turns clockwise.
  await sagittal.focus()
  const wanted = Math.round(tooth.x / mm)
  for (let at = columns / 2; at > wanted; at--) await page.keyboard.press('PageUp')
  await page.keyboard.press('p')
  const [back, low] = [tooth.y + mm / 2 - 30, 20 - ((tooth.from + tooth.to) / 2 + mm / 2)]
  const [cos, sin] = [Math.cos(Math.PI / 9), Math.sin(Math.PI / 9)]
  const place = { x: back * cos - low * sin, y: back * sin + low * cos }
  const box = await sagittal.boundingBox()
  if (!box) throw new Error('The cut is on the screen')
  // As large as the box that holds all of it, which has as many more voxels on both sides.
  const more = (length: number, all: number) => length + 2 * Math.ceil((all / mm - length) / 2)
  const size = { width: more(rows, 60 * cos + 40 * sin), height: more(count, 60 * sin + 40 * cos) }
  const zoom = Math.min(box.width / size.width, box.height / size.height) / mm
  await page.mouse.move(box.x + box.width / 2 + place.x * zoom, box.y + box.height / 2 + place.y * zoom)
  const said = page.getByRole('status').filter({ hasText: /^Sonda:/ })
  await expect
    .poll(async () => Number(/-?\d+/.exec((await said.first().textContent()) ?? '')?.[0]))
    .toBeGreaterThanOrEqual(hounsfield.tooth - 5)
  expect(complaints.splice(0)).toEqual([])
})

it('the desk, marks and key images come back to their orientation', async () => {
  const { page, look, complaints } = doctor
  await open(page, await studies.add('volumen.zip', zip))
  await work(page).waitFor()
  await field(page, 'Cabeceo').fill('10')
  await turned(page, 'cabeceo 10.0°').first().waitFor()
  await page.getByRole('button', { name: 'Medir longitud' }).click()
  await pane(page, 'axial').focus()
  await page.keyboard.press('Enter')
  for (let step = 0; step < 4; step++) await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  const mark = page.getByRole('button', { name: /^Longitud 1, 20\.0 mm: punto 1/ })
  await mark.waitFor()
  await pane(page, 'axial').press('k')
  await page.getByRole('img', { name: 'Imagen clave 1' }).waitFor()
  await isSaved(page)
  // As it was left, with its mark.
  await page.reload()
  await isThere(page)
  await expect.poll(() => turned(page, 'cabeceo 10.0°').count()).toBe(3)
  await mark.waitFor()
  await page.getByRole('button', { name: 'Restablecer orientación' }).click()
  await page.getByText('1 medición hecha con otra orientación no se muestra.').waitFor()
  expect(await mark.count()).toBe(0)
  await look('oblique-hidden-mark')
  await page.getByRole('button', { name: 'Volver a esa orientación' }).click()
  await mark.waitFor()
  await page.getByRole('button', { name: 'Restablecer orientación' }).click()
  await expect.poll(() => turned(page, '').count()).toBe(0)
  await work(page)
    .getByRole('button', { name: /^Imágenes clave/ })
    .click()
  await page.getByRole('button', { name: 'Ir al corte' }).click()
  await expect.poll(() => turned(page, 'cabeceo 10.0°').count()).toBe(3)
  await mark.waitFor()
  expect(complaints.splice(0)).toEqual([])
})

it('a finger on a phone turns with a handle', async () => {
  const person = await openPerson(browser, product.url, phone, { hasTouch: true })
  try {
    const { page, look } = person
    await signIn(page, 'doctora@clinica.test', 'Demo-2026!')
    await open(page, await studies.add('volumen.zip', zip))
    await page.getByRole('button', { name: 'Ajustes', exact: true }).tap()
    await page.getByRole('button', { name: 'Girar en los planos' }).tap()
    await look('oblique-fields-phone')
    await page.getByRole('button', { name: 'Cerrar ajustes' }).tap()
    const handle = page.getByRole('button', { name: /^Giro: 0\.0°/ })
    const from = await handle.boundingBox()
    if (!from) throw new Error('The handle is on the screen')
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2]
    const touch = await page.context().newCDPSession(page)
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
    await send('touchStart', { x, y })
    for (let step = 1; step <= 4; step++) await send('touchMove', { x, y: y + step * 8 })
    await send('touchEnd')
    await page.getByRole('button', { name: /^Giro: 1\d\.\d°/ }).waitFor()
    await turned(page, 'cabeceo 0.0°, inclinación 0.0°, giro 1').first().waitFor()
    await look('oblique-phone')
  } finally {
    await person.leave()
  }
})
