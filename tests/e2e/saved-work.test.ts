import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { createPhantom } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, phantomFiles } from '#tools/imaging/phantom-files.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'
import { openPerson, openWholeBrowser, type Person, phone, signIn, watchPictures } from './browser.ts'
import { studiesOf } from './study-files.ts'

// What doctors do on a study saves itself: marks, the way they left it, their windows and key images.

let browser: Browser
let product: TestProduct
let studies: Awaited<ReturnType<typeof studiesOf>>
let volume: Uint8Array<ArrayBuffer>
/** The doctor's own device. */
let own: Person | undefined
const people: Person[] = []

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openWholeBrowser()
  product = await startTestProduct({ engine, demo: true })
  studies = await studiesOf(product.url)
  const raster = { columns: 60, rows: 60, mmAcross: 1, mmDown: 1 }
  const files = phantomFiles(createPhantom(8, [60, 60, 40]), axialSlices(evenHeights(40, 1)), raster)
  volume = new Uint8Array(await (await zipOf(files)).arrayBuffer())
})
afterAll(async () => {
  for (const person of people) await person.leave()
  await browser?.close()
  await product?.stop()
})

const accounts = {
  doctora: 'doctora@clinica.test',
  admin: 'admin@clinica.test',
  paciente: 'paciente@clinica.test',
}

/** A device of this person, on a study whose images are there. */
async function deviceOf(who: keyof typeof accounts, study: string, size?: typeof phone): Promise<Person> {
  const person = await openPerson(browser, product.url, size)
  people.push(person)
  await signIn(person.page, accounts[who], 'Demo-2026!')
  await open(person.page, study)
  return person
}

/** The doctor's own device, the same one in every test. */
async function doctorOn(study: string): Promise<Person> {
  if (!own) {
    own = await deviceOf('doctora', study)
    return own
  }
  own.complaints.splice(0)
  await open(own.page, study)
  return own
}

async function open(page: Page, study: string) {
  await page.goto(`/dashboard/study/${study}`)
  await isThere(page)
}

/** The images, and what is kept of them. */
async function isThere(page: Page) {
  await page.locator('canvas[role=img]').first().waitFor({ timeout: 60_000 })
  await page.getByText('Cargando...').first().waitFor({ state: 'hidden', timeout: 30_000 })
}

const addVolume = () => studies.add('volumen.zip', volume)
const axial = (page: Page) => page.getByRole('img', { name: /^Corte axial/ })
const work = (page: Page) => page.getByRole('region', { name: 'Trabajo guardado' })
const line = (page: Page) => work(page).getByRole('status').last()
const marks = (page: Page) => page.getByRole('button', { name: /punto 1\./ })
const isSaved = (page: Page) =>
  expect.poll(() => line(page).innerText(), { timeout: 20_000 }).toBe('Guardado')

/** Draws a length with the keyboard, from the middle of a picture to the right. */
async function draw(page: Page, canvas: Locator, steps: number) {
  await work(page).waitFor()
  await page.getByRole('button', { name: 'Medir longitud' }).click()
  await canvas.focus()
  await page.keyboard.press('Enter')
  for (let step = 0; step < steps; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect.poll(() => line(page).innerText()).not.toBe('Guardado')
}

/** What a mark says, and where its ends are on the screen. */
async function markOf(page: Page) {
  await marks(page).first().waitFor()
  const ends = page.getByRole('button', { name: /: punto \d\./ })
  const boxes = await Promise.all((await ends.all()).map((end) => end.boundingBox()))
  const said = /^(.*): punto/.exec((await marks(page).first().getAttribute('aria-label')) ?? '')?.[1]
  return { said, places: boxes.map((box) => [Math.round(box?.x ?? 0), Math.round(box?.y ?? 0)]) }
}

it('a length saves itself, and is there again after a reload and on another device; a colleague reads whose it is', async () => {
  const study = await addVolume()
  const one = await doctorOn(study)
  await draw(one.page, axial(one.page), 12)
  await isSaved(one.page)
  const drawn = await markOf(one.page)
  expect(drawn.said).toBe('Longitud 1, 12.0 mm')
  await one.look('saved-mark')
  await one.page.reload()
  await isThere(one.page)
  expect(await markOf(one.page)).toEqual(drawn)

  const other = await deviceOf('doctora', study)
  let sent = 0
  other.page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/study_marks')) sent++
  })
  expect(await markOf(other.page)).toEqual(drawn)

  const colleague = await deviceOf('admin', study)
  await colleague.page
    .getByText('Longitud 1: 12.0 mm · Dra. Lucía Ferrer Soto')
    .waitFor({ state: 'attached' })
  expect(await marks(colleague.page).count()).toBe(0)
  await colleague.look('saved-mark-of-another')
  await work(colleague.page).getByRole('button', { name: 'Marcas de otros' }).click()
  await expect.poll(() => colleague.page.getByText('· Dra. Lucía Ferrer Soto').count()).toBe(0)

  // What is for the author alone goes from the screens of others, and what is removed from all.
  await work(colleague.page).getByRole('button', { name: 'Marcas de otros' }).click()
  const seen = colleague.page.getByText('Longitud 1: 12.0 mm · Dra. Lucía Ferrer Soto')
  await seen.waitFor({ state: 'attached' })
  await work(one.page).getByRole('button', { name: 'Mis marcas: la clínica' }).click()
  await isSaved(one.page)
  await open(colleague.page, study)
  await work(colleague.page).waitFor()
  await expect.poll(() => seen.count()).toBe(0)
  expect(await marks(other.page).count()).toBe(1)
  await marks(one.page).first().press('Delete')
  await isSaved(one.page)
  await expect.poll(() => marks(other.page).count(), { timeout: 20_000 }).toBe(0)
  // A window that only looks on changes nothing.
  expect(sent).toBe(0)
  expect([one, other, colleague].flatMap(({ complaints }) => complaints)).toEqual([])
})

it('a patient measures, and nothing is kept', async () => {
  const study = await addVolume()
  const { page } = await deviceOf('paciente', study)
  await page.getByRole('button', { name: 'Medir longitud' }).click()
  await axial(page).focus()
  for (const key of ['Enter', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await marks(page).first().waitFor()
  expect(await work(page).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Marcar como imagen clave' }).count()).toBe(0)
  await page.reload()
  await isThere(page)
  expect(await marks(page).count()).toBe(0)
})

it('a mark stays on its frame of a file with many, which opens where it was left', async () => {
  const [columns, rows, frames] = [80, 60, 5]
  const file = writeDicom({
    pixels: Uint8Array.from({ length: columns * rows * frames }, (_, at) => (at * 7) % 256),
    elements: {
      ...imageElements({ columns, rows, allocated: 8 }),
      '00280008': ['IS', `${frames}`],
      // A film: without the time of a frame these were slices.
      '00181063': ['DS', '33'],
    },
  })
  const study = await studies.add('cuadros.dcm', file)
  const { page } = await doctorOn(study)
  const canvas = page.locator('canvas[role=img]')
  await canvas.press('PageDown')
  await canvas.press('PageDown')
  await expect.poll(() => canvas.getAttribute('aria-label')).toContain('Cuadro 3 de 5')
  await draw(page, canvas, 9)
  await isSaved(page)
  // The line above the picture takes some of its room: places are told in lengths of the mark, from the middle.
  const placed = async () => {
    const { said, places } = await markOf(page)
    const box = await canvas.boundingBox()
    const [[x = 0, y = 0] = [], [toX = 0, toY = 0] = []] = places
    const long = Math.hypot(toX - x, toY - y)
    const across = (x - (box?.x ?? 0) - (box?.width ?? 0) / 2) / long
    return {
      said,
      across: across.toFixed(1),
      down: ((y - (box?.y ?? 0) - (box?.height ?? 0) / 2) / long).toFixed(1),
    }
  }
  const drawn = await placed()
  expect(drawn.said).toBe('Longitud 1, 9.0 px')
  await page.reload()
  await isThere(page)
  await page.getByText('Se abrió como lo dejaste.').waitFor()
  await expect.poll(() => canvas.getAttribute('aria-label')).toContain('Cuadro 3 de 5')
  await expect.poll(placed).toEqual(drawn)
  await canvas.press('PageDown')
  await expect.poll(() => canvas.getAttribute('aria-label')).toContain('Cuadro 4 de 5')
  await expect.poll(() => marks(page).count()).toBe(0)
})

it('while nothing can be saved nothing disappears and the line says so; afterwards all of it is there once', async () => {
  const study = await addVolume()
  const { page } = await doctorOn(study)
  await work(page).waitFor()
  const sends = '**/rest/v1/study_marks?on_conflict=id*'
  await page.route(sends, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await draw(page, axial(page), 10)
  await expect.poll(() => line(page).innerText()).toBe('Sin guardar: se reintentará')
  await page.getByText('No se pudo guardar la marca. Se reintentará.').waitFor()
  await axial(page).press('PageDown')
  await draw(page, axial(page), 4)
  await axial(page).press('PageUp')
  await expect.poll(() => marks(page).count()).toBe(1)
  await page.unroute(sends)
  await isSaved(page)
  await page.reload()
  await isThere(page)
  await expect.poll(() => marks(page).count()).toBe(1)
  await axial(page).press('PageDown')
  await expect.poll(async () => (await markOf(page)).said).toBe('Longitud 2, 4.0 mm')
})

it('opening returns to window, slab, curve and way as they were left; one can begin anew', async () => {
  const study = await addVolume()
  const { page, look } = await doctorOn(study)
  const level = page.getByLabel('Nivel', { exact: true })
  await work(page).waitFor()
  const slab = page.getByLabel('Grosor', { exact: true })
  const atFirst = [
    await level.inputValue(),
    await slab.inputValue(),
    await axial(page).getAttribute('aria-label'),
  ]
  await level.fill('731')
  await slab.fill('6')
  await axial(page).press('PageDown')
  const cut = await axial(page).getAttribute('aria-label')
  await page.getByRole('radio', { name: 'Panorámica' }).check()
  await page.getByLabel('Grosor de la panorámica').fill('22')
  const points = page.getByRole('button', { name: /^Punto \d+ de/ })
  const suggested = await points.count()
  await page.getByRole('button', { name: 'Agregar punto' }).click()
  const many = await points.count()
  await isSaved(page)
  await page.reload()
  await page.getByText('Se abrió como lo dejaste.').waitFor({ timeout: 60_000 })
  await expect.poll(() => page.getByRole('radio', { name: 'Panorámica' }).isChecked()).toBe(true)
  await expect.poll(() => page.getByLabel('Grosor de la panorámica').inputValue()).toBe('22')
  await expect.poll(() => points.count()).toBe(many)
  await look('saved-desk')
  await page.getByRole('radio', { name: 'Planos' }).check()
  await expect.poll(() => level.inputValue()).toBe('731')
  expect(await slab.inputValue()).toBe('6')
  await expect.poll(() => axial(page).getAttribute('aria-label')).toBe(cut)
  await page.getByRole('button', { name: 'Empezar de nuevo' }).click()
  const now = async () => [
    await level.inputValue(),
    await slab.inputValue(),
    await axial(page).getAttribute('aria-label'),
  ]
  await expect.poll(now).toEqual(atFirst)
  expect(await page.getByText('Se abrió como lo dejaste.').count()).toBe(0)
  await page.reload()
  await isThere(page)
  await work(page).waitFor()
  // With a preview it starts with another window.
  await expect.poll(() => level.inputValue()).not.toBe('731')
  expect(await page.getByText('Se abrió como lo dejaste.').count()).toBe(0)
  await page.getByRole('radio', { name: 'Panorámica' }).check()
  await expect.poll(() => points.count()).toBe(suggested)
})

it('what was traced is not replaced while it cannot be read: both canals are there afterwards', async () => {
  const study = await addVolume()
  const { page } = await doctorOn(study)
  await work(page).waitFor()
  const kept = async () => {
    const { rows } = await product.database.query<{ state: { parts: object; canals: object } }>(
      'select state from public.study_desks where study_id = $1',
      [study],
    )
    return rows[0]?.state
  }
  await page.getByLabel('Nivel', { exact: true }).fill('731')
  await expect.poll(async () => Object.keys((await kept())?.parts ?? {}).length, { timeout: 20_000 }).toBe(1)
  const [series = ''] = Object.keys((await kept())?.parts ?? {})
  const left = {
    points: [
      [5, 5, 5],
      [6, 7, 8],
    ],
    mm: 2,
  }
  await product.database.query(
    `update public.study_desks set state = jsonb_set(state, '{canals}', $2::jsonb) where study_id = $1`,
    [study, JSON.stringify({ [series]: { left } })],
  )
  const reads = '**/rest/v1/study_desks?*'
  await page.route(reads, (route) => (route.request().method() === 'GET' ? route.abort() : route.fallback()))
  await page.reload()
  await isThere(page)
  await work(page).waitFor()
  await axial(page).focus()
  await page.keyboard.press('n')
  await page.getByRole('region', { name: 'Canal mandibular' }).waitFor()
  await axial(page).focus()
  for (const key of ['Enter', ...Array<string>(6).fill('ArrowRight'), 'Enter']) await page.keyboard.press(key)
  await expect.poll(() => line(page).innerText()).toBe('Sin guardar: se reintentará')
  await page.getByText('No se pudo guardar cómo dejaste el visor.').waitFor()
  await page.unroute(reads)
  await expect
    .poll(async () => (await kept())?.canals, { timeout: 20_000 })
    .toEqual({ [series]: { left, right: { points: [expect.anything(), expect.anything()], mm: 2.5 } } })
})

it('a curve is given to everybody by who may edit the study, and they begin with it', async () => {
  const study = await addVolume()
  const { page, look } = await doctorOn(study)
  await work(page).waitFor()
  const give = page.getByRole('button', { name: 'Usar esta curva para todos' })
  expect(await give.count()).toBe(0)
  await page.getByRole('radio', { name: 'Panorámica' }).check()
  const pointsOn = (one: Page) => one.getByRole('button', { name: /^Punto \d+ de/ })
  await page.getByRole('button', { name: 'Agregar punto' }).click()
  const many = await pointsOn(page).count()
  await give.click()
  await page.getByText('Todos empezarán con esta curva.').waitFor()
  await look('saved-curve')
  /** 'Restablecer' goes back to what was given. */
  const resets = async (one: Page) => {
    await one.getByRole('button', { name: 'Agregar punto' }).click()
    await expect.poll(() => pointsOn(one).count(), { timeout: 20_000 }).toBe(many + 1)
    await one.getByRole('img', { name: /^Reconstrucción panorámica/ }).press('x')
    await expect.poll(() => pointsOn(one).count(), { timeout: 20_000 }).toBe(many)
  }
  await resets(page)

  const other = await deviceOf('admin', study)
  await work(other.page).waitFor()
  await other.page.waitForLoadState('networkidle')
  await other.page.getByRole('radio', { name: 'Panorámica' }).check()
  await expect.poll(() => pointsOn(other.page).count(), { timeout: 20_000 }).toBe(many)
  expect(await other.page.getByText('Se abrió como lo dejaste.').count()).toBe(0)
  await give.waitFor()
  await resets(other.page)
  // Whoever may not edit the study gives nothing to others.
  await product.database.query(
    `update public.studies set doctor_id = (select id from public.profiles where email = '${accounts.admin}') where id = $1`,
    [study],
  )
  await page.reload()
  await page.getByText('Se abrió como lo dejaste.').waitFor({ timeout: 60_000 })
  await expect.poll(() => pointsOn(page).count(), { timeout: 20_000 }).toBe(many)
  expect(await give.count()).toBe(0)
})

it('a key image keeps what is seen, with its caption and order, and leads back to its place and window', async () => {
  const study = await addVolume()
  const { page, look, complaints } = await doctorOn(study)
  await work(page).waitFor()
  await draw(page, axial(page), 12)
  const level = page.getByLabel('Nivel', { exact: true })
  await level.fill('612')
  const cut = await axial(page).getAttribute('aria-label')
  const written = await watchPictures(page)
  await axial(page).focus()
  await page.keyboard.press('k')
  const strip = page.getByRole('list', { name: 'Imágenes clave' })
  const caption = strip.getByRole('textbox', { name: 'Pie de la imagen clave 1' })
  await caption.fill('Diente 38')
  await caption.press('Enter')
  const picture = strip.getByRole('img', { name: 'Diente 38' })
  const size = () => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
  await expect.poll(async () => (await size())[0], { timeout: 20_000 }).toBeGreaterThan(100)
  expect(Math.max(...(await size()))).toBeLessThanOrEqual(2000)
  // What is drawn in: the measurement, the scale bar, the patient's sides, the notice.
  expect(await written()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/12\.0 mm$/),
      expect.stringMatching(/^\d+ mm$/),
      'D',
      'I',
      'No es un dispositivo de diagnóstico',
    ]),
  )

  // Another one, elsewhere and in another window.
  await level.fill('100')
  for (let step = 0; step < 5; step++) await axial(page).press('PageDown')
  await axial(page).focus()
  await page.keyboard.press('k')
  await expect.poll(() => strip.getByRole('listitem').count(), { timeout: 20_000 }).toBe(2)
  await strip.getByRole('button', { name: 'Ir al corte' }).first().click()
  await expect.poll(() => axial(page).getAttribute('aria-label')).toBe(cut)
  await expect.poll(() => level.inputValue()).toBe('612')
  await look('key-images')
  await strip.getByRole('button', { name: 'Después: imagen clave 1' }).click()
  await expect.poll(() => strip.getByRole('textbox').last().inputValue()).toBe('Diente 38')
  await strip.getByRole('button', { name: 'Quitar imagen clave 1' }).click()
  await expect.poll(() => strip.getByRole('listitem').count()).toBe(1)
  await page.reload()
  await isThere(page)
  await page.getByRole('button', { name: 'Imágenes clave (1)' }).click()
  await strip.getByRole('img', { name: 'Diente 38' }).waitFor()
  expect(complaints).toEqual([])
})

it('the view in 3D becomes a key image, too: with its words, and without a scale', async () => {
  const study = await addVolume()
  const { page, complaints } = await doctorOn(study)
  await work(page).waitFor()
  const written = await watchPictures(page)
  const solid = page.getByRole('application')
  await solid.locator('canvas').waitFor({ state: 'attached', timeout: 30_000 })
  await solid.focus()
  await page.keyboard.press('k')
  const strip = page.getByRole('list', { name: 'Imágenes clave' })
  const picture = strip.getByRole('img', { name: 'Imagen clave 1' })
  await picture.waitFor({ timeout: 20_000 })
  expect(await written()).toEqual(
    expect.arrayContaining(['Sin escala en mm', '3D, no para medir. No es un dispositivo de diagnóstico']),
  )
  // Not an empty canvas: bone is bright.
  await expect
    .poll(() =>
      picture.evaluate((image: HTMLImageElement) => {
        const { naturalWidth: width, naturalHeight: height } = image
        const canvas = Object.assign(document.createElement('canvas'), { width, height })
        const context = canvas.getContext('2d')
        context?.drawImage(image, 0, 0)
        const { data } = context?.getImageData(0, 0, width, height - 60) ?? { data: [] }
        return Array.from(data).filter((value, at) => at % 4 === 0 && value > 120).length > 500
      }),
    )
    .toBe(true)
  await strip.getByRole('button', { name: 'Ir al corte' }).click()
  expect(complaints).toEqual([])
})

it('says what is too much, and what could not be kept', async () => {
  const study = await addVolume()
  const { page } = await doctorOn(study)
  await work(page).waitFor()
  await page.route('**/storage/v1/**/clave-*', (route) => route.abort())
  await axial(page).focus()
  await page.keyboard.press('k')
  await page.getByText('No se pudo guardar la imagen clave.').waitFor({ timeout: 20_000 })
  await page.unroute('**/storage/v1/**/clave-*')
  const mine = `from public.profiles p, generate_series(1, $2::int) at where p.email = '${accounts.doctora}'`
  await product.database.query(
    `insert into public.key_images (id, study_id, author_id, path, width, height, sha256, source, position)
     select gen_random_uuid(), $1::uuid, p.id, p.id || '/' || $1 || '/clave-' || gen_random_uuid() || '.webp', 10, 10, repeat('0', 64), '{}', at ${mine}`,
    [study, 24],
  )
  await page.getByRole('button', { name: 'Imágenes clave (24)' }).waitFor({ timeout: 20_000 })
  await axial(page).focus()
  await page.keyboard.press('k')
  await page.getByText('Este estudio ya tiene 24 imágenes clave.').waitFor()
  // This window has not read them yet: one that has does not send another.
  await page.route('**/rest/v1/study_marks?*', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )
  await product.database.query(
    `insert into public.study_marks (id, study_id, author_id, picture, frame, plane, kind, points, value, unit)
     select gen_random_uuid(), $1::uuid, p.id, 'f:' || repeat('0', 32), 0, null, 'length', '[[0, 0], [1, 1]]', 1, 'px' ${mine}`,
    [study, 200],
  )
  await draw(page, axial(page), 6)
  await page.getByText('Este estudio ya tiene 200 marcas tuyas.').waitFor({ timeout: 20_000 })
  // What was drawn is not taken away.
  await marks(page).first().waitFor()
})

it('windows get a name and are chosen again, in any study; the thirteenth is refused', async () => {
  await product.database.query(
    `insert into public.viewer_presets (id, owner_id, name, center, width)
     select gen_random_uuid(), p.id, 'Ajuste ' || at, at * 100, 1500
     from public.profiles p, generate_series(1, 11) at where p.email = '${accounts.doctora}'`,
  )
  const { page } = await doctorOn(await addVolume())
  const level = page.getByLabel('Nivel', { exact: true })
  await level.fill('1200')
  await page.getByRole('button', { name: 'Guardar este ajuste' }).click()
  await page.getByLabel('Nombre del ajuste').fill('Ajuste 12')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByRole('button', { name: 'Quitar el ajuste Ajuste 12', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Guardar este ajuste' }).click()
  await page.getByText('Ya tienes 12 ajustes guardados.').waitFor()
  await page.getByRole('button', { name: /^Ajuste 3 / }).click()
  await expect.poll(() => level.inputValue()).toBe('300')
  await page.getByRole('button', { name: 'Quitar el ajuste Ajuste 3', exact: true }).click()
  await expect.poll(() => page.getByRole('button', { name: /^Ajuste 3 / }).count()).toBe(0)
})

it('on a phone nothing of it is cut off', async () => {
  const { page, look } = await deviceOf('doctora', await addVolume(), phone)
  await work(page).waitFor()
  await page.getByRole('button', { name: 'Marcas y comparación' }).click()
  await page.getByRole('button', { name: 'Imágenes clave (0)' }).click()
  // No mouse rests where the tools come to stand; it would read their names.
  await page.mouse.move(0, 0)
  await look('saved-work')
  for (const button of await work(page).getByRole('button').all()) {
    const box = await button.boundingBox()
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= phone.width).toBe(true)
  }
})
