import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { LogEntry } from '#server/http/log.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { codesOf } from './authenticator.ts'
import { openBrowser, openPerson, type Person, signIn } from './browser.ts'
import { studiesOf } from './study-files.ts'

// A report from the list of what waits to its annulment: written, saved by itself, signed (docs/product/report-writing.md).

const password = 'Demo-2026!'

let browser: Browser
let product: TestProduct
let doctor: Person
const log: LogEntry[] = []
let studies: Awaited<ReturnType<typeof studiesOf>>

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true, log: (entry) => log.push(entry) })
  studies = await studiesOf(product.url)
  doctor = await openPerson(browser, product.url)
  await signIn(doctor.page, 'doctora@clinica.test', password)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})
beforeEach(async () => {
  await product.database.query('delete from private.rate_limits')
  await doctor.page.unrouteAll()
})

/** A study that is a link: what stands beside it loads nothing. */
const newStudy = () => studies.insert({ file_url: 'https://visor.clinica.test/1' })
const panelOf = (page: Page) => page.getByRole('region', { name: 'Informe', exact: true })
const field = (page: Page, label: string) => panelOf(page).getByRole('textbox', { name: label, exact: true })
const said = (page: Page, words: string | RegExp) => page.locator('[data-toaster]').getByText(words).waitFor()
const isSaved = (page: Page) =>
  panelOf(page)
    .getByText(/^Guardado a las/)
    .waitFor({ timeout: 20_000 })

/** Opens a study's report and begins it with its first template. */
async function begin(page: Page, studyId: string): Promise<void> {
  await page.goto(`/dashboard/study/${studyId}?informe`)
  await panelOf(page).getByRole('button', { name: 'Empezar informe' }).click()
  await field(page, 'Impresión').waitFor()
}

/** Writes all that signing asks for. */
async function complete(page: Page): Promise<void> {
  const panel = panelOf(page)
  await field(page, 'Fecha del estudio').fill('20/11/2026')
  await panel.getByLabel('Hora', { exact: true }).selectOption('10:30')
  await field(page, 'Quién solicitó el estudio').fill('Dra. Rivas')
  await field(page, 'Estudio solicitado').fill('Tomografía de mandíbula')
  await field(page, 'Quién realizó el estudio').fill('T. R. Soto')
  await field(page, 'Problema clínico').fill('Implante en 36')
  await panel.getByRole('button', { name: 'Ninguno', exact: true }).click()
  await field(page, 'Edad del paciente').fill('34')
  await panel.getByRole('combobox', { name: 'Sexo del paciente' }).selectOption('mujer')
  for (const outside of await panel.getByRole('checkbox', { name: 'Fuera del campo' }).all()) {
    await outside.check()
  }
  await field(page, 'Impresión').fill('Altura ósea de 12.4 mm en 36.')
}

async function stored(studyId: string): Promise<Record<string, unknown>> {
  const { rows } = await product.database.query<Record<string, unknown>>(
    `select * from public.reports where study_id = '${studyId}' order by created_at desc limit 1`,
  )
  if (!rows[0]) throw new Error('There is no report')
  return rows[0]
}

/** What the browser keeps of an origin, as one text. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const cached: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        cached.push(request.url, (await (await cache.match(request))?.text()) ?? '')
    }
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      databases.map(({ name }) => name),
      cached,
    ])
  })

it('leads from what waits to the editor, which begins empty', async () => {
  const { page } = doctor
  const id = await newStudy()
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /^Por interpretar/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Por interpretar' }).waitFor()
  await page.getByRole('link', { name: 'Interpretar', exact: true }).first().waitFor()
  await doctor.look('reports')
  await page.getByRole('link', { name: 'Interpretar', exact: true }).first().click()
  await panelOf(page).getByText('Propuesta: revísala con tu radiólogo').first().waitFor()
  await doctor.look('report-start')
  await begin(page, id)
  for (const text of await panelOf(page).getByRole('textbox').all()) expect(await text.inputValue()).toBe('')
  await doctor.look('report-editor')
  // F8 leads from section to section, also past the end.
  await page.keyboard.press('F8')
  const name = (element: Locator) =>
    element.evaluate((one) => one.closest('[data-report-stop]')?.textContent ?? '')
  const first = await name(page.locator(':focus'))
  await page.keyboard.press('F8')
  expect(await name(page.locator(':focus'))).not.toBe(first)
  await page.keyboard.press('Shift+F8')
  expect(await name(page.locator(':focus'))).toBe(first)
})

it('saves by itself, also across a cut network, and keeps nothing in the browser', async () => {
  const { page } = doctor
  const id = await newStudy()
  await begin(page, id)
  const impression = field(page, 'Impresión')
  await impression.pressSequentially('Antes del corte.')
  await isSaved(page)
  await page.context().setOffline(true)
  await impression.pressSequentially(' Durante el corte.')
  await panelOf(page)
    .getByText('Sin conexión. No cierres esta ventana: se guardará al volver.')
    .waitFor({ timeout: 20_000 })
  await impression.pressSequentially(' Después.')
  await page.context().setOffline(false)
  await isSaved(page)
  await expect
    .poll(async () => (await stored(id)).impression, { timeout: 20_000 })
    .toBe('Antes del corte. Durante el corte. Después.')
  expect(await panelOf(page).getByText('Este informe se guardó en otra ventana').count()).toBe(0)
  expect(await kept(page)).not.toContain('corte')
  expect(log.length).toBeGreaterThan(0)
  expect(JSON.stringify(log)).not.toContain('corte')
  await page.reload()
  await expect
    .poll(() => field(page, 'Impresión').inputValue())
    .toBe('Antes del corte. Durante el corte. Después.')
})

it('keeps 58 KB that were typed when the tab is closed at once', async () => {
  const id = await newStudy()
  await begin(doctor.page, id)
  const other = await doctor.page.context().newPage()
  await other.goto(`/dashboard/study/${id}?informe`)
  await field(other, 'Impresión').waitFor()
  const long = (letters: number) => 'hueso mandibular '.repeat(letters / 17)
  const { rows: sections } = await product.database.query<{ title: string }>(
    'select s.title from public.reports r, jsonb_to_recordset(r.sections) s(title text) where r.study_id = $1',
    [id],
  )
  // What is left one by one would be saved one by one.
  await other.route('**/rpc/save_report*', (route) => route.abort())
  for (const { title } of sections) await field(other, title).fill(long(5000))
  await field(other, 'Recomendaciones').fill(long(3000))
  await field(other, 'Impresión').fill(`Escrito y cerrado. ${long(4900)}`)
  // All of it waits for the last request.
  expect(JSON.stringify(await stored(id))).not.toContain('hueso mandibular')
  await other.unroute('**/rpc/save_report*')
  await other.evaluate(() => dispatchEvent(new Event('pagehide')))
  await other.close()
  const bytes = async () => Buffer.byteLength(JSON.stringify(await stored(id)))
  await expect.poll(bytes, { timeout: 20_000 }).toBeGreaterThan(58_000)
  expect(JSON.stringify(await stored(id)).split('hueso mandibular').length).toBeGreaterThan(294 * 11)
})

it('joins two windows, and asks where both changed the same field', async () => {
  const { page } = doctor
  const id = await newStudy()
  await begin(page, id)
  const other = await page.context().newPage()
  await other.goto(`/dashboard/study/${id}?informe`)
  await field(other, 'Impresión').waitFor()
  // Different sections: both are kept.
  await field(page, 'Dientes').fill('De la primera ventana.')
  await isSaved(page)
  await field(other, 'Hueso alveolar').fill('De la segunda ventana.')
  await isSaved(other)
  await expect.poll(async () => JSON.stringify((await stored(id)).sections)).toContain('segunda')
  expect(JSON.stringify((await stored(id)).sections)).toContain('primera')
  expect(await field(other, 'Dientes').inputValue()).toBe('De la primera ventana.')
  // The same field.
  await field(other, 'Impresión').fill('Impresión de la segunda.')
  await expect.poll(async () => (await stored(id)).impression).toBe('Impresión de la segunda.')
  await field(page, 'Impresión').fill('Impresión de la primera.')
  await panelOf(page)
    .getByText(/^Este informe se guardó en otra ventana a las/)
    .waitFor({ timeout: 20_000 })
  await doctor.look('report-conflict')
  expect((await stored(id)).impression).toBe('Impresión de la segunda.')
  const question = panelOf(page).getByRole('region', { name: 'Dos textos: Impresión' })
  expect((await question.innerText()).split(/\n+/)).toEqual([
    expect.stringMatching(/^Este informe se guardó en otra ventana a las \d\d:\d\d\s[ap]\.\sm\.$/),
    'Impresión',
    'Lo mío',
    'Impresión de la primera.',
    'Conservar lo mío',
    'Lo guardado',
    'Impresión de la segunda.',
    'Usar lo guardado',
  ])
  await question.getByRole('button', { name: 'Conservar lo mío' }).click()
  await expect
    .poll(async () => (await stored(id)).impression, { timeout: 20_000 })
    .toBe('Impresión de la primera.')
  const discarded = panelOf(page).getByRole('region', { name: 'Texto descartado' })
  expect(await discarded.innerText()).toContain('Impresión de la segunda.')
  // The other window may take what is stored.
  await field(other, 'Impresión').fill('Impresión de la otra.')
  const asked = panelOf(other).getByRole('region', { name: 'Dos textos: Impresión' })
  await asked.getByRole('button', { name: 'Usar lo guardado' }).click()
  await asked.waitFor({ state: 'hidden' })
  expect(await field(other, 'Impresión').inputValue()).toBe('Impresión de la primera.')
  expect(await panelOf(other).getByRole('region', { name: 'Texto descartado' }).innerText()).toContain(
    'Impresión de la otra.',
  )
  await isSaved(other)
  expect((await stored(id)).impression).toBe('Impresión de la primera.')
  await other.close()
})

it('finds phrases by a slash and goes through their blanks by Tab', async () => {
  const { page } = doctor
  await product.database.query(
    `insert into public.report_phrases (id, section_key, title, text) values
     (gen_random_uuid(), 'dientes', 'Lesión apical', 'Lesión de [tamaño] mm en [diente].')`,
  )
  await begin(page, await newStudy())
  const teeth = field(page, 'Dientes')
  await teeth.pressSequentially('/lesion')
  await page.getByRole('option', { name: /Lesión apical/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('3')
  await page.keyboard.press('Tab')
  await page.keyboard.type('36')
  expect(await teeth.inputValue()).toBe('Lesión de 3 mm en 36.')
})

it('says what lacks, is signed with the right password alone, and is annulled', async () => {
  const { page } = doctor
  const id = await newStudy()
  await begin(page, id)
  const panel = panelOf(page)
  await panel.getByRole('button', { name: 'Firmar' }).click()
  await panel.getByText(/^Falta para firmar: \d+$/).waitFor()
  expect(await field(page, 'Fecha del estudio').evaluate((one) => one === document.activeElement)).toBe(true)
  await panel.getByRole('button', { name: 'Ver todos' }).click()
  const lacking = (await panel.getByRole('alert').getByRole('listitem').allInnerTexts()).slice(0, 8)
  expect(lacking).toEqual([
    'Fecha y hora del estudio',
    'Quién solicitó el estudio',
    'Estudio solicitado',
    'Problema clínico',
    'Incidentes (o «Ninguno»)',
    'Quién realizó el estudio',
    'Edad del paciente',
    'Sexo del paciente',
  ])
  expect(await panel.getByRole('alert').getByRole('listitem').allInnerTexts()).toEqual(
    expect.arrayContaining(['Impresión', 'Dientes: escribe o marca «Fuera del campo»']),
  )
  await doctor.look('report-lacks')
  await complete(page)
  const recommended = field(page, 'Recomendaciones')
  await recommended.fill('Control en [meses] meses.')
  await panel.getByRole('button', { name: 'Firmar' }).click()
  const gaps = panel.getByRole('alert')
  if (await gaps.getByRole('button', { name: 'Ver todos' }).isVisible())
    await gaps.getByRole('button', { name: 'Ver todos' }).click()
  await gaps.getByText('Completa lo que está entre corchetes en Recomendaciones').waitFor()
  await recommended.fill('Control en 6 meses.')
  await isSaved(page)
  await ageProof(page)
  await panelOf(page).getByRole('button', { name: 'Firmar' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Firmar el informe?' })
  await dialog.getByRole('button', { name: 'Seguir editando' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await recommended.fill('Control en 12 meses.')
  await isSaved(page)
  await panelOf(page).getByRole('button', { name: 'Firmar' }).click()
  await dialog.getByText('Después de firmarlo no se puede cambiar; solo agregar adendas.').waitFor()
  await dialog.getByText('Confirma con tu contraseña para firmar.').waitFor()
  await doctor.look('report-sign')
  await dialog.getByLabel('Contraseña', { exact: true }).fill('otra-cosa')
  await dialog.getByRole('button', { name: 'Firmar' }).click()
  await dialog.getByText('La contraseña no es correcta. El informe sigue como borrador.').waitFor()
  expect((await stored(id)).state).toBe('borrador')
  await dialog.getByLabel('Contraseña', { exact: true }).fill(password)
  await dialog.getByRole('checkbox', { name: 'Entregar después' }).check()
  await dialog.getByLabel('Motivo').fill('Se explica en la consulta.')
  await dialog.getByRole('button', { name: 'Firmar' }).click()
  await said(page, /^Informe firmado: INF-\d{6}\.$/)
  expect(await stored(id)).toMatchObject({ state: 'firmado', signer_license: '10200303' })

  await panel.getByText('Un informe firmado no se modifica ni se borra.').waitFor()
  // Held until now.
  await panel.getByText('Se explica en la consulta.').waitFor()
  await doctor.look('report-signed')
  await panel.getByRole('button', { name: 'Entregar ahora' }).click()
  await said(page, 'Informe entregado.')

  // An addendum asks for nothing: the proof is fresh.
  await panel.getByRole('button', { name: 'Agregar adenda' }).click()
  const addendum = page.getByRole('dialog', { name: 'Agregar adenda' })
  await addendum.getByRole('textbox', { name: 'Adenda', exact: true }).fill('Se midió también en 37.')
  await addendum.getByRole('button', { name: 'Firmar adenda' }).click()
  await said(page, 'Adenda firmada.')
  await panel.getByText('Se midió también en 37.').waitFor()
  await refusesToDelete(page, id)

  await panel.getByRole('button', { name: 'Anular informe' }).click()
  const annul = page.getByRole('dialog', { name: /^¿Anular el informe INF-/ })
  await annul.getByRole('button', { name: 'Anular informe' }).click()
  await annul.getByText('Escribe el motivo de la anulación.').waitFor()
  await annul.getByLabel('Motivo').fill('Estudio de otro paciente.')
  await annul.getByRole('button', { name: 'Anular informe' }).click()
  await said(page, 'Informe anulado.')
  expect(await stored(id)).toMatchObject({ state: 'anulado', annul_reason: 'Estudio de otro paciente.' })
  await panel.getByRole('button', { name: 'Empezar informe' }).waitFor()
})

it('names each single thing that lacks, and leads to it', async () => {
  const { page } = doctor
  await begin(page, await newStudy())
  await complete(page)
  const panel = panelOf(page)
  const sex = panel.getByRole('combobox', { name: 'Sexo del paciente' })
  const outside = panel.getByRole('checkbox', { name: 'Fuera del campo' }).first()
  const teeth = field(page, 'Región de interés')
  const texts = (words: string, label = words) => {
    const text = field(page, label)
    let before = ''
    return {
      words,
      on: text,
      clear: async () => {
        before = await text.inputValue()
        await text.fill('')
      },
      restore: () => text.fill(before),
    }
  }
  const lacks = [
    texts('Fecha y hora del estudio', 'Fecha del estudio'),
    texts('Quién solicitó el estudio'),
    texts('Estudio solicitado'),
    texts('Problema clínico'),
    texts('Incidentes (o «Ninguno»)'),
    texts('Quién realizó el estudio'),
    texts('Edad del paciente'),
    {
      words: 'Sexo del paciente',
      on: sex,
      clear: () => sex.selectOption(''),
      restore: () => sex.selectOption('mujer'),
    },
    texts('Impresión'),
    {
      words: 'Región de interés: escribe o marca «Fuera del campo»',
      on: teeth,
      clear: () => outside.uncheck(),
      restore: () => teeth.fill('Lesión de [tamaño] mm.'),
    },
    {
      words: 'Completa lo que está entre corchetes en Región de interés',
      on: teeth,
      clear: () => Promise.resolve(),
      restore: () => teeth.fill('Lesión de 3 mm.'),
    },
  ]
  for (const { words, on, clear, restore } of lacks) {
    await clear()
    await panel.getByRole('button', { name: 'Firmar' }).click()
    const named = panel.getByRole('alert').getByRole('listitem')
    await expect.poll(() => named.allInnerTexts()).toEqual([words])
    expect(await on.evaluate((one) => one === document.activeElement)).toBe(true)
    await restore()
  }
  await panel.getByRole('button', { name: 'Firmar' }).click()
  await page.getByRole('dialog', { name: '¿Firmar el informe?' }).waitFor()
})

it('writes a measurement as it is, and keeps the words when it changes', async () => {
  const { page } = doctor
  const id = await newStudy()
  await begin(page, id)
  await product.database.query(
    `insert into public.study_marks (id, study_id, author_id, picture, plane, kind, points, value, unit, label)
     select gen_random_uuid(), $1, r.author_id, 'd:0123456789abcdef0123456789abcdef', 'axial', 'length',
       '[[1, 2, 3], [4, 5, 6]]', 12.4, 'mm', 'Altura'
     from public.reports r where r.study_id = $1`,
    [id],
  )
  await panelOf(page).getByRole('button', { name: 'Insertar medida: Impresión' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Altura: 12.4 mm (corte axial)' }).click()
  await isSaved(page)
  const written = async () => JSON.stringify(await stored(id))
  await expect.poll(written).toContain('Altura: 12.4 mm (corte axial)')
  await product.database.query(
    `update public.study_marks set label = 'Ancho', value = 3.1, updated_at = now() where study_id = $1`,
    [id],
  )
  await page.reload()
  await field(page, 'Impresión').waitFor()
  expect(await written()).toContain('Altura: 12.4 mm (corte axial)')
  await panelOf(page).getByRole('button', { name: 'Insertar medida: Impresión' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ancho: 3.1 mm (corte axial)' }).waitFor()
})

/** A study whose report is signed stays. */
async function refusesToDelete(page: Page, id: string): Promise<void> {
  const list = await page.context().newPage()
  await list.goto('/dashboard/studies')
  const { id: report } = await stored(id)
  const card = list
    .getByRole('listitem')
    .filter({ has: list.locator(`a[href$="/dashboard/report/${report}"]`) })
  await card.getByRole('button', { name: 'Más acciones' }).click()
  await list.getByRole('button', { name: 'Eliminar', exact: true }).click()
  await list.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await said(list, 'Este estudio tiene un informe firmado. Anúlalo primero.')
  await list.close()
  expect(await stored(id)).toMatchObject({ state: 'firmado' })
}

it('without a licence is not signed, and says that an old certificate is not printed', async () => {
  const { page } = doctor
  await begin(page, await newStudy())
  await complete(page)
  await isSaved(page)
  const dialog = page.getByRole('dialog', { name: '¿Firmar el informe?' })
  const profile = (change: string) =>
    product.database.query(`update public.profiles set ${change} where email = 'doctora@clinica.test'`)
  await profile('professional_license = null')
  await page.reload()
  await panelOf(page).getByRole('button', { name: 'Firmar' }).click()
  await dialog.getByText('Para firmar, escribe tu cédula profesional en tu perfil.').waitFor()
  await doctor.look('report-no-licence')
  await profile(`professional_license = '10200303', certificate_until = '2026-01-31'`)
  await page.reload()
  await panelOf(page).getByRole('button', { name: 'Firmar' }).click()
  await dialog.getByText('Tu certificado venció el 31/01/2026: no se imprimirá.').waitFor()
})

it('says what was not saved, and tries again', async () => {
  const { page } = doctor
  const id = await newStudy()
  await begin(page, id)
  const saving = 'function public.save_report(uuid, integer, jsonb)'
  await product.database.query(`revoke execute on ${saving} from authenticated`)
  try {
    await field(page, 'Impresión').fill('Sigue aquí.')
    const words = 'No se pudo guardar el informe. Tu texto sigue aquí.'
    await panelOf(page).getByText(words).waitFor({ timeout: 20_000 })
    await doctor.look('report-not-saved')
    expect(await field(page, 'Impresión').inputValue()).toBe('Sigue aquí.')
  } finally {
    await product.database.query(`grant execute on ${saving} to authenticated`)
  }
  await expect.poll(async () => (await stored(id)).impression, { timeout: 30_000 }).toBe('Sigue aquí.')
})

it('begins no second report where one was signed meanwhile', async () => {
  const { page } = doctor
  const id = await newStudy()
  await page.goto(`/dashboard/study/${id}?informe`)
  const start = panelOf(page).getByRole('button', { name: 'Empezar informe' })
  await start.waitFor()
  // This window hears nothing of what the other one does.
  await page.route('**/rest/v1/reports*', (route) => route.abort())
  const other = await page.context().newPage()
  await begin(other, id)
  await complete(other)
  await isSaved(other)
  await panelOf(other).getByRole('button', { name: 'Firmar' }).click()
  const dialog = other.getByRole('dialog', { name: '¿Firmar el informe?' })
  const proof = dialog.getByLabel('Contraseña', { exact: true })
  await dialog.getByRole('button', { name: 'Firmar' }).and(other.locator(':enabled')).waitFor()
  if (await proof.isVisible()) await proof.fill(password)
  await dialog.getByRole('button', { name: 'Firmar' }).click()
  await said(other, /^Informe firmado: /)
  await start.click()
  await panelOf(page).getByText('Este estudio ya tiene un informe firmado. Agrega una adenda.').waitFor()
  await doctor.look('report-signed-meanwhile')
  await page.unroute('**/rest/v1/reports*')
  await other.close()
})

it('tells another doctor who has the draft', async () => {
  const id = await newStudy()
  await begin(doctor.page, id)
  const admin = await openPerson(browser, product.url)
  await signIn(admin.page, 'admin@clinica.test', password)
  await admin.page.goto(`/dashboard/study/${id}?informe`)
  await panelOf(admin.page)
    .getByText(/^Este informe lo está escribiendo .+\.$/)
    .waitFor()
  await panelOf(admin.page).getByRole('button', { name: 'Liberar estudio' }).click()
  await admin.page
    .getByRole('alertdialog')
    .or(admin.page.getByRole('dialog'))
    .getByRole('button', { name: 'Liberar estudio' })
    .click()
  await panelOf(admin.page).getByRole('button', { name: 'Empezar informe' }).waitFor()
  // Whoever wrote it is told, with the words still there.
  await field(doctor.page, 'Impresión').fill('Demasiado tarde.')
  await panelOf(doctor.page).getByText('Este borrador ya no existe.').waitFor({ timeout: 20_000 })
  await panelOf(doctor.page).getByText('Demasiado tarde.').waitFor()
  await admin.leave()
})

/** The sign-in was long ago. */
async function ageProof(page: Page): Promise<void> {
  await product.database.query(
    `update auth.mfa_amr_claims set created_at = '2026-01-01', updated_at = '2026-01-01'`,
  )
  await renewToken(page)
}

/** A page whose token was made anew, as after an hour. */
async function renewToken(page: Page): Promise<void> {
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => /^sb-.+-auth-token$/.test(name)) ?? ''
    const session = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1, expires_in: -1 }))
  })
  await page.reload()
  await field(page, 'Impresión').waitFor()
}

it('shows images and report as two tabs where it is narrow', async () => {
  const id = await newStudy()
  const phone = await openPerson(browser, product.url, { width: 390, height: 844 })
  await signIn(phone.page, 'doctora@clinica.test', password)
  await begin(phone.page, id)
  await phone.look('report-editor')
  await phone.page.getByRole('radio', { name: 'Imágenes' }).check()
  await phone.page.getByText('Este estudio está en otro sitio').waitFor()
  expect(await field(phone.page, 'Impresión').isVisible()).toBe(false)
  await phone.look('report-images')
  await phone.leave()
})

// The last one: the doctor's account keeps its second factor.
it('with a second factor the signature asks for its code, not for the password', async () => {
  const { page } = doctor
  const id = await newStudy()
  await page.goto('/dashboard/profile')
  await page.getByRole('button', { name: 'Activar' }).click()
  const adding = page.getByRole('dialog', { name: 'Activar verificación en dos pasos' })
  await adding.getByLabel('Contraseña actual').fill(password)
  await adding.getByRole('button', { name: 'Continuar' }).click()
  const next = codesOf((await adding.locator('.font-mono').innerText()).replaceAll(/\s/g, ''))
  await adding.getByLabel('Código de verificación').fill(next())
  await adding.getByRole('button', { name: 'Activar' }).click()
  await said(page, 'Verificación en dos pasos activada.')

  await begin(page, id)
  await complete(page)
  await isSaved(page)
  await ageProof(page)
  await panelOf(page).getByRole('button', { name: 'Firmar' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Firmar el informe?' })
  const code = dialog.getByLabel('Código de verificación')
  await code.fill('000000')
  expect(await dialog.getByLabel('Contraseña', { exact: true }).count()).toBe(0)
  await doctor.look('report-sign-code')
  await dialog.getByRole('button', { name: 'Firmar' }).click()
  await said(page, 'El código no es correcto o ya se usó.')
  expect((await stored(id)).state).toBe('borrador')
  await code.fill(next())
  await dialog.getByRole('button', { name: 'Firmar' }).click()
  await said(page, /^Informe firmado: INF-\d{6}\.$/)
  expect((await stored(id)).state).toBe('firmado')
})
