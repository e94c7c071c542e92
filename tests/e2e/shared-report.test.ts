import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openPerson, openWholeBrowser, type Person, phone, signIn } from './browser.ts'
import { printed } from './pdf.ts'

// A link with the report: who asked, what a visitor reads, and what never carries one (docs/product/sharing.md).

const password = 'Demo-2026!'
const refusal = 'Indica quién pidió compartirlo.'

let browser: Browser
let product: TestProduct
let doctor: Person
let patient: Person
let visitor: Person
let signed: { id: string; study: string; folio: string; patient: string; impression: string }

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openWholeBrowser()
  product = await startTestProduct({ engine, demo: true })
  doctor = await openPerson(browser, product.url)
  patient = await openPerson(browser, product.url, phone, { hasTouch: true })
  visitor = await openPerson(browser, product.url, phone, { hasTouch: true })
  await signIn(doctor.page, 'doctora@clinica.test', password)
  await signIn(patient.page, 'paciente@clinica.test', password)
  const { rows } = await product.database.query<typeof signed>(
    `select r.id::text, r.study_id::text as study, r.folio, r.patient_id::text as patient, r.impression
     from public.reports r join public.studies s on s.id = r.study_id join public.profiles p on p.id = r.patient_id
     where p.email = 'paciente@clinica.test' and s.study_type = 'Tomografías' and r.state = 'firmado'`,
  )
  if (!rows[0]) throw new Error('The demo has no signed tomography')
  signed = rows[0]
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})
beforeEach(() => product.database.query('delete from private.rate_limits'))

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Compartir estudio' })
const choiceIn = (page: Page) => dialogOf(page).getByRole('checkbox', { name: 'Incluir el informe' })
const flat = (text: string) => text.replace(/\s+/g, ' ')

/** The dialog of the study with the signed report. */
async function openDialog({ page }: Person, list: string) {
  await page.goto(list)
  const card = page.getByRole('listitem').filter({ has: page.locator(`a[href*="${signed.study}"]`) })
  await card.getByRole('button', { name: 'Compartir', exact: true }).click()
  await dialogOf(page).getByRole('button', { name: 'Crear enlace' }).waitFor()
  return dialogOf(page)
}
const ofDoctor = () => openDialog(doctor, `/dashboard/patients/${signed.patient}?seccion=estudios`)
const ofPatient = () => openDialog(patient, '/dashboard/my-studies')

/** Presses 'Crear enlace' and returns what is shown once. */
async function made(page: Page, label: string): Promise<{ address: string; pin: string }> {
  const dialog = dialogOf(page)
  await dialog.getByRole('textbox', { name: 'Para' }).fill(label)
  await dialog.getByRole('button', { name: 'Crear enlace' }).click()
  await dialog.getByRole('heading', { name: 'Enlace listo' }).waitFor({ timeout: 60_000 })
  const copied = async (name: string) => {
    await dialog.getByRole('button', { name }).click()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  return { address: await copied('Copiar enlace'), pin: await copied('Copiar PIN') }
}

async function enter({ page }: Person, { address, pin }: { address: string; pin: string }) {
  await page.goto(address)
  await page.getByLabel('PIN de 6 dígitos').fill(pin)
  await page.getByRole('button', { name: 'Ver estudio' }).click()
  await page.getByRole('banner').waitFor()
}

/** What a visitor is shown of a report, over the wire and on the page. */
async function readsNone(share: { address: string; pin: string }) {
  const { page } = visitor
  const answers: string[] = []
  page.on('response', async (one) => {
    if (one.url().endsWith('/open-shared-study')) answers.push(await one.text().catch(() => ''))
  })
  await enter(visitor, share)
  await page.getByText('No es un dispositivo de diagnóstico').waitFor()
  expect(await page.getByRole('button', { name: 'Informe' }).count()).toBe(0)
  await expect.poll(() => answers.length).toBeGreaterThan(0)
  for (const answer of answers) expect(answer).not.toContain(signed.folio)
  page.removeAllListeners('response')
}

it('the clinic says who asked, and a visitor with a phone reads report and key images', async () => {
  const { page } = doctor
  const dialog = await ofDoctor()
  expect(await choiceIn(page).isChecked()).toBe(true)
  await dialog.getByRole('button', { name: 'Crear enlace' }).click()
  await dialog.getByText(refusal).waitFor()
  await doctor.look('share-report-refused')
  const { rows } = await product.database.query('select from public.study_shares where study_id = $1', [
    signed.study,
  ])
  expect(rows).toEqual([])
  await dialog.getByRole('radio', { name: 'Un profesional autorizado por el paciente' }).check()
  const share = await made(page, 'Dr. Ruiz')
  await expect
    .poll(() => dialog.getByRole('listitem').first().innerText())
    .toContain('Con informe, lo pidió un profesional autorizado')

  const { page: link } = visitor
  const asked: string[] = []
  link.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await enter(visitor, share)
  // The images come first; the report is a tap away.
  const button = link.getByRole('button', { name: 'Informe' })
  await button.waitFor()
  await visitor.look('shared-images')
  // What is said of the link has no line of its own there.
  await link.getByRole('button', { name: 'Sobre este enlace' }).click()
  await link.getByText('Para Dr. Ruiz. Vence el').waitFor()
  await link.keyboard.press('Escape')
  await button.click()
  const report = link.getByRole('region', { name: 'Informe', exact: true })
  await report.getByRole('heading', { name: 'Impresión' }).waitFor()
  const words = flat(await report.innerText())
  const order = ['Este informe tiene una adenda', 'Impresión', 'Imágenes clave', 'Informe completo', 'Adenda']
  const places = order.map((part) => words.indexOf(part))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(words).toContain(flat(signed.impression).slice(0, 60))
  const images = report.getByRole('img', { name: /^Imagen clave \d: \S/ })
  expect(await images.count()).toBe(2)
  for (const image of await images.all())
    await expect
      .poll(() =>
        image.evaluate(
          (one: HTMLImageElement) => one.complete && String(one.naturalWidth) === one.getAttribute('width'),
        ),
      )
      .toBe(true)
  await visitor.look('shared-report')
  await report
    .getByRole('button', { name: /Abrir en grande/ })
    .first()
    .click()
  await link.getByRole('dialog', { name: 'Imagen 1 de 2' }).waitFor()
  await link.keyboard.press('Escape')
  expect(await link.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  // Nothing is asked for that a link may not read: one function, signed addresses, and the site's own files.
  const backend = asked.filter((one) => /\/(rest|auth|realtime|storage|functions)\/v1\//.test(one))
  expect(
    backend.filter(
      (one) => !/^(GET|HEAD) \/storage\/v1\/object\/sign\/|functions\/v1\/open-shared-study$/.test(one),
    ),
  ).toEqual([])

  // The sheet, on paper alone.
  await report.getByRole('button', { name: 'Imprimir / Guardar PDF' }).click()
  const sheet = link.getByRole('article', { name: `Informe ${signed.folio}` })
  await sheet.getByRole('img', { name: 'Código QR para verificar este informe' }).waitFor()
  await visitor.look('shared-sheet')
  const pdf = await printed(link)
  expect(pdf.pages.length).toBeGreaterThan(1)
  for (const [at, text] of pdf.pages.entries())
    expect(text).toContain(`Página ${at + 1} de ${pdf.pages.length}`)
  const paper = flat(pdf.pages.join('\n'))
  for (const said of ['Informe radiológico', signed.folio, 'Adenda: ampliación', 'Imagen 2.'])
    expect(paper).toContain(said)
  for (const word of ['Volver', 'Descargar', 'Vence el']) expect(paper).not.toContain(word)
  await link.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  expect(
    await link
      .getByRole('button', { name: 'Imprimir / Guardar PDF' })
      .evaluate((one) => one === document.activeElement),
  ).toBe(true)
  expect(visitor.complaints).toEqual([])

  const { rows: lines } = await product.database.query<{ action: string }>(
    `select action from private.audit_log where subject = 'study_shares' and actor is null order by action`,
  )
  expect(lines.map(({ action }) => action)).toEqual(['open', 'open_report'])
})

it('stands beside the images on a wide window', async () => {
  await ofDoctor()
  await dialogOf(doctor.page).getByRole('radio', { name: 'El paciente', exact: true }).check()
  const share = await made(doctor.page, 'Dra. Ancha')
  const wide = await openPerson(browser, product.url)
  await enter(wide, share)
  const report = wide.page.getByRole('region', { name: 'Informe', exact: true })
  await report.getByRole('heading', { name: 'Impresión' }).waitFor()
  const box = await report.boundingBox()
  expect(box?.x).toBeGreaterThan(700)
  await wide.look('shared-report')
  await wide.leave()
})

it('a link without it, and a copy without identity, show none', async () => {
  const { page } = doctor
  await ofDoctor()
  await choiceIn(page).uncheck()
  await readsNone(await made(page, 'Dr. Sin Informe'))
  const dialog = await ofDoctor()
  await dialog.getByRole('checkbox', { name: 'Compartir sin datos' }).check()
  await dialog.getByText('Una copia sin datos no lleva el informe.').waitFor()
  expect(await choiceIn(page).count()).toBe(0)
  await doctor.look('share-hidden')
  await readsNone(await made(page, 'Dra. Anónima'))
})

it('a patient’s link shows none unless they choose it', async () => {
  const { page } = patient
  const dialog = await ofPatient()
  expect(await choiceIn(page).isChecked()).toBe(false)
  expect(await dialog.getByText('Quién pidió compartirlo').count()).toBe(0)
  await patient.look('share-report-patient')
  await readsNone(await made(page, 'Mi dentista'))
  await ofPatient()
  await choiceIn(page).check()
  const share = await made(page, 'Mi doctora')
  await expect
    .poll(() => dialogOf(page).getByRole('listitem').first().innerText())
    .toMatch(/Mi doctora.*Con informe\s·/s)
  await enter(visitor, share)
  await visitor.page.getByRole('button', { name: 'Informe' }).click()
  await visitor.page.getByRole('heading', { name: 'Impresión' }).waitFor()
})

it('an annulled report is gone at once, also for whoever reads it', async () => {
  const { page } = visitor
  await page.getByRole('heading', { name: 'Impresión' }).waitFor()
  const { page: clinic } = doctor
  await clinic.goto(`/dashboard/study/${signed.study}?informe`)
  await clinic.getByRole('button', { name: 'Anular informe' }).click()
  const annul = clinic.getByRole('dialog', { name: /^¿Anular el informe INF-/ })
  await annul.getByLabel('Motivo').fill('Estudio de otro paciente.')
  await annul.getByRole('button', { name: 'Anular informe' }).click()
  await page.getByText('El informe ya no está disponible.').waitFor({ timeout: 20_000 })
  expect(await page.getByRole('heading', { name: 'Impresión' }).count()).toBe(0)
  await visitor.look('shared-report-gone')
  // The images stay, and a reload has no report any more.
  await page.getByRole('radio', { name: 'Imágenes' }).check()
  await page.getByText('No es un dispositivo de diagnóstico').waitFor()
  await page.reload()
  await page.getByText('No es un dispositivo de diagnóstico').waitFor()
  expect(await page.getByRole('button', { name: 'Informe' }).count()).toBe(0)
})

it('the browsers complained about nothing', () => {
  expect([doctor.complaints, patient.complaints, visitor.complaints]).toEqual([[], [], []])
})
