import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { createPhantom, type Phantom } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, phantomFiles } from '#tools/imaging/phantom-files.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'
import { openPerson, openWholeBrowser, type Person, phone, signIn } from './browser.ts'
import { studiesOf } from './study-files.ts'

// A person draws the line of the mandibular canal; it is shown as a tube in every view, and kept for its author.

const mm = 0.5
const [columns, rows, count] = [120, 120, 80]

let browser: Browser
let product: TestProduct
let phantom: Phantom
let addStudy: () => Promise<string>
let doctor: Person
const people: Person[] = []

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openWholeBrowser()
  product = await startTestProduct({ engine, demo: true })
  phantom = createPhantom(8, [columns * mm, rows * mm, count * mm])
  const owner = await studiesOf(product.url)
  const raster = { columns, rows, mmAcross: mm, mmDown: mm }
  const zip = await zipOf(phantomFiles(phantom, axialSlices(evenHeights(count, mm)), raster))
  const bytes = new Uint8Array(await zip.arrayBuffer())
  addStudy = () => owner.add('tomografia.zip', bytes)
  doctor = await personOf('doctora@clinica.test')
})
afterAll(async () => {
  for (const person of people) await person.leave()
  await browser?.close()
  await product?.stop()
})

async function personOf(email: string, ...more: [viewport?: typeof phone, options?: { hasTouch: boolean }]) {
  const person = await openPerson(browser, product.url, ...more)
  people.push(person)
  await signIn(person.page, email, 'Demo-2026!')
  return person
}

const axial = (page: Page) => page.getByRole('img', { name: /^Corte axial/ })
const tool = (page: Page) => page.getByRole('button', { name: 'Canal mandibular', exact: true })
const options = (page: Page) => page.getByRole('region', { name: 'Canal mandibular' })
/** 'Canal derecho: 3 puntos, línea de 12.3 mm.' */
const said = (page: Page) => options(page).getByRole('status').first().innerText()
/** The canal in the pane of a canvas. */
const tubeIn = (pane: Locator) => pane.locator('xpath=..').getByText('Se ve el canal derecho.')
const points = (page: Page) => page.getByRole('button', { name: /^Canal (derecho|izquierdo), punto/ })

async function open(page: Page, study: string) {
  await page.goto(`${product.url}/dashboard/study/${study}`)
  await isThere(page)
}

async function isThere(page: Page) {
  await axial(page).waitFor({ timeout: 60_000 })
  // Nothing is drawn in a preview.
  await page.getByRole('button', { name: 'Sonda', exact: true, disabled: false }).waitFor()
}

const isSaved = (page: Page) => {
  const line = page.getByRole('region', { name: 'Trabajo guardado' }).getByRole('status').last()
  return expect.poll(() => line.innerText(), { timeout: 20_000 }).toBe('Guardado')
}

/** Where a place of the axial cut, in mm, is on the screen. */
async function placeOf(canvas: Locator, x: number, y: number) {
  const box = await canvas.boundingBox()
  if (!box) throw new Error('The cut is on the screen')
  const zoom = Math.min(box.width / columns, box.height / rows)
  return {
    x: box.x + box.width / 2 + (x / mm + 0.5 - columns / 2) * zoom,
    y: box.y + box.height / 2 + (y / mm + 0.5 - rows / 2) * zoom,
  }
}

async function press(page: Page, x: number, y: number) {
  const place = await placeOf(axial(page), x, y)
  await page.mouse.click(place.x, place.y)
}

const leaf = async (page: Page, key: 'PageUp' | 'PageDown', times: number) => {
  for (let time = 0; time < times; time++) await axial(page).press(key)
}

/** The axial cut is drawn at another height: the points of the one before are not seen there. */
const isPastPoints = (page: Page) =>
  expect
    .poll(() =>
      axial(page)
        .locator('xpath=..')
        .getByRole('button', { name: /^Canal/ })
        .count(),
    )
    .toBe(0)

/** A canal beside the teeth on the patient's right, point by point, on the way down. */
async function drawRight(page: Page) {
  await axial(page).focus()
  await page.keyboard.press('n')
  await options(page).waitFor()
  for (const { x, y } of phantom.teeth.slice(0, 4)) {
    await press(page, x, y)
    await leaf(page, 'PageUp', 4)
    await isPastPoints(page)
  }
  await expect.poll(() => said(page)).toMatch(/^Canal derecho: 4 puntos, línea de \d+\.\d mm\.$/)
}

it('a canal drawn in the planes is a tube in every view, and more points are set in the sections', async () => {
  const { page, look, complaints } = doctor
  await open(page, await addStudy())
  await drawRight(page)
  // The planes go through its third point.
  const third = phantom.teeth[2]
  if (!third) throw new Error('The phantom has teeth')
  await leaf(page, 'PageDown', 8)
  await axial(page).press('c')
  await press(page, third.x, third.y)
  for (const name of [/^Corte axial/, /^Corte coronal/, /^Corte sagital/])
    await tubeIn(page.getByRole('img', { name })).waitFor({ state: 'attached' })
  await tubeIn(page.getByRole('application', { name: /^Vista 3D/ })).waitFor({ state: 'attached' })
  await look('nerve-canal-planes')

  await page.getByText('Panorámica', { exact: true }).click()
  const panoramic = page.getByRole('img', { name: /^Reconstrucción panorámica/ })
  await tubeIn(panoramic).waitFor({ state: 'attached' })
  const section = page.getByRole('img', { name: /^Corte transversal/ }).first()
  await tool(page).click()
  // The canal cannot be set on a projection: there a press leads to the sections.
  const box = await panoramic.boundingBox()
  if (!box) throw new Error('The picture is on the screen')
  await page.mouse.click(box.x + box.width * 0.35, box.y + box.height / 2)
  await expect.poll(() => said(page)).toContain('4 puntos')
  await tubeIn(section).waitFor({ state: 'attached' })
  await look('nerve-canal-panoramic')
  const middle = await section.boundingBox()
  if (!middle) throw new Error('The section is on the screen')
  await page.mouse.click(middle.x + middle.width / 2, middle.y + middle.height * 0.2)
  await expect.poll(() => said(page)).toContain('5 puntos')
  expect(complaints.splice(0)).toEqual([])
})

it('it is there after a reload and after Empezar de nuevo, and nobody else sees it', async () => {
  const { page } = doctor
  const study = await addStudy()
  await open(page, study)
  await drawRight(page)
  const drawn = await said(page)
  await isSaved(page)
  await page.reload()
  await isThere(page)
  await tubeIn(page.getByRole('application', { name: /^Vista 3D/ })).waitFor({ state: 'attached' })
  await tool(page).click()
  await expect.poll(() => said(page)).toBe(drawn)
  await page.getByRole('button', { name: 'Empezar de nuevo' }).click()
  await expect.poll(() => said(page)).toBe(drawn)
  await isSaved(page)
  await page.reload()
  await isThere(page)
  await tool(page).click()
  await expect.poll(() => said(page)).toBe(drawn)

  for (const email of ['admin@clinica.test', 'paciente@clinica.test']) {
    const other = await personOf(email)
    await open(other.page, study)
    await tool(other.page).click()
    await expect.poll(() => said(other.page)).toMatch(/^Pon los puntos/)
    // Each draws one of their own; what a patient draws is not kept.
    await press(other.page, 20, 20)
    await expect.poll(() => points(other.page).count()).toBe(1)
    expect(await other.page.getByRole('region', { name: 'Trabajo guardado' }).count()).toBe(
      email.startsWith('admin') ? 1 : 0,
    )
    await other.page.reload()
    await isThere(other.page)
  }
})

it('the keyboard alone draws, moves, removes and takes back points, and sets side and diameter', async () => {
  const { page } = doctor
  await open(page, await addStudy())
  await axial(page).focus()
  await page.keyboard.press('n')
  await options(page).waitFor()
  await page.keyboard.press('Enter')
  for (let time = 0; time < 4; time++) await page.keyboard.press('PageUp')
  await isPastPoints(page)
  for (const key of ['Shift+ArrowRight', 'Enter']) await page.keyboard.press(key)
  // 10 pixels across and 4 up, of half a mm each.
  const two = (mm: string) => `Canal derecho: 2 puntos, línea de ${mm} mm.`
  await expect.poll(() => said(page)).toBe(two(Math.hypot(5, 2).toFixed(1)))
  const second = axial(page)
    .locator('xpath=..')
    .getByRole('button', { name: /^Canal derecho, punto 2/ })
  await second.press('Shift+ArrowRight')
  await expect.poll(() => said(page)).toBe(two(Math.hypot(10, 2).toFixed(1)))
  await axial(page).press('Control+z')
  await expect.poll(() => said(page)).toBe(two(Math.hypot(5, 2).toFixed(1)))
  await second.press('Delete')
  await expect.poll(() => said(page)).toMatch(/^Pon los puntos/)
  await axial(page).press('Control+z')
  await expect.poll(() => said(page)).toContain('2 puntos')
  const width = options(page).getByRole('slider', { name: 'Diámetro' })
  expect(await width.getAttribute('aria-valuetext')).toBe('2.5 milímetros')
  await width.press('End')
  expect(await width.getAttribute('aria-valuetext')).toBe('4.0 milímetros')
  await width.press('Home')
  expect(await width.getAttribute('aria-valuetext')).toBe('1.5 milímetros')
  await options(page).getByRole('radio', { name: 'Derecho' }).press('ArrowRight')
  await expect.poll(() => said(page)).toMatch(/^Pon los puntos/)
})

it('it says how far a length is from the surface of the tube, and a saved picture shows the canal', async () => {
  const { page, look } = doctor
  await open(page, await addStudy())
  const saved = async () => {
    const download = page.waitForEvent('download')
    await axial(page).press('s')
    const stream = await (await download).createReadStream()
    const parts: Buffer[] = []
    for await (const part of stream) parts.push(Buffer.from(part))
    return Buffer.concat(parts)
  }
  await axial(page).focus()
  const before = await saved()
  await page.keyboard.press('n')
  await options(page).waitFor()
  await press(page, 25, 30)
  await leaf(page, 'PageUp', 30)
  await isPastPoints(page)
  await press(page, 25, 30)
  await leaf(page, 'PageDown', 15)
  await tubeIn(axial(page)).waitFor({ state: 'attached' })
  // With the window in hand no point is drawn, only the tube.
  await axial(page).press('w')
  await leaf(page, 'PageDown', 15)
  await tubeIn(axial(page)).waitFor({ state: 'attached' })
  expect((await saved()).equals(before)).toBe(false)
  await leaf(page, 'PageUp', 15)
  await axial(page).press('l')
  await options(page).getByText('Mide una longitud').waitFor()
  const [from, to] = [await placeOf(axial(page), 37, 30), await placeOf(axial(page), 44, 30)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 3 })
  await page.mouse.up()
  const gap = options(page).getByText(/de la superficie del tubo al punto más cercano de Longitud 1/)
  await gap.waitFor()
  const text = (await gap.innerText()).trim()
  const found = Number(/^derecho (\d+\.\d) mm/.exec(text)?.[1])
  // 12 mm from the line, a press is a screen pixel wide.
  expect(Math.abs(found - (12 - 1.25))).toBeLessThan(0.25)
  expect(text).toContain('Medida sobre una línea que trazó una persona.')
  await look('nerve-canal-distance')
})

it('a finger on a phone sets, moves, removes and takes back points, and erases the line', async () => {
  const person = await personOf('doctora@clinica.test', phone, { hasTouch: true })
  const { page, look, complaints } = person
  await open(page, await addStudy())
  await page.getByRole('button', { name: 'Más', exact: true }).tap()
  await tool(page).tap()
  await options(page).waitFor()
  for (const [x, y] of [
    [20, 30],
    [30, 22],
    [40, 30],
  ] as const) {
    const place = await placeOf(axial(page), x, y)
    await page.touchscreen.tap(place.x, place.y)
  }
  await expect.poll(() => said(page)).toContain('3 puntos')
  const drawn = await said(page)
  await look('nerve-canal-phone')
  // A tap on a point takes it in hand, and sets none.
  const middle = await placeOf(axial(page), 30, 22)
  await page.touchscreen.tap(middle.x, middle.y)
  await expect.poll(() => said(page)).toBe(drawn)
  await drag(page, middle, await placeOf(axial(page), 30, 30))
  await expect.poll(() => said(page)).toContain('línea de 20.')
  await page.getByRole('button', { name: 'Quitar punto 2' }).tap()
  await expect.poll(() => said(page)).toContain('2 puntos')
  const undo = page.getByRole('button', { name: 'Deshacer' })
  await undo.tap()
  await undo.tap()
  await expect.poll(() => said(page)).toBe(drawn)
  await page.getByRole('button', { name: 'Borrar canal' }).tap()
  await expect.poll(() => points(page).count()).toBe(0)
  await undo.tap()
  await expect.poll(() => said(page)).toBe(drawn)
  expect(complaints.splice(0)).toEqual([])
})

/** A finger that goes from one place to another. */
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [from])
  for (const part of [0.3, 0.7, 1])
    await touch('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }])
  await touch('touchEnd', [])
  await session.detach()
}
