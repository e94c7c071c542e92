import { readFile } from 'node:fs/promises'
import { BlobWriter, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { archPhantom } from '#tools/imaging/arch-phantom.ts'
import { writePly, writeStl } from '#tools/imaging/mesh-writer.ts'
import { openBrowser, openPerson, type Person, phone, signIn } from './browser.ts'
import { studiesOf } from './study-files.ts'

let browser: Browser
let product: TestProduct
let both: string
let broken: string
let textured: string

const upper = archPhantom({ jaw: 'upper' })
const lower = archPhantom({ jaw: 'lower' })
const upperFile = writePly(upper, 'binary_little_endian')
const lowerFile = writeStl(lower)

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true })
  const studies = await studiesOf(product.url)
  both = await studies.add(
    'escaneo.zip',
    await zipOf({ 'Escaneo/1-maxilar.ply': upperFile, 'Escaneo/2-mandibula.stl': lowerFile }),
  )
  broken = await studies.add(
    'escaneo-roto.zip',
    await zipOf({
      'maxilar.ply': upperFile,
      'rota.stl': lowerFile.slice(0, -10_000),
      'foto.png': new Uint8Array(Buffer.from(redPixel, 'base64')),
    }),
  )
  const obj = [
    'mtllib arcada.mtl',
    ...rowsOf(lower.positions).map((place) => `v ${place.join(' ')}`),
    'vt 0.5 0.5',
    'usemtl arcada',
    ...rowsOf(lower.indices).map((corners) => `f ${corners.map((point) => `${point + 1}/1`).join(' ')}`),
  ].join('\n')
  textured = await studies.add(
    'escaneo-con-textura.zip',
    await zipOf({
      'arcada.obj': new TextEncoder().encode(obj),
      'arcada.mtl': new TextEncoder().encode('newmtl arcada\nmap_Kd arcada.png'),
      'arcada.png': new Uint8Array(Buffer.from(redPixel, 'base64')),
    }),
  )
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

/** A PNG of one red pixel. */
const redPixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

const rowsOf = (numbers: Float32Array | Uint32Array) =>
  Array.from({ length: numbers.length / 3 }, (_, at) => [...numbers.subarray(at * 3, at * 3 + 3)])

async function zipOf(files: Record<string, Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipWriter(new BlobWriter(), { useWebWorkers: false })
  for (const [name, bytes] of Object.entries(files)) await zip.add(name, new Uint8ArrayReader(bytes))
  return new Uint8Array(await (await zip.close()).arrayBuffer())
}

async function patient(window?: typeof phone, of: Browser = browser): Promise<Person> {
  const person = await openPerson(of, product.url, window, { hasTouch: window !== undefined })
  await signIn(person.page, 'paciente@clinica.test', 'Demo-2026!')
  return person
}

async function open(page: Page, study: string): Promise<void> {
  await page.goto(`/dashboard/study/${study}`)
  await page.getByRole('application').waitFor()
}

type Seen = { tooth: number; gum: number; plaster: number; sum: string }

/** Parts per thousand of the stage, as shown, in the colours of teeth, gum and the blue plaster of a second scan. */
async function seen(page: Page): Promise<Seen> {
  const png = (await page.getByRole('application').screenshot()).toString('base64')
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    if (!context) throw new Error('No canvas')
    context.drawImage(bitmap, 0, 0)
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
    const count = { tooth: 0, gum: 0, plaster: 0 }
    for (let i = 0; i < data.length; i += 4) {
      const [r = 0, g = 0, b = 0] = data.subarray(i, i + 3)
      if (r < 70 && b < 70) continue
      if (r - g > 40) count.gum++
      else if (r > g && g > b) count.tooth++
      else if (b > g && g > r) count.plaster++
    }
    const hash = await crypto.subtle.digest('SHA-256', data)
    const sum = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    const share = (pixels: number) => Math.round((pixels * 4000) / data.length)
    return { tooth: share(count.tooth), gum: share(count.gum), plaster: share(count.plaster), sum }
  }, png)
}

/** Waits until the picture is right, and returns it. */
async function until(page: Page, right: (now: Seen) => boolean): Promise<Seen> {
  let last = await seen(page)
  await expect
    .poll(async () => {
      last = await seen(page)
      return right(last) ? 'right' : last
    })
    .toBe('right')
  return last
}

/** Two fingers on the stage, from one distance to another (pixels), then lifted. */
async function pinch(page: Page, cdp: CDPSession, from: number, to: number): Promise<void> {
  const box = await page.getByRole('application').boundingBox()
  if (!box) throw new Error('The stage is on the screen')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const fingers = (apart: number) => [
    { x: x - apart / 2, y, id: 1 },
    { x: x + apart / 2, y, id: 2 },
  ]
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(from) })
  for (let part = 1; part <= 5; part++)
    await cdp.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: fingers(from + ((to - from) * part) / 5),
    })
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** The list of models, which a phone opens with a press. */
async function openList(page: Page): Promise<void> {
  const models = page.getByRole('button', { name: 'Modelos', exact: true })
  if ((await models.getAttribute('aria-expanded')) !== 'true') await models.click()
}

const pressed = (page: Page) =>
  page.getByRole('group', { name: 'Vistas' }).locator('[aria-pressed=true]').allInnerTexts()

it.each([phone.width, 768, 1024, 1440])('the views are in sight at %i px', async (width) => {
  const person = await patient({ width, height: phone.height })
  const { page } = person
  await open(page, both)
  const strip = page.getByRole('group', { name: 'Vistas' })
  const box = await strip.boundingBox()
  const right = (box?.x ?? 0) + (box?.width ?? 0)
  const seen: string[] = []
  for (const button of await strip.getByRole('button').all()) {
    const one = await button.boundingBox()
    if (one && one.x >= (box?.x ?? 0) && one.x + one.width <= right) seen.push(await button.innerText())
  }
  expect(right).toBeLessThanOrEqual(width)
  expect(seen[0]).toBe('Frontal')
  // A phone has the width of the window for them, and shows by a fade that there are more.
  if (width === phone.width) expect(box?.width).toBeGreaterThanOrEqual(width - 16)
  else expect(seen).toHaveLength(5)
  await person.leave()
})

describe.each([
  ['desktop', undefined],
  ['phone', phone],
] as const)('scans at a %s', (where, window) => {
  let person: Person
  let page: Page
  beforeAll(async () => {
    person = await patient(window)
    page = person.page
  })
  afterAll(async () => {
    expect(person.complaints).toEqual([])
    await person.leave()
  })

  it('two of a ZIP are shown together, in the file’s colours and their size', async () => {
    await open(page, both)
    const front = await until(page, ({ tooth, gum, plaster }) => tooth > 20 && gum > 3 && plaster > 20)
    expect(front.plaster).toBeGreaterThan(front.gum)
    expect(await pressed(page)).toEqual(['Frontal'])
    await page.getByText('Ancho 60.0 × fondo 48.0 × alto 32.0 mm').waitFor()
    await page.getByText('Se suponen milímetros').waitFor()
    await page.getByText('No es un dispositivo de diagnóstico').waitFor()
    await person.look(`mesh-front-${where}`)
  })

  it('the chewing surfaces of each jaw are looked at without the other one', async () => {
    await open(page, both)
    await page.getByRole('button', { name: 'Oclusal superior' }).click()
    const above = await until(page, ({ tooth, plaster }) => tooth > 60 && plaster < 15)
    // From there the gum is behind the crowns.
    expect(above.gum).toBeLessThan(above.tooth / 10)
    await openList(page)
    expect(await page.getByRole('switch', { name: 'Inferior' }).isChecked()).toBe(false)
    await person.look(`mesh-occlusal-${where}`)
    if (where === 'phone') await page.getByRole('button', { name: 'Cerrar modelos' }).click()
    await page.getByRole('button', { name: 'Oclusal inferior' }).click()
    await until(page, ({ tooth, plaster }) => tooth === 0 && plaster > 60)
    await page.getByRole('button', { name: 'Lateral derecha' }).click()
    await until(page, ({ tooth, plaster }) => tooth > 10 && plaster > 20)
    await openList(page)
    expect(await page.getByRole('switch', { name: 'Inferior' }).isChecked()).toBe(true)
  })

  it('by keys: views, turning, moving, nearer, all of it, and back', async () => {
    await open(page, both)
    const stage = page.getByRole('application')
    await stage.focus()
    // A key also shows the focus ring, which stays until the end.
    await page.keyboard.press('1')
    const front = await until(page, ({ tooth, plaster }) => tooth > 20 && plaster > 20)
    await page.keyboard.press('4')
    expect(await pressed(page)).toEqual(['Lateral derecha'])
    const right = await until(page, ({ sum }) => sum !== front.sum)
    await page.keyboard.press('5')
    await until(page, ({ sum }) => sum !== right.sum)
    await page.keyboard.press('1')
    await until(page, ({ sum }) => sum === front.sum)
    await page.keyboard.press('ArrowUp')
    expect(await pressed(page)).toEqual([])
    await until(page, ({ sum }) => sum !== front.sum)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ArrowRight')
    await until(page, ({ sum }) => sum !== front.sum)
    await page.keyboard.press('0')
    await page.keyboard.press('+')
    await until(page, ({ tooth }) => tooth > front.tooth * 1.2)
    await page.keyboard.press('1')
    await until(page, ({ sum }) => sum === front.sum)
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Atajos' })
    await keys.getByText('Girar el modelo').waitFor()
    await person.look(`mesh-keys-${where}`)
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'hidden' })
  })

  it('switches and glass: what is hidden leaves the picture and the size', async () => {
    await open(page, both)
    await openList(page)
    const lowerJaw = page.getByRole('switch', { name: 'Inferior' })
    // Before the screenshot: the ring around the stage is part of it.
    await lowerJaw.focus()
    const front = await until(page, ({ tooth, plaster }) => tooth > 20 && plaster > 20)
    await page.keyboard.press('Space')
    await until(page, ({ tooth, plaster }) => tooth > 20 && plaster < 15)
    await page.getByText('Ancho 60.0 × fondo 48.0 × alto 16.0 mm').waitFor()
    await page.keyboard.press('Space')
    // On a phone the list and the ring of its focus lie on the picture.
    await until(page, ({ tooth, plaster }) => tooth === front.tooth && plaster === front.plaster)
    await page.getByRole('slider', { name: 'Opacidad de Inferior' }).fill('10')
    await until(page, ({ plaster }) => plaster < front.plaster * 0.9)
    await page.getByRole('switch', { name: 'Colores del escáner' }).click()
    await until(page, ({ gum, tooth }) => gum === 0 && tooth > 20)
  })

  it('a distance between two teeth is that of the scan', async () => {
    await open(page, both)
    await page.keyboard.press('3')
    await until(page, ({ tooth, plaster }) => tooth === 0 && plaster > 60)
    await page.getByRole('button', { name: 'Medir distancia' }).click()
    const box = await page.getByRole('application').boundingBox()
    if (!box) throw new Error('The stage is on the screen')
    const { width, height } = box
    // Seen from above the front points down, and the middle of the box is the middle of the screen.
    const pixels = Math.min(width / 60, height / 48) / 1.12
    const spot = ([x, y]: (typeof lower.teeth)[number]) => ({
      x: width / 2 + x * pixels,
      y: height / 2 - (y + 24) * pixels,
    })
    const [first, last] = [lower.teeth[2], lower.teeth[11]]
    if (!first || !last) throw new Error('The phantom has fourteen teeth')
    for (const tooth of [first, last]) {
      const position = spot(tooth)
      if (where === 'phone') await page.touchscreen.tap(box.x + position.x, box.y + position.y)
      else await page.getByRole('application').click({ position })
    }
    const said = page.getByRole('status').filter({ hasText: 'Distancia' })
    await said.waitFor()
    const measured = Number(/([\d.]+) mm/.exec(await said.innerText())?.[1])
    const truth = Math.hypot(...first.map((part, i) => part - (last[i] ?? 0)))
    expect(Math.abs(measured - truth)).toBeLessThan(truth * 0.01)
    await person.look(`mesh-distance-${where}`)
    await page.getByRole('application').focus()
    await page.keyboard.press('Escape')
    // By key it marks the middle of the picture, and there is no surface between the sides of an arch.
    await page.keyboard.press('Enter')
    await page.getByText('Ahí no hay modelo: marca un punto sobre él.').waitFor()
  })

  it('a hand turns it, two fingers or the wheel bring it nearer', async () => {
    await open(page, both)
    const front = await until(page, ({ tooth, plaster }) => tooth > 20 && plaster > 20)
    const box = await page.getByRole('application').boundingBox()
    if (!box) throw new Error('The stage is on the screen')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    if (where === 'phone') {
      const cdp = await page.context().newCDPSession(page)
      await pinch(page, cdp, 80, 200)
      await until(page, ({ tooth }) => tooth > front.tooth * 1.3)
      expect(await pressed(page)).toEqual(['Frontal'])
      const finger = (at: number) => [{ x: x + at, y, id: 1 }]
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: finger(0) })
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: finger(30) })
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: finger(60) })
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    } else {
      await page.mouse.move(x, y)
      await page.mouse.wheel(0, -300)
      await until(page, ({ tooth }) => tooth > front.tooth * 1.3)
      expect(await pressed(page)).toEqual(['Frontal'])
      await page.mouse.down()
      await page.mouse.move(x + 60, y, { steps: 3 })
      await page.mouse.up()
    }
    await expect.poll(() => pressed(page)).toEqual([])
  })
})

describe('what goes wrong', () => {
  it('a scan that is cut off says so, offers the file, and leaves the others to be seen', async () => {
    const person = await patient()
    const { page } = person
    const warnings: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'warning' && /context/i.test(message.text())) warnings.push(message.text())
    })
    await open(page, broken)
    await openList(page)
    const list = page.getByRole('list', { name: 'Modelos' })
    await list.getByText('rota.stl El archivo está incompleto.').waitFor()
    const parts = page.getByRole('navigation', { name: 'Partes del estudio' })
    // More often than a browser keeps contexts (16): each must have been released.
    for (let visit = 0; visit < 18; visit++) {
      await parts.getByRole('button', { name: 'foto.png' }).click()
      await page.getByRole('application').waitFor({ state: 'hidden' })
      await parts.getByRole('button', { name: 'Modelos 3D' }).click()
      await page.getByRole('application').waitFor()
    }
    await until(page, ({ tooth }) => tooth > 20)
    expect(warnings).toEqual([])
    await openList(page)
    await person.look('mesh-broken')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      list.getByRole('button', { name: 'Descargar' }).click(),
    ])
    expect(new Uint8Array(await readFile(await download.path()))).toEqual(lowerFile.slice(0, -10_000))
    expect(person.complaints).toEqual([])
    await person.leave()
  })

  it('graphics memory that is taken away comes back with the picture', async () => {
    const person = await patient()
    const { page } = person
    await open(page, both)
    const front = await until(page, ({ tooth, plaster }) => tooth > 20 && plaster > 20)
    const lose = () => {
      const canvas = document.querySelector('canvas')
      const extension = canvas?.getContext('webgl2')?.getExtension('WEBGL_lose_context')
      if (!extension) throw new Error('A context that can be lost')
      Reflect.set(window, 'giveBack', () => extension.restoreContext())
      extension.loseContext()
    }
    await page.evaluate(lose)
    await page.getByText('Recuperando la imagen 3D...').waitFor()
    await page.evaluate(() => Reflect.get(window, 'giveBack')())
    await page.getByText('Recuperando la imagen 3D...').waitFor({ state: 'hidden' })
    await until(page, ({ sum }) => sum === front.sum)
    await person.leave()
  })

  it('a browser without WebGL is told so, and has the file', async () => {
    const flat = await openBrowser(['--disable-3d-apis'])
    const person = await patient(phone, flat)
    const { page } = person
    await page.goto(`/dashboard/study/${both}`)
    const alert = page.getByRole('alert').filter({ hasText: 'Este navegador no puede mostrar modelos 3D' })
    await alert.waitFor()
    await person.look('mesh-no-webgl')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      alert.getByRole('button', { name: 'Descargar' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('1-maxilar.ply')
    await flat.close()
  })
})

it('an OBJ is covered with the texture beside it, which is no part by itself', async () => {
  const person = await patient()
  await open(person.page, textured)
  await until(person.page, ({ gum, tooth }) => gum > 100 && tooth < 5)
  expect(await person.page.getByRole('navigation', { name: 'Partes del estudio' }).count()).toBe(0)
  await person.look('mesh-textured')
  expect(person.complaints).toEqual([])
  await person.leave()
})
