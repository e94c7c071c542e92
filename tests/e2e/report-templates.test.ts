import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { panelAddress } from './addresses.ts'
import { openBrowser, openPerson, type Person, phone, signIn } from './browser.ts'
import { studiesOf } from './study-files.ts'

// Templates and the clinic's phrases, as an administrator keeps them and doctors find them (docs/product/report-writing.md).

const password = 'Demo-2026!'

let browser: Browser
let product: TestProduct
let admin: Person
let doctor: Person
let studies: Awaited<ReturnType<typeof studiesOf>>
let words = ''

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true })
  studies = await studiesOf(product.url)
  words = `${await panelAddress(product.database)}/system?seccion=informes`
  admin = await openPerson(browser, product.url)
  await signIn(admin.page, 'admin@clinica.test', password)
  doctor = await openPerson(browser, product.url)
  await signIn(doctor.page, 'doctora@clinica.test', password)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})
beforeEach(() => product.database.query('delete from private.rate_limits'))

const newStudy = () =>
  studies.insert({ file_url: 'https://visor.clinica.test/1', study_type: 'Radiografía Panorámica' })
const panelOf = (page: Page) => page.getByRole('region', { name: 'Informe', exact: true })
const said = (page: Page, text: string) => page.locator('[data-toaster]').getByText(text).waitFor()
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function begin(page: Page, studyId: string): Promise<void> {
  await page.goto(`/dashboard/study/${studyId}?informe`)
  await panelOf(page).getByRole('button', { name: 'Empezar informe' }).click()
  await panelOf(page).getByRole('textbox', { name: 'Impresión', exact: true }).waitFor()
}

/** The titles of the template's sections in a report that is being written. */
async function sectionsOf(studyId: string): Promise<unknown> {
  const { rows } = await product.database.query<{ titles: unknown }>(
    `select jsonb_path_query_array(sections, '$[*].title') as titles from public.reports where study_id = '${studyId}'`,
  )
  return rows[0]?.titles
}

async function edit(page: Page, name: string): Promise<Locator> {
  await page.goto(words)
  await page.getByRole('button', { name: `Editar ${name}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar Plantilla' })
  await dialog.waitFor()
  return dialog
}

it('each type of study offers its own templates', async () => {
  const { page } = doctor
  const offered: Record<string, string[]> = {}
  const types = {
    Tomografías: ['Tomografía de dientes retenidos', 'Tomografía general', 'Tomografía para implantes'],
    'Radiografía Panorámica': ['Radiografía Panorámica'],
    'Radiografía Lateral de Cráneo': ['Radiografía Lateral de Cráneo'],
    'Radiografía Carpal': ['Radiografía Carpal'],
    'Trazados Cefalométricos': ['Trazados Cefalométricos'],
    'Escaneo Intraoral': ['Escaneo Intraoral'],
  }
  for (const type of Object.keys(types)) {
    const id = await studies.insert({ file_url: 'https://visor.clinica.test/1', study_type: type })
    await page.goto(`/dashboard/study/${id}?informe`)
    await panelOf(page).getByRole('button', { name: 'Empezar informe' }).waitFor()
    const names = panelOf(page).getByRole('radio')
    offered[type] = await names.evaluateAll((all) =>
      all.map((one) => one.nextElementSibling?.firstElementChild?.textContent ?? '').sort(),
    )
  }
  expect(offered).toEqual(types)
})

it('lets an administrator change a template: begun reports stay, new ones have the change', async () => {
  const { page } = admin
  const [before, after] = [await newStudy(), await newStudy()]
  await begin(doctor.page, before)
  const given = await sectionsOf(before)

  await page.goto(words)
  await rowOf(page, 'Radiografía Panorámica').getByText('Propuesta: revísala con tu radiólogo').waitFor()
  await admin.look('report-words')
  const dialog = await edit(page, 'Radiografía Panorámica')
  await dialog.getByLabel('Sección 1', { exact: true }).fill('Dientes y encías')
  await dialog.getByRole('button', { name: 'Bajar Dientes y encías' }).click()
  expect(await dialog.getByLabel('Sección 2', { exact: true }).inputValue()).toBe('Dientes y encías')
  await dialog.getByRole('button', { name: 'Quitar Otras estructuras' }).click()
  await dialog.getByRole('button', { name: 'Agregar sección' }).click()
  await dialog.getByRole('button', { name: 'Guardar plantilla' }).click()
  await dialog.getByText('Escribe el nombre de la sección.').waitFor()
  await page.keyboard.type('Terceros molares')
  await dialog.getByRole('button', { name: 'Agregar tabla a Terceros molares' }).click()
  await dialog.getByLabel('Columnas de la tabla 6').fill('Diente FDI\nPosición')
  await admin.look('report-template')
  await dialog.getByRole('button', { name: 'Guardar plantilla' }).click()
  await said(page, 'Plantilla guardada')
  const row = rowOf(page, 'Radiografía Panorámica')
  await row.getByText('Activa', { exact: true }).waitFor()

  await begin(doctor.page, after)
  await panelOf(doctor.page).getByText('Terceros molares').first().waitFor()
  await panelOf(doctor.page).getByRole('button', { name: 'Agregar fila' }).click()
  const table = panelOf(doctor.page).getByRole('region', { name: 'Tabla: Terceros molares' })
  await table.getByRole('columnheader', { name: 'Diente FDI' }).waitFor()
  expect(await sectionsOf(after)).toEqual([
    'Hueso alveolar',
    'Dientes y encías',
    'Maxilar y senos',
    'Mandíbula, ramas y cóndilos',
    'Tejidos blandos y calcificaciones',
    'Terceros molares',
  ])
  await doctor.page.goto(`/dashboard/study/${before}?informe`)
  await panelOf(doctor.page).getByText('Otras estructuras').first().waitFor()
  expect(await sectionsOf(before)).toEqual(given)
})

it('retires a template and offers it again', async () => {
  const { page } = admin
  for (const [state, active] of [
    ['Retirada', false],
    ['Activa', true],
  ] as const) {
    const dialog = await edit(page, 'Radiografía Carpal')
    await dialog.getByRole('checkbox', { name: 'Activa' }).setChecked(active)
    await dialog.getByRole('button', { name: 'Guardar plantilla' }).click()
    await rowOf(page, 'Radiografía Carpal').getByText(state, { exact: true }).waitFor()
  }
})

it('keeps what was typed when somebody saved the template meanwhile, or the backend fails', async () => {
  const { page } = admin
  const dialog = await edit(page, 'Escaneo Intraoral')
  await dialog.getByLabel('Nombre').fill('Escaneo de las arcadas')
  await page.route('**/rest/v1/report_templates*', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Guardar plantilla' }).click()
  await page
    .locator('[data-toaster]')
    .getByText(/No se pudo guardar|conexión/)
    .first()
    .waitFor()
  await page.unroute('**/rest/v1/report_templates*')
  expect(await dialog.getByLabel('Nombre').inputValue()).toBe('Escaneo de las arcadas')
  await product.database.query(
    `update public.report_templates set sections = '[{"key": "otra", "title": "Otra"}]' where name = 'Escaneo Intraoral'`,
  )
  await dialog.getByRole('button', { name: 'Guardar plantilla' }).click()
  await dialog.getByText(/Otra persona cambió esta plantilla mientras la editabas/).waitFor()
  await admin.look('report-template-conflict')
  expect(await dialog.getByLabel('Nombre').inputValue()).toBe('Escaneo de las arcadas')
  await dialog.getByRole('button', { name: 'Guardar plantilla' }).click()
  await rowOf(page, 'Escaneo de las arcadas').waitFor()
  admin.complaints.length = 0
})

it('has phrases of the clinic, which doctors find with a slash', async () => {
  const { page } = admin
  await page.goto(words)
  await page.getByRole('button', { name: 'Agregar frase' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar Frase' })
  await dialog.getByLabel('Título').fill('Raíz dilacerada')
  await dialog.getByRole('textbox', { name: 'Frase', exact: true }).fill('Raíz dilacerada en [diente].')
  await dialog.getByRole('button', { name: 'Guardar frase' }).click()
  await said(page, 'Frase agregada')
  await page.getByRole('button', { name: 'Editar la frase Raíz dilacerada' }).click()
  const edited = page.getByRole('dialog', { name: 'Editar Frase' })
  await edited
    .getByRole('textbox', { name: 'Frase', exact: true })
    .fill('Raíz dilacerada hacia distal en [diente].')
  await edited.getByRole('combobox', { name: 'Plantilla' }).selectOption('Radiografía Panorámica')
  await edited.getByRole('combobox', { name: 'Sección' }).selectOption('Hueso alveolar')
  await edited.getByRole('button', { name: 'Guardar frase' }).click()
  await rowOf(page, 'Raíz dilacerada').getByText('Radiografía Panorámica · Hueso alveolar').waitFor()
  await admin.look('report-phrases')

  await begin(doctor.page, await newStudy())
  const field = panelOf(doctor.page).getByRole('textbox', { name: 'Hueso alveolar', exact: true })
  await field.click()
  await doctor.page.keyboard.type('/raiz')
  await doctor.page.getByRole('option', { name: /Raíz dilacerada/ }).waitFor()
  await doctor.page.keyboard.press('Enter')
  await expect.poll(() => field.inputValue()).toBe('Raíz dilacerada hacia distal en [diente].')

  await page.getByRole('button', { name: 'Eliminar la frase Raíz dilacerada' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar', exact: true }).click()
  await rowOf(page, 'Raíz dilacerada').waitFor({ state: 'detached' })
})

it('fits a phone', async () => {
  const small = await openPerson(browser, product.url, phone)
  await signIn(small.page, 'admin@clinica.test', password)
  await small.page.goto(words)
  await rowOf(small.page, 'Tomografía general').waitFor()
  await small.look('report-words')
  expect(await sideways(small.page)).toBe(false)
  const dialog = await edit(small.page, 'Tomografía general')
  await small.look('report-template')
  expect(await sideways(small.page)).toBe(false)
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await small.leave()
})
