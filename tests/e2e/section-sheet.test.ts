import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openPerson, openWholeBrowser, type Person, phone, signIn } from './browser.ts'
import { printed, printedPictures } from './pdf.ts'

// 'Hoja de cortes' of a tomography of the demo, as it is printed and saved (docs/product/viewer.md).

const patience = { timeout: 90_000 }
/** mm from one voxel of the demo to the next, and pixels across a section of 30 mm. */
const mm = 0.25
const columns = 121
const papers = [
  ['A4', 595, 842],
  ['Carta', 612, 792],
] as const

let browser: Browser
let product: TestProduct
let patient: Person
let study = ''

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openWholeBrowser()
  product = await startTestProduct({ engine, demo: true })
  const { rows } = await product.database.query<{ id: string }>(
    `select s.id::text as id from public.studies s join auth.users u on u.id = s.patient_id
     where u.email = 'paciente@clinica.test' and s.file_name like '%.zip' order by s.created_at desc limit 1`,
  )
  study = rows[0]?.id ?? ''
  patient = await openPerson(browser, product.url)
  await signIn(patient.page, 'paciente@clinica.test', 'Demo-2026!')
  await openSheet(patient.page)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Hoja de cortes' })
const status = (page: Page) => sheet(page).getByRole('status').first()
const button = (page: Page) => page.getByRole('button', { name: 'Hoja de cortes' })
const sideways = (page: Page) =>
  page.evaluate(() => {
    const dialog = document.querySelector('[role=dialog]')
    return dialog ? dialog.scrollWidth - dialog.clientWidth : -1
  })

async function openSheet(page: Page) {
  await page.goto(`/dashboard/study/${study}`)
  await page.getByRole('radio', { name: 'Panorámica' }).check(patience)
  await page.getByText('Vista previa, no diagnóstica').waitFor({ state: 'hidden', ...patience })
  await page
    .getByRole('img', { name: /^Corte transversal/ })
    .first()
    .waitFor(patience)
  if (!(await button(page).isVisible())) await page.getByRole('button', { name: 'Ajustes' }).click()
  await button(page).click()
  await isDrawn(page)
}

/** Waits until all pages are there; says how many cuts and pages they are. */
async function isDrawn(page: Page) {
  const all = /^(\d+) cortes? en (\d+) hojas?$/
  await status(page).filter({ hasText: all }).waitFor(patience)
  const [, cuts, pages] = all.exec((await status(page).textContent()) ?? '') ?? []
  return { cuts: Number(cuts), pages: Number(pages) }
}

const choose = async (page: Page, paper: string) => {
  await sheet(page).getByText(paper, { exact: true }).click()
  return isDrawn(page)
}
const select = (page: Page, label: string, value: number) =>
  sheet(page).getByLabel(label, { exact: true }).selectOption(String(value))

describe.each(papers)('on %s', (paper, width, height) => {
  it.each([1, 2])(
    'a cut has its size in the patient times %i in the PDF, and each page says what it is',
    async (scale) => {
      const { page, complaints } = patient
      await select(page, 'Escala', scale)
      await select(page, 'Separación', scale === 1 ? 2 : 5)
      const { cuts, pages } = await choose(page, paper)
      const pdf = await printed(page)
      expect([pdf.pages.length, pdf.width, pdf.height]).toEqual([pages, width, height])
      for (const [at, text] of pdf.pages.entries())
        for (const words of [
          'Mariana López Hernández · Tomografía',
          'Hoja de cortes',
          `Escala ${scale}:1`,
          `Hoja ${at + 1} de ${pages}`,
          'Comprueba que la barra mida 50 mm.',
          'V: vestibular · L: lingual',
          'No es un dispositivo de diagnóstico',
          `Página ${at + 1} de ${pages}`,
        ])
          expect(text).toContain(words)
      for (const word of ['Volver', 'Imprimir', 'Separación', 'PNG']) expect(pdf.pages[0]).not.toContain(word)
      expect(pdf.pages.at(-1)).toContain(`${cuts} · ${(cuts - 1) * (scale === 1 ? 2 : 5)} mm`)
      const pictures = (await printedPictures(page)).flat()
      const sections = pictures.filter((picture) => picture.columns === columns)
      expect(sections).toHaveLength(cuts)
      for (const section of sections) {
        expect(Math.abs(section.width / (columns * mm * scale) - 1)).toBeLessThan(0.01)
        expect(Math.abs(section.height / (section.rows * mm * scale) - 1)).toBeLessThan(0.01)
      }
      expect(complaints).toEqual([])
    },
  )
})

it('the bar measures 50 mm on paper, and a PNG of the page says how large its pixels are', async () => {
  const { page, look } = patient
  await select(page, 'Escala', 1)
  const { pages } = await choose(page, 'A4')
  await page.emulateMedia({ media: 'print' })
  const bars = await sheet(page)
    .locator('svg line')
    .evaluateAll((lines) =>
      lines.flatMap((line) => {
        const { width, height } = line.getBoundingClientRect()
        return height === 0 || height < width ? [(width / 96) * 25.4] : []
      }),
    )
  await page.emulateMedia({ media: null })
  expect(bars).toHaveLength(pages)
  for (const bar of bars) expect(Math.abs(bar / 50 - 1)).toBeLessThan(0.01)
  await look('section-sheet')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sheet(page).getByRole('button', { name: 'Guardar hoja 1 como PNG' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^Tomografía.* hoja 1\.png$/)
  const png = await readFile(await download.path())
  if (process.env.SCREENSHOTS) await download.saveAs(`${process.env.SCREENSHOTS}/section-sheet-page.png`)
  // A4 without 6 mm on its sides: what is printed, and 10 mm around it.
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1980, 2840])
  expect(png.toString('latin1', 37, 41)).toBe('pHYs')
  expect([png.readUInt32BE(41), png[49]]).toEqual([10_000, 1])
})

it('a range that is none says so; a part of the curve has its own cuts', async () => {
  const { page } = patient
  await select(page, 'Separación', 3)
  await sheet(page).getByLabel('Desde (mm)').fill('50')
  await sheet(page).getByLabel('Hasta (mm)').fill('20')
  await sheet(page)
    .getByText(/^Escribe de 0 a \d+, de menor a mayor\.$/)
    .waitFor()
  expect(await sheet(page).getByRole('button', { name: 'Imprimir / Guardar PDF' }).isDisabled()).toBe(true)
  await sheet(page).getByLabel('Hasta (mm)').fill('62')
  expect(await isDrawn(page)).toEqual({ cuts: 5, pages: 1 })
  await sheet(page).getByRole('img', { name: 'Cortes 1 a 5' }).waitFor()
})

it('the drawing can be cancelled, and goes on when it is asked again', async () => {
  const { page } = patient
  // A slow machine.
  await page.evaluate(() => {
    const { toBlob } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.toBlob = function (take, ...more) {
      toBlob.call(this, (blob) => setTimeout(() => take(blob), 20), ...more)
    }
  })
  await sheet(page).getByLabel('Desde (mm)').fill('0')
  await select(page, 'Separación', 1)
  await select(page, 'Escala', 2)
  await sheet(page).getByRole('button', { name: 'Cancelar' }).click()
  await expect.poll(() => status(page).textContent()).toMatch(/^Dibujo detenido: \d+ de \d+ hojas$/)
  await select(page, 'Separación', 5)
  await isDrawn(page)
})

it('Escape leads back to the cuts as they were', async () => {
  const { page, complaints } = patient
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'hidden' })
  await expect.poll(() => button(page).evaluate((one) => one === document.activeElement)).toBe(true)
  expect(complaints).toEqual([])
})

it('on a phone the pages are as wide as the screen, and everything can be pressed', async () => {
  const small = await openPerson(browser, product.url, phone, { hasTouch: true })
  const { page, look, complaints } = small
  await signIn(page, 'paciente@clinica.test', 'Demo-2026!')
  await openSheetOnPhone(page)
  await look('section-sheet')
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: phone.height })
    expect(await sideways(page)).toBe(0)
  }
  expect(complaints).toEqual([])
  await small.leave()
})

/** There the file waits to be asked for. */
async function openSheetOnPhone(page: Page) {
  await page.goto(`/dashboard/study/${study}`)
  const load = page.getByRole('button', { name: /^Cargar estudio completo/ })
  await page.getByRole('radio', { name: 'Panorámica' }).check(patience)
  if (await load.isVisible()) await load.click()
  await openSheet(page)
}
