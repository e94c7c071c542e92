import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { createPhantom } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, phantomFiles } from '#tools/imaging/phantom-files.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'
import { openBrowser, openPerson, type Person, phone, signIn, watchPictures } from './browser.ts'
import { studiesOf } from './study-files.ts'

// 'Nota': arrows, points and words on a picture (docs/product/viewer.md, 'Notes').

let browser: Browser
let product: TestProduct
let study: string
const people: Person[] = []

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true })
  const raster = { columns: 60, rows: 60, mmAcross: 1, mmDown: 1 }
  const files = phantomFiles(createPhantom(8, [60, 60, 40]), axialSlices(evenHeights(40, 1)), raster)
  const studies = await studiesOf(product.url)
  study = await studies.add('volumen.zip', new Uint8Array(await (await zipOf(files)).arrayBuffer()))
})
afterAll(async () => {
  for (const person of people) await person.leave()
  await browser?.close()
  await product?.stop()
})

async function deviceOf(email: string, size?: typeof phone): Promise<Person> {
  const person = await openPerson(browser, product.url, size)
  people.push(person)
  await signIn(person.page, email, 'Demo-2026!')
  await person.page.goto(`/dashboard/study/${study}`)
  await isThere(person.page)
  return person
}

async function isThere(page: Page) {
  await axial(page).waitFor({ timeout: 60_000 })
  await page.getByText('Cargando...').first().waitFor({ state: 'hidden', timeout: 30_000 })
}

const axial = (page: Page) => page.getByRole('img', { name: /^Corte axial/ })
const options = (page: Page) => page.getByRole('region', { name: 'Nota' })
const field = (page: Page) => options(page).getByRole('textbox')
const isSaved = (page: Page) =>
  expect
    .poll(
      () => page.getByRole('region', { name: 'Trabajo guardado' }).getByRole('status').last().innerText(),
      {
        timeout: 20_000,
      },
    )
    .toBe('Guardado')

/** What the points of one's notes are called. */
async function notes(page: Page) {
  const points = await page.getByRole('button', { name: /^(Flecha|Punto|Texto) \d.*Punto \d\./ }).all()
  const names = await Promise.all(points.map((point) => point.getAttribute('aria-label')))
  return names.map((name) => /^(.*) Flechas para/.exec(name ?? '')?.[1])
}

it('an arrow by the keyboard, a point and words by a press: they save themselves, and colleagues read whose they are', async () => {
  const { page, look, complaints } = await deviceOf('doctora@clinica.test')
  await page.getByRole('region', { name: 'Trabajo guardado' }).waitFor()
  await axial(page).focus()
  await page.keyboard.press('t')
  await options(page).getByText('Arrastra desde lo que señalas hasta donde irá el texto.').waitFor()
  for (const key of ['Enter', ...Array<string>(10).fill('ArrowRight'), 'Enter'])
    await page.keyboard.press(key)
  // The words are written at once, and Enter leads back to the picture.
  await expect.poll(() => field(page).evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.type('Línea de fractura')
  await page.keyboard.press('Enter')
  expect(await axial(page).evaluate((canvas) => canvas === document.activeElement)).toBe(true)

  const box = await axial(page).boundingBox()
  const press = (across: number, down: number) =>
    page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) * across, (box?.y ?? 0) + (box?.height ?? 0) * down)
  await options(page).getByRole('radio', { name: 'Punto' }).check()
  await press(0.45, 0.7)
  await options(page).getByText('Texto de punto 1').waitFor()
  await options(page).getByRole('radio', { name: 'Texto' }).check()
  await press(0.4, 0.35)
  await options(page).getByText('Texto 1').waitFor()
  const long = 'Zona radiolúcida de bordes definidos en contacto con el ápice del segundo premolar'
  await field(page).fill(long)
  await isSaved(page)
  await look('notes')
  const drawn = await notes(page)
  expect(drawn).toEqual([
    'Flecha 1: Línea de fractura. Punto 1.',
    'Flecha 1: Línea de fractura. Punto 2.',
    'Punto 1. Punto 1.',
    `Texto 1: ${long}. Punto 1.`,
  ])

  await page.reload()
  await isThere(page)
  await expect.poll(() => notes(page)).toEqual(drawn)

  const colleague = await deviceOf('admin@clinica.test')
  await colleague.page
    .getByText('Flecha 1: Línea de fractura: Dra. Lucía Ferrer Soto')
    .waitFor({ state: 'attached' })
  expect(await notes(colleague.page)).toEqual([])
  await colleague.look('notes-of-another')
  const rows = await product.database.query(
    `select kind, label, value, unit from public.study_marks where study_id = $1 and removed_at is null order by kind`,
    [study],
  )
  expect(rows.rows).toEqual([
    { kind: 'arrow', label: 'Línea de fractura', value: null, unit: null },
    { kind: 'point', label: null, value: null, unit: null },
    { kind: 'text', label: long, value: null, unit: null },
  ])
  expect(complaints).toEqual([])
})

it('notes are drawn into a key image', async () => {
  const [doctor] = people
  if (!doctor) throw new Error('The test before opens it')
  const { page } = doctor
  const written = await watchPictures(page)
  await axial(page).focus()
  await page.keyboard.press('k')
  await page.getByText('Imagen clave guardada.').waitFor({ timeout: 20_000 })
  expect(await written()).toEqual(
    expect.arrayContaining(['Línea de fractura', 'Zona radiolúcida de bordes definidos en']),
  )
})

it('on a phone a note is drawn by touch, written and erased', async () => {
  const { page, look, complaints } = await deviceOf('doctora@clinica.test', phone)
  await expect.poll(async () => (await notes(page)).length).toBe(4)
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('button', { name: 'Nota', exact: true }).click()
  await options(page).getByRole('radio', { name: 'Punto' }).check()
  const box = await axial(page).boundingBox()
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) * 0.6, (box?.y ?? 0) + (box?.height ?? 0) * 0.75)
  await options(page).getByText('Texto de punto 2').waitFor()
  await field(page).fill('Foramen mentoniano')
  await look('notes-phone')
  await isSaved(page)
  await options(page).getByRole('button', { name: 'Borrar nota' }).click()
  await options(page).getByText('Toca el lugar que quieres marcar.').waitFor()
  await isSaved(page)
  await page.getByRole('button', { name: /^Texto 1: .*Punto 1\./ }).press('Delete')
  await isSaved(page)
  await page.reload()
  await isThere(page)
  await expect
    .poll(() => notes(page))
    .toEqual([
      'Flecha 1: Línea de fractura. Punto 1.',
      'Flecha 1: Línea de fractura. Punto 2.',
      'Punto 1. Punto 1.',
    ])
  expect(complaints).toEqual([])
})

it('a photo carries notes, too, and there are no values to read', async () => {
  const photo = await (await studiesOf(product.url)).add(
    'foto.png',
    new Uint8Array(readFileSync('web/public/icon-192.png')),
  )
  const doctor = await openPerson(browser, product.url)
  people.push(doctor)
  const { page, look, complaints } = doctor
  const image = page.getByRole('img', { name: /^foto\.png/ })
  await signIn(page, 'doctora@clinica.test', 'Demo-2026!')
  await page.goto(`/dashboard/study/${photo}`)
  await page.getByRole('button', { name: 'Nota' }).waitFor({ timeout: 30_000 })
  expect(await page.getByRole('button', { name: /^(Sonda|Región)$/ }).count()).toBe(0)
  await image.focus()
  await page.keyboard.press('t')
  for (const key of ['Enter', ...Array<string>(10).fill('ArrowRight'), 'Enter'])
    await page.keyboard.press(key)
  await expect.poll(() => field(page).evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.type('Mucosa sana')
  await page.keyboard.press('Enter')
  await isSaved(page)
  await look('notes-photo')
  await page.reload()
  await expect
    .poll(() => notes(page), { timeout: 30_000 })
    .toEqual(['Flecha 1: Mucosa sana. Punto 1.', 'Flecha 1: Mucosa sana. Punto 2.'])
  expect(complaints).toEqual([])
})
