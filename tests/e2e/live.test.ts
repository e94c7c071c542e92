import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openBrowser, openPerson, type Person, signIn } from './browser.ts'

const password = 'Demo-2026!'

// A change made elsewhere shows by itself on every open screen.

let browser: Browser
let product: TestProduct
let doctora: Person
let colleague: Person
/** The doctor's patient whose record is opened. */
let patient: { id: string; name: string }

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true })
  // Low windows, so that every list can be scrolled.
  const low = { width: 1280, height: 420 }
  doctora = await openPerson(browser, product.url, low)
  colleague = await openPerson(browser, product.url, low)
  await signIn(doctora.page, 'doctora@clinica.test', password)
  await signIn(colleague.page, 'admin@clinica.test', password)
  const { rows } = await product.database.query<{ id: string; name: string }>(
    "select id::text, full_name as name from public.profiles where email = 'paciente@clinica.test'",
  )
  if (!rows[0]) throw new Error('The demo clinic has its patient.')
  patient = rows[0]
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const her = "(select id from public.profiles where email = 'doctora@clinica.test')"

/** What happens elsewhere, by the name that each screen then shows. */
const happens = {
  request: (name: string) => `
    insert into public.study_requests (patient_name, patient_email, patient_phone, study_type)
    values ('${name}', 'nueva@correo.test', '962 111 2233', 'Escaneo Intraoral')`,
  appointment: (name: string) => `
    insert into public.citas (doctor_id, appointment_date, study_type, nombre)
    values (${her}, private.clinic_today(), 'Escaneo Intraoral', '${name}')`,
  /** The first of a list whose newest day comes first. */
  'far appointment': (name: string) => `
    insert into public.citas (doctor_id, appointment_date, study_type, nombre)
    values (${her}, private.clinic_today() + 365, 'Escaneo Intraoral', '${name}')`,
  study: (name: string) => `
    insert into public.studies (patient_id, doctor_id, study_type, study_date, comments)
    values ('${patient.id}', ${her}, '${name}', private.clinic_today(), 'Nuevo')`,
  note: (name: string) => `
    insert into public.medical_notes (patient_id, doctor_id, note) values ('${patient.id}', ${her}, '${name}')`,
  payment: (name: string) => `
    insert into public.invoices (patient_id, doctor_id, payment_date, payment_method, services, total_amount)
    values ('${patient.id}', ${her}, private.clinic_today(), 'Efectivo',
      '[{"name": "${name}", "price": 10}]', 10)`,
}

/** Opens a screen, waits for its rows and scrolls to its end; from then on it records skeletons and jumps. */
async function settle(page: Page, path: string) {
  await page.goto(path)
  await page.locator('main h1').waitFor()
  await expect.poll(() => page.locator('main .shimmer').count()).toBe(0)
  return page.evaluate(() => {
    scrollTo({ top: 120, behavior: 'instant' })
    const flash = new MutationObserver(() => {
      if (document.querySelector('main .shimmer')) document.documentElement.dataset.flashed = 'yes'
    })
    flash.observe(document.querySelector('main') ?? document.body, { childList: true, subtree: true })
    return scrollY
  })
}

async function calm(page: Page, scroll: number) {
  expect(await page.evaluate(() => document.documentElement.dataset.flashed)).toBeUndefined()
  expect(await page.evaluate(() => scrollY)).toBe(scroll)
}

const at = (path: string) => path.replace(':id', patient.id)

it.each<[keyof typeof happens, string, string]>([
  ['request', '/dashboard', 'Solicitud en Resumen'],
  ['far appointment', '/dashboard/appointments?cuando=todas', 'Cita en la lista'],
  ['appointment', '/dashboard/appointments?vista=dia', 'Cita en el calendario'],
  ['request', '/dashboard/requests', 'Solicitud en su lista'],
  ['study', '/dashboard/studies', 'Estudio en su lista'],
  ['study', '/dashboard/patients/:id', 'Estudio en el expediente'],
  ['note', '/dashboard/patients/:id?seccion=notas', 'Nota en el expediente'],
  ['appointment', '/dashboard', 'Cita en Resumen'],
])('a new %s appears on %s by itself, without a jump or a flash', async (what, path, name) => {
  const { page } = doctora
  const scroll = await settle(page, at(path))
  await product.database.exec(happens[what](name))
  // The home lists five of each: a new one may be behind '+N más', and in its number.
  if (path === '/dashboard') {
    await page
      .getByRole('main')
      .getByRole('button', { name: what === 'request' ? /^Solicitudes/ : /^Citas/ })
      .first()
      .click()
    await page.getByRole('dialog').getByText(name).waitFor()
    await page.keyboard.press('Escape')
    return
  }
  await page.locator('main').getByText(name).first().waitFor()
  await calm(page, scroll)
})

it('a payment appears in the billing of its doctor', async () => {
  const { page } = doctora
  const scroll = await settle(page, '/dashboard/billing')
  await product.database.exec(happens.payment('Escaneo Intraoral'))
  const { rows } = await product.database.query<{ number: string }>(
    `select invoice_number as number from public.invoices where doctor_id = ${her} order by created_at desc limit 1`,
  )
  await page
    .getByText(rows[0]?.number ?? '')
    .first()
    .waitFor()
  await calm(page, scroll)
})

it('what one doctor does with a request the other sees', async () => {
  await product.database.exec(happens.request('Solicitud de dos'))
  await doctora.page.goto('/dashboard/requests')
  await colleague.page.goto('/dashboard/requests')
  const row = (page: Page) => page.getByRole('row').filter({ hasText: 'Solicitud de dos' })
  await row(doctora.page).getByText('Pendiente').waitFor()
  await row(colleague.page).getByRole('button', { name: 'Ver detalle' }).click()
  await colleague.page.getByRole('dialog').getByRole('button', { name: 'Rechazar' }).click()
  await colleague.page.getByRole('alertdialog').getByRole('button', { name: 'Rechazar' }).click()
  await row(doctora.page).getByText('Rechazada').waitFor()
})

it('says that it is offline, and catches up by itself with what happened meanwhile', async () => {
  const { page } = doctora
  await page.goto('/dashboard/requests')
  await page.getByRole('row').nth(1).waitFor()
  await page.context().setOffline(true)
  await page.getByText('Sin conexión. Lo que ves puede no estar actualizado.').waitFor()
  await product.database.exec(happens.request('Solicitud sin conexión'))
  await page.context().setOffline(false)
  await page.getByText('Sin conexión.').waitFor({ state: 'hidden' })
  await page.getByRole('row').filter({ hasText: 'Solicitud sin conexión' }).waitFor()
})
