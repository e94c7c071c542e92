import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { createPhantom, type Phantom } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, phantomFiles } from '#tools/imaging/phantom-files.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'
import { openBrowser, openPerson, type Person, phone, signIn } from './browser.ts'
import { studiesOf } from './study-files.ts'

/** mm from one voxel to the next. */
const mm = 0.5
const [columns, rows, count] = [160, 160, 100]
const teeth = 10

let browser: Browser
let product: TestProduct
let patient: Person
let phantom: Phantom
const studies: Record<'even' | 'tilted' | 'uneven' | 'unscaled', string> = {
  even: '',
  tilted: '',
  uneven: '',
  unscaled: '',
}

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true })
  phantom = createPhantom(teeth, [columns * mm, rows * mm, count * mm])
  const raster = { columns, rows, mmAcross: mm, mmDown: mm }
  const doctor = await studiesOf(product.url)
  const heights = evenHeights(count, mm)
  const gone = heights.filter((_, at) => at < 40 || at > 43)
  for (const [name, slices] of Object.entries({
    even: axialSlices(heights),
    tilted: axialSlices(heights, 8),
    uneven: axialSlices(gone),
    unscaled: axialSlices(heights),
  })) {
    const zip = await zipOf([
      { name: 'LEEME.txt', bytes: new TextEncoder().encode('Exportado') },
      ...phantomFiles(phantom, slices, raster, '1', name === 'unscaled' ? { '00280030': ['DS', ''] } : {}),
    ])
    const id = await doctor.add(`${name}.zip`, new Uint8Array(await zip.arrayBuffer()))
    Reflect.set(studies, name, id)
  }
  patient = await openPerson(browser, product.url)
  await signIn(patient.page, 'paciente@clinica.test', 'Demo-2026!')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const pane = (page: Page, name: string | RegExp) => page.getByRole('img', { name })
const axial = (page: Page) => pane(page, /^Corte axial/)

async function open(page: Page, study: string) {
  await page.goto(`/dashboard/study/${study}`)
  await axial(page).waitFor({ timeout: 60_000 })
}

type Seen = { width: number; height: number; greys: number[] }

/** What is drawn, in the pixels of the screen. */
function greysOf(canvas: Locator): Promise<Seen> {
  return canvas.evaluate((element: HTMLCanvasElement) => {
    const { width, height } = element
    const data = element.getContext('2d')?.getImageData(0, 0, width, height).data ?? []
    return { width, height, greys: Array.from({ length: width * height }, (_, at) => data[at * 4] ?? 0) }
  })
}

/** The middle of the brightest pixels, in pixels of a cut with this many columns and rows, fitted to its stage. */
function brightest({ width, height, greys }: Seen, across: number, down: number): { x: number; y: number } {
  const most = greys.reduce((one, other) => Math.max(one, other), 0)
  const found = greys.flatMap((grey, at) =>
    grey === most ? [{ x: at % width, y: Math.floor(at / width) }] : [],
  )
  const zoom = Math.min(width / across, height / down)
  const mean = (of: (place: { x: number; y: number }) => number) =>
    found.reduce((sum, place) => sum + of(place) + 0.5, 0) / found.length
  return {
    x: (mean(({ x }) => x) - width / 2) / zoom + across / 2 - 0.5,
    y: (mean(({ y }) => y) - height / 2) / zoom + down / 2 - 0.5,
  }
}

/** Presses keys until a cut is reached, one by one. */
async function leafTo(canvas: Locator, at: number) {
  await canvas.press('Home')
  for (let step = 0; step < at; step++) await canvas.press('PageDown')
  await expect.poll(() => canvas.getAttribute('aria-label')).toContain(` ${at + 1} de `)
}

it('the metal ball at the patient’s right lies on the left of axial and coronal cuts, to the voxel', async () => {
  const { page, look, complaints } = patient
  await open(page, studies.even)
  const { at } = phantom.marker
  const voxel = at.map((place) => Math.round(place / mm))
  // Only what is brighter than teeth is white.
  await page.getByLabel('Nivel', { exact: true }).fill('2900')
  await page.getByLabel('Ancho', { exact: true }).fill('100')
  await leafTo(axial(page), voxel[2] ?? 0)
  await expect
    .poll(async () => {
      const { x, y } = brightest(await greysOf(axial(page)), columns, rows)
      return Math.max(Math.abs(x - at[0] / mm), Math.abs(y - at[1] / mm))
    })
    .toBeLessThan(1)
  const coronal = pane(page, /^Corte coronal/)
  await leafTo(coronal, voxel[1] ?? 0)
  await expect
    .poll(async () => {
      const { x, y } = brightest(await greysOf(coronal), columns, count)
      return Math.max(Math.abs(x - at[0] / mm), Math.abs(y - (count - 1 - at[2] / mm)))
    })
    .toBeLessThan(1)
  expect(at[0] / mm).toBeLessThan(columns / 2)
  await look('volume-planes')
  expect(complaints.splice(0)).toEqual([])
})

it('the cross links the cuts: arrows on one move the others, and a click does', async () => {
  const { page } = patient
  await open(page, studies.even)
  const [coronal, sagittal] = [pane(page, /^Corte coronal/), pane(page, /^Corte sagital/)]
  await axial(page).focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+ArrowUp')
  await expect.poll(() => sagittal.getAttribute('aria-label')).toContain(`Corte sagital ${columns / 2} de`)
  await expect.poll(() => coronal.getAttribute('aria-label')).toContain(`Corte coronal ${rows / 2 - 9} de`)
  const before = await greysOf(coronal)
  const box = await axial(page).boundingBox()
  if (!box) throw new Error('The axial cut is on the screen')
  // The whole cut stands in the pane, so that its shorter side is as long as the pane's.
  const perVoxel = Math.min(box.width / columns, box.height / rows)
  await page.mouse.click(box.x + box.width / 2 + 3.5 * perVoxel, box.y + box.height * 0.4)
  await expect
    .poll(() => sagittal.getAttribute('aria-label'))
    .toContain(`Corte sagital ${columns / 2 + 4} de`)
  await expect.poll(async () => (await greysOf(coronal)).greys.join() === before.greys.join()).toBe(false)
})

it('a length between two teeth is right within a hundredth, and an angle within a degree, drawn by hand', async () => {
  const { page, look } = patient
  await open(page, studies.even)
  const [first, last] = [phantom.teeth[0], phantom.teeth.at(-1)]
  const front = phantom.teeth[Math.floor(teeth / 2)]
  if (!first || !last || !front) throw new Error('The phantom has teeth')
  const box = await axial(page).boundingBox()
  if (!box) throw new Error('The axial cut is on the screen')
  const zoom = Math.min(box.width / columns, box.height / rows)
  const place = (tooth: { x: number; y: number }) =>
    [
      box.x + box.width / 2 + (tooth.x / mm + 0.5 - columns / 2) * zoom,
      box.y + box.height / 2 + (tooth.y / mm + 0.5 - rows / 2) * zoom,
    ] as const
  await page.getByRole('button', { name: 'Medir longitud' }).click()
  await page.mouse.click(...place(first))
  await page.mouse.click(...place(last))
  const length = page.getByRole('button', { name: /^Longitud 1.*punto 1/ })
  await length.waitFor()
  const said = Number(/([\d.]+) mm/.exec((await length.getAttribute('aria-label')) ?? '')?.[1])
  const truth = Math.hypot(last.x - first.x, last.y - first.y)
  expect(Math.abs(said - truth) / truth).toBeLessThan(0.01)

  // A press on its end would start to move the length.
  await page.getByRole('button', { name: 'Borrar mediciones de este corte' }).click()
  await expect.poll(() => length.count()).toBe(0)
  await page.getByRole('button', { name: 'Medir ángulo' }).click()
  for (const tooth of [first, front, last]) await page.mouse.click(...place(tooth))
  const angle = page.getByRole('button', { name: /^Ángulo 1.*punto 1/ })
  await angle.waitFor()
  const degrees = Number(/([\d.]+)°/.exec((await angle.getAttribute('aria-label')) ?? '')?.[1])
  const toward = (tooth: { x: number; y: number }) => Math.atan2(tooth.y - front.y, tooth.x - front.x)
  const turn = Math.abs(((toward(first) - toward(last)) * 180) / Math.PI)
  expect(Math.abs(degrees - Math.min(turn, 360 - turn))).toBeLessThan(1)
  await look('volume-measured')
})

/** The number of bright runs in a line across the crowns. */
function runs({ width, height, greys }: Seen, part: number): number {
  const zoom = Math.min(width / columns, height / count)
  const top = height / 2 - (count / 2) * zoom
  const row = Math.round(top + (1 - part) * count * zoom)
  const line = greys.slice(row * width, (row + 1) * width)
  const threshold = (Math.max(...line) + 60) / 2
  return line.filter((grey, at) => grey > threshold && (line[at - 1] ?? 0) <= threshold).length
}

it('the panoramic picture shows exactly as many teeth as there are, and follows the curve that one moves', async () => {
  const { page, look, complaints } = patient
  await open(page, studies.even)
  await page.getByRole('radio', { name: 'Panorámica' }).check()
  const panoramic = pane(page, /^Reconstrucción panorámica/)
  await panoramic.waitFor({ timeout: 30_000 })
  await page.getByLabel('Grosor de la panorámica').fill('4')
  await page.getByRole('button', { name: 'Brillo y contraste' }).click()
  await expect.poll(async () => runs(await greysOf(panoramic), 0.7), { timeout: 30_000 }).toBe(teeth)
  await look('volume-panoramic')

  const sections = page.getByRole('img', { name: /^Corte transversal/ })
  expect(await sections.count()).toBe(3)
  const before = (await greysOf(panoramic)).greys.join()
  const point = page.getByRole('button', { name: /^Punto 2 de/ })
  await point.focus()
  for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(async () => (await greysOf(panoramic)).greys.join() === before).toBe(false)
  await page.getByRole('button', { name: 'Curva sugerida' }).click()
  await expect.poll(async () => (await greysOf(panoramic)).greys.join() === before).toBe(true)

  const points = page.getByRole('button', { name: /^Punto \d+ de/ })
  const many = await points.count()
  await page.getByRole('button', { name: 'Agregar punto' }).click()
  await expect.poll(() => points.count()).toBe(many + 1)
  await points.last().press('Delete')
  await expect.poll(() => points.count()).toBe(many)
  expect(complaints.splice(0)).toEqual([])
})

it('a place on the panoramic picture leads to its sections', async () => {
  const { page } = patient
  await open(page, studies.even)
  await page.getByRole('radio', { name: 'Panorámica' }).check()
  const panoramic = pane(page, /^Reconstrucción panorámica/)
  const first = page.getByRole('img', { name: /^Corte transversal/ }).first()
  await first.waitFor({ timeout: 30_000 })
  const before = await first.getAttribute('aria-label')
  await panoramic.press('End')
  await expect.poll(() => first.getAttribute('aria-label')).not.toBe(before)
  const box = await panoramic.boundingBox()
  if (!box) throw new Error('The panoramic picture is on the screen')
  await page.mouse.click(box.x + box.width * 0.3, box.y + box.height / 2)
  await expect.poll(() => first.getAttribute('aria-label')).not.toContain(before ?? '')
})

it('a slab shows the ball that a thin cut beside it misses', async () => {
  const { page } = patient
  await open(page, studies.even)
  await page.getByLabel('Nivel', { exact: true }).fill('2900')
  await page.getByLabel('Ancho', { exact: true }).fill('100')
  const white = async () => (await greysOf(axial(page))).greys.filter((grey) => grey === 255).length
  const middle = Math.round((phantom.marker.at[2] + phantom.marker.radius + 4) / mm)
  await leafTo(axial(page), middle)
  await expect.poll(white).toBe(0)
  await page.getByLabel('Grosor', { exact: true }).fill('20')
  await expect.poll(white).toBeGreaterThan(0)
  await page.getByLabel('Dentro del grosor').selectOption('mean')
  await expect.poll(white).toBe(0)
})

it('a tilted series and one with missing slices say so', async () => {
  const { page } = patient
  await open(page, studies.tilted)
  await page.getByText('inclin', { exact: false }).first().waitFor()
  await open(page, studies.uneven)
  await page
    .getByText(/faltan|Faltan/)
    .first()
    .waitFor()
})

it('a volume that does not say how large its pixels are is measured in pixels, and says so', async () => {
  const { page, look } = patient
  await open(page, studies.unscaled)
  const sentence =
    'El archivo no indica una escala confiable: las longitudes están en pixeles, no en milímetros.'
  await page.getByText(sentence).waitFor()
  const box = await axial(page).boundingBox()
  if (!box) throw new Error('The axial cut is on the screen')
  const zoom = Math.min(box.width / columns, box.height / rows)
  await page.getByRole('button', { name: 'Medir longitud' }).click()
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.click(x, y)
  await page.mouse.click(x + 48 * zoom, y)
  const length = page.getByRole('button', { name: /^Longitud 1.*punto 1/ })
  await expect.poll(() => length.getAttribute('aria-label')).toMatch(/ 4[789] px/)
  await look('volume-unscaled')
  await page.getByRole('radio', { name: 'Panorámica' }).check()
  await pane(page, /^Reconstrucción panorámica de \d+ px de grosor/).waitFor({ timeout: 30_000 })
  await page.getByText(sentence).waitFor()
  expect(await page.getByText(/ mm\b/).count()).toBe(0)
})

it('a soft flick of a touchpad leafs as far in the planes as in the slices', async () => {
  const { page } = patient
  await open(page, studies.even)
  const flick = async (canvas: Locator) => {
    const box = await canvas.boundingBox()
    if (!box) throw new Error('It is on the screen')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    for (let turn = 0; turn < 30; turn++) await page.mouse.wheel(0, 4)
  }
  await flick(axial(page))
  await expect.poll(() => axial(page).getAttribute('aria-label')).toContain(`axial ${count / 2 + 2} de`)
  await page.getByRole('radio', { name: 'Cortes' }).check()
  const slice = pane(page, /^Fantoma/)
  await expect.poll(() => slice.getAttribute('aria-label')).toContain(`Corte ${count / 2 + 1} de`)
  await flick(slice)
  await expect.poll(() => slice.getAttribute('aria-label')).toContain(`Corte ${count / 2 + 2} de`)
})

it('a device with little memory gets a smaller volume, and is told', async () => {
  const weak = await openPerson(browser, product.url)
  await weak.page.addInitScript(() => Object.defineProperty(navigator, 'deviceMemory', { value: 0.0078125 }))
  await signIn(weak.page, 'paciente@clinica.test', 'Demo-2026!')
  await open(weak.page, studies.even)
  await weak.page
    .getByText(/resolución/)
    .first()
    .waitFor()
  await weak.leave()
})

it('on a phone one plane is seen at a time, moved by finger and slider', async () => {
  const small = await openPerson(browser, product.url, phone, { hasTouch: true })
  const { page, look, complaints } = small
  await signIn(page, 'paciente@clinica.test', 'Demo-2026!')
  await open(page, studies.even)
  await look('volume-planes')
  const box = await axial(page).boundingBox()
  if (!box) throw new Error('The axial cut is on the screen')
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height * 0.4)
  await page.getByRole('radio', { name: 'Coronal' }).check()
  const coronal = pane(page, /^Corte coronal/)
  await expect.poll(() => coronal.getAttribute('aria-label')).not.toContain(`coronal ${rows / 2 + 1} de`)
  expect(await axial(page).count()).toBe(0)
  await page.getByRole('slider', { name: 'Corte', exact: true }).fill('5')
  await expect.poll(() => coronal.getAttribute('aria-label')).toContain('Corte coronal 5 de')
  await page.getByRole('radio', { name: 'Panorámica' }).check()
  await pane(page, /^Corte transversal/)
    .first()
    .waitFor({ timeout: 30_000 })
  await look('volume-panoramic')
  expect(complaints).toEqual([])
  await small.leave()
})

it('while a finger drags on a dense screen a cut at 1:1 has half of its pixels on a side, and all of them when it rests', async () => {
  const dense = await openPerson(browser, product.url, phone, { hasTouch: true, deviceScaleFactor: 3 })
  const { page } = dense
  await signIn(page, 'paciente@clinica.test', 'Demo-2026!')
  await open(page, studies.even)
  const box = await axial(page).boundingBox()
  if (!box) throw new Error('The axial cut is on the screen')
  const density = () =>
    axial(page).evaluate((element: HTMLCanvasElement) => element.width / element.clientWidth)
  // Pixels of the cut that are as large as these here need no more of the screen's.
  await expect.poll(density).toBeCloseTo(1.5, 1)
  await axial(page).press('1')
  await expect.poll(density).toBeCloseTo(3, 1)
  const cdp = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove', by: number) =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [{ x: box.x + box.width / 2 + by, y: box.y + box.height / 2, id: 0 }],
    })
  await touch('touchStart', 0)
  let by = 0
  await expect
    .poll(
      async () => {
        await touch('touchMove', ++by)
        return density()
      },
      { interval: 16 },
    )
    .toBeCloseTo(1.5, 1)
  // The finger is still down.
  await expect.poll(density).toBeCloseTo(3, 1)
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await dense.leave()
})
