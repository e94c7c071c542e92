import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { type DicomFile, imageElements, type Pixels, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { encodeRle } from '#tools/imaging/rle-encoder.ts'
import { openPerson, openWholeBrowser, type Person, phone, signIn } from './browser.ts'
import { studiesOf } from './study-files.ts'

// The images of a study, as the product serves them: the canvas, hands and keys, and broken files.

let browser: Browser
let product: TestProduct
let studies: Awaited<ReturnType<typeof studiesOf>>

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openWholeBrowser()
  product = await startTestProduct({ engine, demo: true })
  studies = await studiesOf(product.url)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const columns = 120
const rows = 90
/** A grey for each pixel, so that no turn, mirror or shift leaves them in place. */
const greyAt = (at: number) => (at * 7 + Math.floor(at / columns) * 31) % 256
const greys = Uint8Array.from({ length: columns * rows }, (_, at) => greyAt(at))
/** The same in 12 bits: the window over all of them shows exactly these greys again. */
const wide = Uint16Array.from(greys, (grey) => Math.round((grey * 4095) / 255))

type Known = Partial<Parameters<typeof imageElements>[0]>
function dicom(pixels: Pixels, image: Known = {}, rest: Partial<DicomFile> = {}): Uint8Array<ArrayBuffer> {
  const allocated = pixels.BYTES_PER_ELEMENT * 8
  const whole = allocated === 8 ? 256 : 4096
  return writeDicom({
    pixels: rest.frames ? undefined : pixels,
    ...rest,
    elements: {
      ...imageElements({ columns, rows, allocated, ...image }),
      '00281050': ['DS', String(whole / 2)],
      '00281051': ['DS', String(whole)],
      ...rest.elements,
    },
  })
}

/** Without the time of a frame, a file of frames is slices. */
const film = { elements: { '00181063': ['DS', '33'] } } satisfies Partial<DicomFile>

async function visit(
  id: string,
  use: (person: Person) => Promise<void>,
  { size, email = 'paciente@clinica.test' }: { size?: typeof phone; email?: string } = {},
): Promise<void> {
  const person = await openPerson(browser, product.url, size, { hasTouch: size === phone })
  try {
    await signIn(person.page, email, 'Demo-2026!')
    await person.page.goto(`/dashboard/study/${id}`)
    await use(person)
    // Includes what the page's policy refused.
    expect(person.complaints).toEqual([])
  } finally {
    await person.leave()
  }
}

const canvas = (page: Page) => page.getByRole('img').and(page.locator('canvas'))
const said = (page: Page) => canvas(page).getAttribute('aria-label')
const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** SHA-256 of the RGB values in the middle of the canvas. */
function seen(page: Page, width = columns, height = rows): Promise<string> {
  return canvas(page).evaluate(
    async (element, [width = 0, height = 0]) => {
      if (!(element instanceof HTMLCanvasElement)) throw new Error('No canvas')
      const left = Math.round((element.width - width) / 2)
      const top = Math.round((element.height - height) / 2)
      const data = element.getContext('2d')?.getImageData(left, top, width, height).data
      const rgb = new Uint8Array(width * height * 3).map(
        (_, at) => data?.[Math.floor(at / 3) * 4 + (at % 3)] ?? 0,
      )
      const hash = await crypto.subtle.digest('SHA-256', rgb)
      return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    },
    [width, height],
  )
}

const hashOf = (rgb: Uint8Array) => createHash('sha256').update(rgb).digest('hex')
const grey = (values: ArrayLike<number>) =>
  hashOf(Uint8Array.from({ length: values.length * 3 }, (_, at) => values[Math.floor(at / 3)] ?? 0))

describe('a picture one to one is the file’s, pixel by pixel', () => {
  const rgb = Uint8Array.from({ length: columns * rows * 3 }, (_, at) => (at * 11 + (at % 3) * 40) % 256)
  const inverted = greys.map((value) => 255 - value)
  const files: [string, () => Uint8Array<ArrayBuffer>, string][] = [
    ['8 bits', () => dicom(greys), grey(greys)],
    ['12 bits', () => dicom(wide), grey(greys)],
    ['12 bits, big endian', () => dicom(wide, {}, { syntax: 'bigEndian' }), grey(greys)],
    ['12 bits, deflated', () => dicom(wide, {}, { syntax: 'deflated' }), grey(greys)],
    [
      '12 bits without preamble',
      () => dicom(wide, {}, { preamble: false, meta: false, syntax: 'implicit' }),
      grey(greys),
    ],
    ['12 bits, RLE', () => dicom(wide, {}, { syntax: 'rle', frames: [[encodeRle(wide)]] }), grey(greys)],
    ['MONOCHROME1', () => dicom(greys, { photometric: 'MONOCHROME1' }), grey(inverted)],
    ['colours', () => dicom(rgb, { samples: 3 }), hashOf(rgb)],
  ]
  it.each(files)('%s', async (name, file, hash) => {
    const id = await studies.add(`${name}.dcm`, file())
    await visit(id, async ({ page }) => {
      await canvas(page).waitFor()
      await tool(page, 'Tamaño real (1:1)').click()
      await expect.poll(() => seen(page)).toBe(hash)
    })
  })

  it('12 bits turned, mirrored and inverted', async () => {
    const id = await studies.add('girada.dcm', dicom(wide))
    await visit(id, async ({ page }) => {
      await canvas(page).focus()
      await page.keyboard.press('1')
      await page.keyboard.press('r')
      // A quarter clockwise: the first column, from below, is the first row.
      const turned = Array.from(
        { length: columns * rows },
        (_, at) => greys[(rows - 1 - (at % rows)) * columns + Math.floor(at / rows)] ?? 0,
      )
      await expect.poll(() => seen(page, rows, columns)).toBe(grey(turned))
      await page.keyboard.press('r')
      await page.keyboard.press('r')
      await page.keyboard.press('r')
      await page.keyboard.press('h')
      const mirrored = Array.from(
        greys,
        (_, at) => greys[at - (at % columns) + columns - 1 - (at % columns)] ?? 0,
      )
      await expect.poll(() => seen(page)).toBe(grey(mirrored))
      await page.keyboard.press('i')
      await expect.poll(() => seen(page)).toBe(grey(mirrored.map((value) => 255 - value)))
      expect(await said(page)).toContain('Reflejada. Invertida')
    })
  })

  const shared = '../shared/imaging'
  it.runIf(existsSync(shared))('a slice in five encodings is one and the same picture', async () => {
    const names = ['ct-bigendian', 'ct-deflated', 'ct-rle', 'ct-jpeg-lossless-70', 'ct-j2k-lossless']
    const hashes = new Map<string, string>()
    for (const name of names) {
      const file = new Uint8Array(readFileSync(`${shared}/${name}.dcm`))
      await visit(await studies.add(`${name}.dcm`, file), async ({ page }) => {
        await canvas(page).waitFor()
        await tool(page, 'Tamaño real (1:1)').click()
        await expect.poll(() => said(page)).toContain('Zoom 100 %')
        const black = grey(new Uint8Array(512 * 512))
        await expect.poll(() => seen(page, 512, 512)).not.toBe(black)
        hashes.set(name, await seen(page, 512, 512))
      })
    }
    expect(new Set(hashes.values()).size, JSON.stringify([...hashes])).toBe(1)
  })
})

/** Where a place of the picture is on the page, in CSS pixels; for a picture that is fitted and upright. */
async function placeOf(page: Page, x: number, y: number, height = rows): Promise<{ x: number; y: number }> {
  const box = await canvas(page).boundingBox()
  if (!box) throw new Error('The canvas lies on the page')
  const zoom = Math.min(box.width / columns, box.height / height)
  return {
    x: box.x + box.width / 2 + (x - columns / 2) * zoom,
    y: box.y + box.height / 2 + (y - height / 2) * zoom,
  }
}

async function drag(page: Page, ...places: { x: number; y: number }[]): Promise<void> {
  for (const [at, { x, y }] of places.entries()) {
    await page.mouse.move(x, y, { steps: 4 })
    if (at === 0) await page.mouse.down()
  }
  await page.mouse.up()
}

const spacing = (row: number, column: number): Partial<DicomFile> => ({
  elements: { '00280030': ['DS', String(row), String(column)] },
})
const panel = (page: Page) => page.getByRole('region', { name: 'Ajustes de imagen' })

describe('on a desktop', () => {
  it('is opened from the list, looked at, measured, saved and left again, and the trail knows it once', async () => {
    const id = await studies.add('medida.dcm', dicom(wide, {}, spacing(0.2, 0.2)))
    const person = await openPerson(browser, product.url)
    const { page } = person
    try {
      await signIn(page, 'doctora@clinica.test', 'Demo-2026!')
      await page.goto('/dashboard/studies?orden=-agregado')
      const link = page.getByRole('link', { name: 'Ver Tomografías' }).first()
      expect(await link.getAttribute('href')).toBe(`/dashboard/study/${id}`)
      await link.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Tomografías' }).waitFor()
      await page.getByTitle('Mariana López Hernández', { exact: true }).waitFor()
      await page.getByText('· 20/11/2026', { exact: true }).waitFor()
      await page.getByText('No es un dispositivo de diagnóstico').waitFor()
      await expect.poll(() => said(page)).toContain('Nivel 2048, ancho 4096')
      await person.look('visor')

      // Brightness and contrast with a drag, and back.
      await drag(page, await placeOf(page, 30, 30), await placeOf(page, 60, 45))
      await expect.poll(() => said(page)).not.toContain('Nivel 2048, ancho 4096')
      await panel(page).getByLabel('Ventana').selectOption('Del archivo')
      await expect.poll(() => said(page)).toContain('Nivel 2048, ancho 4096')
      await panel(page).getByLabel('Nivel', { exact: true }).fill('1000')
      await panel(page).getByLabel('Ancho', { exact: true }).fill('500')
      await expect.poll(() => said(page)).toContain('Nivel 1000, ancho 500')

      // 100 pixels of 0.2 mm, then the same with a right angle.
      await tool(page, 'Medir longitud').click()
      await drag(page, await placeOf(page, 10, 20), await placeOf(page, 110, 20))
      const lengths = () => panel(page).getByRole('listitem').allTextContents()
      await expect.poll(lengths).toEqual([expect.stringMatching(/^Longitud 1(19\.9|20\.0|20\.1) mm$/)])
      await tool(page, 'Medir ángulo').click()
      await drag(page, await placeOf(page, 20, 30), await placeOf(page, 20, 70))
      const last = await placeOf(page, 60, 70)
      await page.mouse.move(last.x, last.y)
      await page.mouse.click(last.x, last.y)
      await expect.poll(async () => (await lengths())[1]).toMatch(/^Ángulo 1(89\.[5-9]|90\.[0-5])°$/)
      const before = await lengths()
      await tool(page, 'Girar 90°').click()
      await tool(page, 'Acercar').click()
      await tool(page, 'Reflejar').click()
      await expect.poll(() => said(page)).toContain('Girada 90°. Reflejada')
      expect(await lengths()).toEqual(before)
      await person.look('visor-mediciones')

      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        tool(page, 'Guardar como PNG').click(),
      ])
      expect(saved.suggestedFilename()).toBe('Tomografías.png')
      const png = readFileSync(await saved.path())
      const stage = await canvas(page).evaluate((one) => [one.clientWidth, one.clientHeight])
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([stage[0], (stage[1] ?? 0) + 32])

      await tool(page, 'Pantalla completa').click()
      await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
      await tool(page, 'Salir de pantalla completa').click()
      await tool(page, 'Restablecer').click()
      await expect.poll(() => said(page)).toContain('Nivel 2048, ancho 4096')
      await tool(page, 'Atajos').click()
      const help = page.getByRole('dialog', { name: 'Atajos' })
      await help.getByText('Tamaño real (1:1)').waitFor()
      await person.look('visor-atajos')
      await page.keyboard.press('Escape')
      await help.waitFor({ state: 'hidden' })

      await tool(page, 'Volver').click()
      await page.waitForURL('**/dashboard/studies?orden=-agregado')
      const { rows: trail } = await product.database.query(
        "select 1 from private.audit_log where action = 'access' and subject = 'study_images' and row_id = $1",
        [id],
      )
      expect(trail.length).toBe(1)
      expect(person.complaints).toEqual([])
    } finally {
      await person.leave()
    }
  })

  it('is worked with keys alone: tools, window, view, measuring, moving an end and deleting it', async () => {
    const id = await studies.add('teclas.dcm', dicom(wide, {}, spacing(0.5, 0.5)))
    await visit(id, async ({ page }) => {
      await canvas(page).waitFor()
      await expect.poll(() => canvas(page).evaluate((one) => one === document.activeElement)).toBe(true)
      const zoom = async () => Number(/Zoom (\d+)/.exec((await said(page)) ?? '')?.[1])
      const fit = await zoom()
      await page.keyboard.press('+')
      await expect.poll(zoom).toBeGreaterThan(fit)
      await page.keyboard.press('0')
      await expect.poll(zoom).toBe(fit)
      await page.keyboard.press('l')
      await page.keyboard.press('Enter')
      for (let step = 0; step < 2; step++) await page.keyboard.press('Shift+ArrowRight')
      await page.keyboard.press('Enter')
      const length = panel(page).getByRole('listitem')
      await expect.poll(() => length.textContent()).toBe('Longitud 110.0 mm')
      await page.keyboard.press('Tab')
      const end = page.getByRole('button', { name: /^Longitud 1, .*: punto 1/ })
      expect(await end.evaluate((one) => one === document.activeElement)).toBe(true)
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('ArrowLeft')
      await expect.poll(() => length.textContent()).toBe('Longitud 111.0 mm')
      await page.keyboard.press('Delete')
      await page.getByText('Todavía no hay mediciones.').waitFor()
      expect(await canvas(page).evaluate((one) => one === document.activeElement)).toBe(true)

      // One tab stop for all tools.
      await tool(page, 'Brillo y contraste').focus()
      await page.keyboard.press('End')
      expect(await tool(page, 'Atajos').evaluate((one) => one === document.activeElement)).toBe(true)
      await page.keyboard.press('ArrowRight')
      expect(await tool(page, 'Brillo y contraste').evaluate((one) => one === document.activeElement)).toBe(
        true,
      )
    })
  })

  it('measures unequal pixels as they are, and in px what has no scale', async () => {
    const tall = await studies.add('altas.dcm', dicom(wide, {}, spacing(0.4, 0.2)))
    await visit(tall, async ({ page }) => {
      await canvas(page).waitFor()
      await tool(page, 'Medir longitud').click()
      await drag(page, await placeOf(page, 60, 20, rows * 2), await placeOf(page, 60, 120, rows * 2))
      await expect
        .poll(() => panel(page).getByRole('listitem').textContent())
        .toMatch(/^Longitud 1(19\.[89]|20\.[012]) mm$/)
    })
    const none = await studies.add('sin-escala.dcm', dicom(wide))
    await visit(none, async ({ page }) => {
      await canvas(page).waitFor()
      await tool(page, 'Medir longitud').click()
      await drag(page, await placeOf(page, 10, 40), await placeOf(page, 110, 40))
      await expect
        .poll(() => panel(page).getByRole('listitem').textContent())
        .toMatch(/^Longitud 1(99|100|101) px$/)
      await page.getByText('El archivo no indica una escala confiable').waitFor()
    })
  })

  it('leafs through the frames of one file with wheel, keys and slider', async () => {
    const frames = new Uint8Array(columns * rows * 5).map((_, at) => Math.floor(at / (columns * rows)) * 50)
    const id = await studies.add('cuadros.dcm', dicom(frames, { frames: 5 }, film))
    await visit(id, async ({ page }) => {
      const shows = (frame: number) =>
        expect.poll(() => seen(page, 8, 8)).toBe(grey(new Uint8Array(64).fill((frame - 1) * 50)))
      await expect.poll(() => said(page)).toContain('Cuadro 1 de 5')
      await shows(1)
      await canvas(page).hover()
      await page.mouse.wheel(0, 120)
      await shows(2)
      await page.keyboard.press('PageDown')
      await shows(3)
      await page.keyboard.press('End')
      await shows(5)
      await page.getByRole('slider', { name: 'Cuadro' }).focus()
      await page.keyboard.press('ArrowLeft')
      await shows(4)
      await expect.poll(() => said(page)).toContain('Cuadro 4 de 5')
    })
  })
})

/** Two fingers from here to there, through the browser's own touch events. */
async function pinch(cdp: CDPSession, from: [number, number][], to: [number, number][]): Promise<void> {
  const points = (all: [number, number][]) => all.map(([x, y], id) => ({ x, y, id }))
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(from) })
  for (let step = 1; step <= 5; step++) {
    const between = from.map(([x, y], at): [number, number] => [
      x + (((to[at]?.[0] ?? x) - x) * step) / 5,
      y + (((to[at]?.[1] ?? y) - y) * step) / 5,
    ])
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points(between) })
  }
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

describe('on a phone', () => {
  it('fingers zoom, move and measure; every control can be met by a thumb', async () => {
    const id = await studies.add('dedos.dcm', dicom(wide, {}, spacing(0.2, 0.2)))
    await visit(
      id,
      async ({ page, look }) => {
        await canvas(page).waitFor()
        const zoom = async () => Number(/Zoom (\d+)/.exec((await said(page)) ?? '')?.[1])
        await expect.poll(zoom).toBeGreaterThan(0)
        const fit = await zoom()
        await look('visor')
        for (const button of await page.getByRole('button').all()) {
          const box = await button.boundingBox()
          expect(
            [(box?.width ?? 0) >= 44, (box?.height ?? 0) >= 44],
            (await button.getAttribute('aria-label')) ?? '',
          ).toEqual([true, true])
        }
        const cdp = await page.context().newCDPSession(page)
        const { x, y } = await placeOf(page, columns / 2, rows / 2)
        await pinch(
          cdp,
          [
            [x - 40, y],
            [x + 40, y],
          ],
          [
            [x - 80, y],
            [x + 80, y],
          ],
        )
        await expect.poll(zoom).toBeGreaterThan(fit * 1.9)
        expect(await zoom()).toBeLessThan(fit * 2.1)
        await tool(page, 'Ajustar a la pantalla').tap()
        await expect.poll(zoom).toBe(fit)

        await tool(page, 'Medir longitud').tap()
        await expect.poll(() => tool(page, 'Medir longitud').getAttribute('aria-pressed')).toBe('true')
        const [from, to] = [await placeOf(page, 20, 30), await placeOf(page, 70, 30)]
        await pinch(cdp, [[from.x, from.y]], [[to.x, to.y]])
        await expect.poll(() => said(page)).toContain('1 medición')
        await tool(page, 'Ajustes').tap()
        await expect.poll(() => tool(page, 'Ajustes').getAttribute('aria-expanded')).toBe('true')
        await expect
          .poll(() => panel(page).getByRole('listitem').textContent())
          .toMatch(/^Longitud 1(9\.9|10\.0|10\.1) mm$/)
        await look('visor-ajustes')
        await tool(page, 'Borrar Longitud 1').tap()
        await page.getByText('Todavía no hay mediciones.').waitFor()
      },
      { size: phone },
    )
  })

  it('is asked before a large file is loaded', async () => {
    const big = new Uint8Array(1000 * 1000 * 101)
    const id = await studies.add('grande.dcm', dicom(big, { columns: 1000, rows: 1000, frames: 101 }, film))
    await visit(
      id,
      async ({ page, look }) => {
        await page.getByRole('heading', { name: /^El estudio pesa 101 MB$/ }).waitFor()
        await look('visor-pregunta')
        expect(await canvas(page).count()).toBe(0)
        await page.getByRole('button', { name: 'Cargar de todos modos' }).tap()
        await expect.poll(() => said(page), { timeout: 60_000 }).toContain('Cuadro 1 de 101')
      },
      { size: phone },
    )
  })
})

describe('a file that cannot be shown says why and can be saved', () => {
  const text = (words: string) => new TextEncoder().encode(words)
  const whole = dicom(wide)
  it.each<[string, string, () => Uint8Array<ArrayBuffer>]>([
    ['vacio.dcm', 'El archivo está vacío', () => new Uint8Array()],
    ['truncado.dcm', 'El archivo está incompleto', () => whole.slice(0, whole.length - 5000)],
    [
      'sin-imagen.dcm',
      'El archivo no contiene una imagen',
      () => writeDicom({ elements: { '00100010': ['PN', 'Prueba'] } }),
    ],
    [
      'renombrado.dcm',
      'El archivo no es una imagen',
      () => text('Esto no es una imagen, aunque se llame así.'),
    ],
    [
      'enorme.dcm',
      'El archivo es demasiado grande para este dispositivo',
      () => dicom(greys, { columns: 60_000, rows: 60_000 }),
    ],
  ])('%s: %s', async (name, title, file) => {
    const id = await studies.add(name, file())
    await visit(id, async ({ page, look }) => {
      const alert = page.getByRole('alert').filter({ hasText: title })
      await alert.waitFor()
      await look(`visor-${name}`)
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        alert.getByRole('button', { name: 'Descargar' }).click(),
      ])
      expect(saved.suggestedFilename()).toBe(name)
      expect(readFileSync(await saved.path()).equals(Buffer.from(file()))).toBe(true)
    })
  })
})

describe('a study', () => {
  it('that is not there, or is somebody else’s, is not told from one that never was', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000000', 'abc']) {
      await visit(id, async ({ page, look }) => {
        await page.getByRole('alert').filter({ hasText: 'No se pudo encontrar el estudio.' }).waitFor()
        await look('visor-no-hay')
      })
    }
    const id = await studies.add('ajeno.dcm', dicom(greys))
    const other = { email: 'paciente2@clinica.test' }
    await visit(
      id,
      async ({ page }) => {
        await page.getByRole('alert').filter({ hasText: 'No se pudo encontrar el estudio.' }).waitFor()
      },
      other,
    )
  })

  it('with a link leads there; without anything says so', async () => {
    const linked = await studies.insert({ file_url: 'https://visor.ejemplo.test/estudio' })
    await visit(linked, async ({ page, look }) => {
      const link = page.getByRole('link', { name: 'Abrir enlace' })
      expect(await link.getAttribute('href')).toBe('https://visor.ejemplo.test/estudio')
      await page.getByText('Se abre en visor.ejemplo.test').waitFor()
      await look('visor-enlace')
    })
    await visit(await studies.insert({}), async ({ page }) => {
      await page.getByText('Todavía no hay archivo ni enlace.').waitFor()
    })
  })

  it('that cannot be loaded without a connection is loaded once there is one; a load can be stopped', async () => {
    const id = await studies.add('red.dcm', dicom(greys))
    const person = await openPerson(browser, product.url)
    const { page } = person
    try {
      await signIn(page, 'paciente@clinica.test', 'Demo-2026!')
      await page.route('**/storage/v1/object/sign/**', (route) =>
        route.request().method() === 'GET' ? route.abort('internetdisconnected') : route.continue(),
      )
      await page.goto(`/dashboard/study/${id}`)
      await page.getByText('No hay conexión. Revisa tu internet e inténtalo de nuevo.').waitFor()
      await person.look('visor-sin-red')
      await page.unroute('**/storage/v1/object/sign/**')
      // Never arrives; the person gives up.
      await page.route(
        '**/storage/v1/object/sign/**',
        (route) => route.request().method() === 'GET' || route.continue(),
      )
      await page.getByRole('button', { name: 'Reintentar' }).click()
      await page.getByRole('button', { name: 'Cancelar' }).click()
      await page.getByRole('heading', { name: 'Detuviste la carga' }).waitFor()
      await person.look('visor-detenido')
      await page.unroute('**/storage/v1/object/sign/**')
      await page.getByRole('button', { name: 'Cargar otra vez' }).click()
      await canvas(page).waitFor()
    } finally {
      await person.leave()
    }
  })

  it('that is a PDF opens in a tab of its own and can be saved; a photo is shown', async () => {
    const pdf = new TextEncoder().encode(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
    )
    await visit(await studies.add('informe.pdf', pdf), async ({ page, look }) => {
      const link = page.getByRole('link', { name: 'Abrir PDF' })
      expect(await link.getAttribute('href')).toMatch(/^blob:/)
      await look('visor-pdf')
      const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()])
      // The browser's own reader, allowed by the page's policy.
      await expect.poll(() => tab.url()).toMatch(/^blob:/)
      expect(await tab.evaluate(() => document.contentType)).toMatch(/pdf|html/)
      await tab.close()
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Descargar', exact: true }).click(),
      ])
      expect(readFileSync(await saved.path()).equals(Buffer.from(pdf))).toBe(true)
    })
    const photo = new Uint8Array(readFileSync('web/public/icon-192.png'))
    await visit(await studies.add('foto.png', photo), async ({ page }) => {
      await expect.poll(() => said(page)).toContain('foto.png')
      const [whole] = await Promise.all([
        page.waitForEvent('download'),
        tool(page, 'Descargar estudio').click(),
      ])
      expect(whole.suggestedFilename()).toBe('foto.png')
      // Colours have no window.
      expect(await tool(page, 'Brillo y contraste').count()).toBe(0)
      await tool(page, 'Tamaño real (1:1)').click()
      const black = grey(new Uint8Array(64 * 64))
      await expect.poll(() => seen(page, 64, 64)).not.toBe(black)
    })
  })
})
