import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { formatDay } from '#domain/days.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { createPhantom } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, phantomFiles } from '#tools/imaging/phantom-files.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'
import { openBrowser, openPerson, type Person, phone, signIn } from './browser.ts'
import { studiesOf } from './study-files.ts'

// 'Comparar': two studies of one patient beside each other (docs/product/viewer.md, 'Side by side').

let browser: Browser
let product: TestProduct
let studies: Awaited<ReturnType<typeof studiesOf>>
let doctora: Person

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true })
  studies = await studiesOf(product.url)
  early = await addFilm('panoramica-adult-1', '2024-02-10')
  late = await addFilm('panoramica-adult-2', '2026-11-18')
  doctora = await openPerson(browser, product.url)
  await signIn(doctora.page, 'doctora@clinica.test', 'Demo-2026!')
})
afterAll(async () => {
  await doctora?.leave()
  await browser?.close()
  await product?.stop()
})

/** Panoramic films of the demo, of two days. */
let early: Study
let late: Study
type Study = { id: string; day: string }

async function addFilm(asset: string, day: string): Promise<Study> {
  const film = new Uint8Array(await readFile(`demo/assets/${asset}.jpg`))
  const study = { study_type: 'Radiografía Panorámica', study_date: day }
  return { id: await studies.add(`${asset}.jpg`, film, study), day }
}

const grey = (center: number, width: number) =>
  writeDicom({
    pixels: Uint16Array.from({ length: 4096 }, (_, at) => at),
    elements: {
      ...imageElements({ columns: 64, rows: 64, allocated: 16 }),
      '00281050': ['DS', String(center)],
      '00281051': ['DS', String(width)],
    },
  })

const side = (page: Page, when: string) => page.getByRole('region', { name: new RegExp(`^${when} ·`) })
const canvas = (page: Page, when: string) => side(page, when).locator('canvas[role=img]:visible').first()
const said = async (page: Page, when: string) => (await canvas(page, when).getAttribute('aria-label')) ?? ''
const zoomOf = async (page: Page, when: string) => Number(/Zoom (\d+)/.exec(await said(page, when))?.[1])
const windowOf = async (page: Page, when: string) => /Nivel [^.]*/.exec(await said(page, when))?.[0]
const link = (page: Page) => page.getByRole('button', { name: 'Vincular' })

/** Of both, one of which may be hidden. */
async function open(page: Page, one: string, other: string) {
  await page.goto(`/dashboard/study/${one}?con=${other}`)
  for (const at of [0, 1]) {
    const region = page.getByRole('region', { name: /^(Antes|Después) ·/, includeHidden: true }).nth(at)
    await region.locator('canvas[role=img]').first().waitFor({ state: 'attached', timeout: 60_000 })
  }
}

/** Of the canvas itself: its key. */
async function press(page: Page, when: string, key: string) {
  await canvas(page, when).focus()
  await page.keyboard.press(key)
}

it('row S1, S2: a doctor chooses another study, and both stand beside each other with type and day, the earlier one first', async () => {
  const { page } = doctora
  await page.goto(`/dashboard/study/${late.id}`)
  await page.getByRole('button', { name: 'Comparar' }).click({ timeout: 60_000 })
  const dialog = page.getByRole('dialog', { name: 'Comparar con otro estudio' })
  const offered = dialog.getByRole('listitem')
  await offered.first().waitFor()
  const days = (await offered.allInnerTexts()).map((text) => /\d\d\/\d\d\/\d{4}/.exec(text)?.[0] ?? '')
  const iso = days.map((day) => day.split('/').reverse().join('-'))
  expect(iso).toEqual([...iso].sort().reverse())
  await doctora.look('side-by-side-choose')
  await dialog.locator(`a[href*="con=${early.id}"]`).click()
  await page.waitForURL(`**/dashboard/study/${late.id}?con=${early.id}`)
  for (const [when, study] of [
    ['Antes', early],
    ['Después', late],
  ] as const) {
    await side(page, when)
      .getByText(`${when} · ${formatDay(study.day)}`)
      .waitFor()
    await side(page, when).getByRole('heading', { name: 'Radiografía Panorámica' }).waitFor()
    await canvas(page, when).waitFor({ timeout: 60_000 })
  }
  const [before, after] = [await side(page, 'Antes').boundingBox(), await side(page, 'Después').boundingBox()]
  expect(before?.x).toBeLessThan(after?.x ?? 0)
  // Where there is no room beside the image the panel waits to be asked for.
  expect(await page.getByRole('region', { name: /^Ajustes/ }).count()).toBe(0)
  await doctora.look('side-by-side')
  await page.reload()
  await canvas(page, 'Después').waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Cerrar la comparación' }).click()
  await page.waitForURL(`**/dashboard/study/${late.id}`)
  await page.getByRole('button', { name: 'Comparar' }).waitFor({ timeout: 60_000 })
  expect(doctora.complaints).toEqual([])
})

it('row S3: what is zoomed in one is zoomed in the other, until they are unlinked', async () => {
  const { page } = doctora
  await open(page, early.id, late.id)
  await expect.poll(() => zoomOf(page, 'Antes')).toBeGreaterThan(0)
  await expect.poll(() => zoomOf(page, 'Después')).toBeGreaterThan(0)
  const [one, other] = [await zoomOf(page, 'Antes'), await zoomOf(page, 'Después')]
  const isAbout = (value: number, wanted: number) => Math.abs(value - wanted) <= Math.max(1, wanted * 0.04)
  for (let times = 0; times < 3; times++) await press(page, 'Antes', '+')
  const by = 1.25 ** 3
  await expect.poll(async () => isAbout(await zoomOf(page, 'Antes'), one * by)).toBe(true)
  await expect.poll(async () => isAbout(await zoomOf(page, 'Después'), other * by)).toBe(true)
  await press(page, 'Después', '0')
  await expect.poll(() => zoomOf(page, 'Antes')).toBe(one)

  expect(await link(page).getAttribute('aria-pressed')).toBe('true')
  await link(page).click()
  await press(page, 'Después', '+')
  await expect.poll(async () => isAbout(await zoomOf(page, 'Después'), other * 1.25)).toBe(true)
  expect(await zoomOf(page, 'Antes')).toBe(one)
})

it('row S4: greys are windowed together, each from its own window, until they are unlinked', async () => {
  const { page } = doctora
  const one = await studies.add('antes.dcm', grey(1000, 1000), { study_date: '2024-03-14' })
  const other = await studies.add('despues.dcm', grey(2000, 2000))
  await open(page, other, one)
  await expect.poll(() => windowOf(page, 'Antes')).toBe('Nivel 1000, ancho 1000')
  await expect.poll(() => windowOf(page, 'Después')).toBe('Nivel 2000, ancho 2000')
  const level = side(page, 'Antes').getByRole('spinbutton', { name: 'Nivel' })
  await press(page, 'Antes', 'j')
  await level.fill('1500')
  await level.press('Enter')
  await expect.poll(() => windowOf(page, 'Después')).toBe('Nivel 3000, ancho 2000')
  await link(page).click()
  await level.fill('700')
  await level.press('Enter')
  await expect.poll(() => windowOf(page, 'Antes')).toBe('Nivel 700, ancho 1000')
  expect(await windowOf(page, 'Después')).toBe('Nivel 3000, ancho 2000')
})

it('row S5: planes of two volumes are leafed to the same plane; a length stays with the study that it was drawn on', async () => {
  const { page } = doctora
  const raster = { columns: 60, rows: 60, mmAcross: 1, mmDown: 1 }
  const files = phantomFiles(createPhantom(8, [60, 60, 40]), axialSlices(evenHeights(40, 1)), raster)
  const volume = new Uint8Array(await (await zipOf(files)).arrayBuffer())
  const one = await studies.add('antes.zip', volume, { study_date: '2024-03-14' })
  const other = await studies.add('despues.zip', volume)
  await open(page, one, other)
  await expect.poll(() => said(page, 'Después'), { timeout: 60_000 }).toMatch(/^Corte axial/)
  await expect.poll(() => said(page, 'Antes'), { timeout: 60_000 }).toMatch(/^Corte axial/)
  await side(page, 'Antes').getByRole('radio', { name: 'Coronal' }).check()
  await expect.poll(() => said(page, 'Después')).toMatch(/^Corte coronal/)
  await doctora.look('side-by-side-volumes')

  await side(page, 'Antes').getByRole('button', { name: 'Medir longitud' }).click()
  await canvas(page, 'Antes').focus()
  await page.keyboard.press('Enter')
  for (let step = 0; step < 8; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const marksOf = async (id: string) =>
    (await product.database.query('select 1 from public.study_marks where study_id = $1', [id])).rows.length
  await expect.poll(() => marksOf(one), { timeout: 20_000 }).toBe(1)
  expect(
    await side(page, 'Antes')
      .getByRole('button', { name: /punto 1\./ })
      .count(),
  ).toBe(1)
  expect(
    await side(page, 'Después')
      .getByRole('button', { name: /punto 1\./ })
      .count(),
  ).toBe(0)
  expect(await marksOf(other)).toBe(0)
  // Nobody set anything on the other study by hand.
  const desks = await product.database.query('select 1 from public.study_desks where study_id = $1', [other])
  expect(desks.rows).toEqual([])
})

it('row S6: a study of another patient, or one that may not be read, is refused in a sentence', async () => {
  const { rows } = await product.database.query<{ id: string }>(
    `select s.id::text from public.studies s join public.profiles p on p.id = s.patient_id
     where p.email = 'paciente2@clinica.test' and s.file_url not like 'https:%' limit 1`,
  )
  const foreign = rows[0]?.id ?? ''
  expect(foreign).not.toBe('')
  const admin = await openPerson(browser, product.url)
  await signIn(admin.page, 'admin@clinica.test', 'Demo-2026!')
  await admin.page.goto(`/dashboard/study/${late.id}?con=${foreign}`)
  await admin.page.getByRole('alert').getByText('Los dos estudios no son del mismo paciente.').waitFor()
  expect(await admin.page.locator('canvas').count()).toBe(0)
  await admin.look('side-by-side-refused')
  await admin.leave()
  const doctor = await openPerson(browser, product.url)
  await signIn(doctor.page, 'doctor@clinica.test', 'Demo-2026!')
  await doctor.page.goto(`/dashboard/study/${foreign}?con=${late.id}`)
  await doctor.page.getByRole('alert').getByText('No se pudo encontrar el estudio.').waitFor()
  await doctor.leave()
})

it('row S7: where it is narrow one is seen at a time; nothing is cut off, and the other one follows', async () => {
  for (const size of [phone, { width: 320, height: 640 }, { width: 768, height: 1024 }]) {
    const person = await openPerson(browser, product.url, size)
    const { page } = person
    await signIn(page, 'doctora@clinica.test', 'Demo-2026!')
    await open(page, early.id, late.id)
    await expect.poll(() => zoomOf(page, 'Antes')).toBeGreaterThan(0)
    const choice = page.getByRole('group', { name: 'Qué estudio se ve' })
    expect(await side(page, 'Después').isVisible()).toBe(false)
    await press(page, 'Antes', '+')
    await choice.getByRole('radio', { name: /^Después/ }).check()
    await canvas(page, 'Después').waitFor()
    expect(await side(page, 'Antes').isVisible()).toBe(false)
    await person.look('side-by-side-narrow')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    await person.leave()
  }
})

it('row S8: for a patient the address shows the one study', async () => {
  const patient = await openPerson(browser, product.url)
  await signIn(patient.page, 'paciente@clinica.test', 'Demo-2026!')
  await patient.page.goto(`/dashboard/study/${late.id}?con=${early.id}`)
  await patient.page.locator('canvas[role=img]').waitFor({ timeout: 60_000 })
  expect(await patient.page.getByRole('button', { name: 'Comparar' }).count()).toBe(0)
  expect(await patient.page.locator('canvas[role=img]').count()).toBe(1)
  await patient.leave()
})
