import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import type { Item } from '#tools/imaging/dicom-elements.ts'
import { createPhantom, hounsfield, type Phantom } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, phantomFiles } from '#tools/imaging/phantom-files.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'
import { openPerson, openWholeBrowser, type Person, phone, signIn } from './browser.ts'
import { studiesOf } from './study-files.ts'

// What is read of a tomography: values under the pointer, and of regions.

const mm = 0.5
const [columns, rows, count] = [120, 120, 80]

let browser: Browser
let product: TestProduct
let phantom: Phantom
let doctor: Person
const studies = { hu: '', greys: '' }

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openWholeBrowser()
  product = await startTestProduct({ engine, demo: true })
  phantom = createPhantom(8, [columns * mm, rows * mm, count * mm])
  const owner = await studiesOf(product.url)
  const raster = { columns, rows, mmAcross: mm, mmDown: mm }
  const uncalibrated: Item = { '00281054': ['LO', 'US'], '00281052': ['DS', '0'] }
  for (const [name, more] of [
    ['hu', {}],
    ['greys', uncalibrated],
  ] as const) {
    const slices = axialSlices(evenHeights(count, mm))
    const zip = await zipOf(phantomFiles(phantom, slices, raster, '1', more))
    studies[name] = await owner.add(`${name}.zip`, new Uint8Array(await zip.arrayBuffer()))
  }
  doctor = await openPerson(browser, product.url)
  await signIn(doctor.page, 'doctora@clinica.test', 'Demo-2026!')
})
afterAll(async () => {
  await doctor?.leave()
  await browser?.close()
  await product?.stop()
})

const axial = (page: Page) => page.getByRole('img', { name: /^Corte axial/ })

async function open(page: Page, study: string) {
  await page.goto(`${product.url}/dashboard/study/${study}`)
  await axial(page).waitFor({ timeout: 60_000 })
  // Nothing is read in a preview.
  await page.getByRole('button', { name: 'Sonda', exact: true, disabled: false }).waitFor()
}

/** Where a voxel of the axial cut is on the screen. */
async function placeOf(canvas: Locator, [x, y]: readonly [number, number]) {
  const box = await canvas.boundingBox()
  if (!box) throw new Error('The cut is on the screen')
  const zoom = Math.min(box.width / columns, box.height / rows)
  return {
    x: box.x + box.width / 2 + (x / mm + 0.5 - columns / 2) * zoom,
    y: box.y + box.height / 2 + (y / mm + 0.5 - rows / 2) * zoom,
  }
}

/** The number that the probe says aloud. */
async function probed(page: Page): Promise<string> {
  const said = page.getByRole('status').filter({ hasText: /^Sonda:/ })
  return (await said.first().textContent()) ?? ''
}

const tooth = () => {
  const [first] = phantom.teeth
  if (!first) throw new Error('The phantom has teeth')
  return first
}

it('Sonda reads Hounsfield units under the pointer, and of a device that does not calibrate greys', async () => {
  const { page, look, complaints } = doctor
  for (const [study, wanted] of [
    [studies.hu, `${hounsfield.tooth} HU`],
    [studies.greys, `${hounsfield.tooth + 1024} valores de gris`],
  ] as const) {
    await open(page, study)
    await axial(page).focus()
    await page.keyboard.press('p')
    const { x, y } = await placeOf(axial(page), [tooth().x, tooth().y])
    await page.mouse.move(x, y)
    await expect.poll(() => probed(page)).toBe(`Sonda: ${wanted}`)
    // A press leaves it standing; the keyboard moves one of its own.
    await page.mouse.click(x, y)
    await page.mouse.move(5, 5)
    await expect.poll(() => probed(page)).toBe(`Sonda: ${wanted}`)
    await axial(page).press('ArrowRight')
    await axial(page).press('ArrowRight')
    await expect.poll(() => probed(page)).toBe(`Sonda: ${wanted}`)
    await axial(page).press('Escape')
    await expect
      .poll(() =>
        page
          .getByRole('status')
          .filter({ hasText: /^Sonda:/ })
          .count(),
      )
      .toBe(0)
  }
  await look('probe')
  expect(complaints.splice(0)).toEqual([])
})

it('Región says mean, deviation, lowest and highest of a circle and a rectangle, drawn and moved by pointer and keys', async () => {
  const { page, look, complaints } = doctor
  await open(page, studies.hu)
  await axial(page).focus()
  await page.keyboard.press('g')
  const middle = await placeOf(axial(page), [tooth().x, tooth().y])
  const edge = await placeOf(axial(page), [tooth().x + tooth().radius * 0.7, tooth().y])
  await page.mouse.move(middle.x, middle.y)
  await page.mouse.down()
  await page.mouse.move(edge.x, edge.y, { steps: 4 })
  await page.mouse.up()
  const lines = `Media ${hounsfield.tooth} HU. DE 0 · Mín. ${hounsfield.tooth} · Máx. ${hounsfield.tooth}`
  const first = page.getByRole('button', { name: `Región 1. ${lines}. Punto 1.` })
  await first.waitFor()
  await look('region')
  // The middle takes the circle along, out of the tooth.
  const moved = page.getByRole('button', { name: /^Región 1\. .* Punto 1\./ })
  for (let step = 0; step < 3; step++) await moved.press('Shift+ArrowRight')
  await expect.poll(() => moved.getAttribute('aria-label')).not.toContain(lines)
  await page.getByText('Rectángulo', { exact: true }).click()
  await axial(page).focus()
  for (const key of ['Enter', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown', 'Enter'])
    await page.keyboard.press(key)
  const second = page.getByRole('button', { name: /^Región 2\. Media -?\d+ HU.* Punto 1\./ })
  await second.press('Delete')
  await expect.poll(() => second.count()).toBe(0)
  // It stays with its cut.
  await axial(page).press('PageDown')
  await expect.poll(() => moved.count()).toBe(0)
  await axial(page).press('PageUp')
  await expect.poll(() => moved.count()).toBe(1)
  expect(complaints.splice(0)).toEqual([])
})

it('a saved picture shows the region as the screen does', async () => {
  const { page } = doctor
  await open(page, studies.hu)
  await axial(page).focus()
  const saved = async () => {
    const download = page.waitForEvent('download')
    await axial(page).press('s')
    const stream = await (await download).createReadStream()
    const parts: Buffer[] = []
    for await (const part of stream) parts.push(Buffer.from(part))
    return Buffer.concat(parts)
  }
  const before = await saved()
  await page.keyboard.press('g')
  for (const key of ['Enter', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Enter']) await axial(page).press(key)
  await page
    .getByRole('button', { name: /^Región 1\./ })
    .first()
    .waitFor()
  expect((await saved()).equals(before)).toBe(false)
})

it('a finger on a phone reads with the probe and draws a region', async () => {
  const person = await openPerson(browser, product.url, phone, { hasTouch: true })
  try {
    const { page, look } = person
    await signIn(page, 'doctora@clinica.test', 'Demo-2026!')
    await open(page, studies.hu)
    await page.getByRole('button', { name: 'Sonda', exact: true }).tap()
    const { x, y } = await placeOf(axial(page), [30, 45])
    await page.touchscreen.tap(x, y)
    await expect.poll(() => probed(page)).toBe(`Sonda: ${hounsfield.tissue} HU`)
    // What has no room stands behind 'Más'.
    await page.getByRole('button', { name: 'Más', exact: true }).tap()
    await page.getByRole('button', { name: 'Región', exact: true }).tap()
    const one = await placeOf(axial(page), [30, 45])
    const other = await placeOf(axial(page), [36, 45])
    await page.touchscreen.tap(one.x, one.y)
    await page.touchscreen.tap(other.x, other.y)
    await page
      .getByRole('button', { name: new RegExp(`^Región 1\\. Media ${hounsfield.tissue} HU`) })
      .first()
      .waitFor()
    await look('region-phone')
  } finally {
    await person.leave()
  }
})
