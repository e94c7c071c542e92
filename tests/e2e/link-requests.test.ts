import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openBrowser, openPerson, type Person, phone, signIn } from './browser.ts'

const password = 'Demo-2026!'

// An e-mail address in the public form opens nothing: the patient is asked first.

let browser: Browser
let product: TestProduct
let doctor: Person
let patient: Person
/** The patient's record and name; the doctor is not theirs. */
let record: { id: string; name: string }

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true })
  const { rows } = await product.database.query<{ id: string; name: string }>(
    `delete from private.doctor_patients l using public.profiles d, public.profiles p
     where d.id = l.doctor_id and p.id = l.patient_id and d.email = 'doctor@clinica.test' and p.email = 'paciente@clinica.test'`,
  )
  expect(rows).toEqual([])
  const known = await product.database.query<{ id: string; name: string }>(
    "select id::text, full_name as name from public.profiles where email = 'paciente@clinica.test'",
  )
  if (!known.rows[0]) throw new Error('The demo clinic has its patient.')
  record = known.rows[0]
  await product.database.query(
    `insert into public.study_requests (patient_name, patient_email, patient_phone, study_type)
     values ('Aaron Otro Nombre', 'paciente@clinica.test', '962 111 2233', 'Escaneo Intraoral')`,
  )
  doctor = await openPerson(browser, product.url)
  patient = await openPerson(browser, product.url, phone)
  await signIn(doctor.page, 'doctor@clinica.test', password)
  await signIn(patient.page, 'paciente@clinica.test', password)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

it('a doctor who only knows an e-mail waits for the patient’s answer', async () => {
  const { page } = doctor
  await page.goto('/dashboard/requests?buscar=Aaron+Otro')
  const menu = page.getByRole('navigation', { name: 'Principal' }).filter({ visible: true })
  const waiting = await menu.getByRole('link', { name: /^Solicitudes de Estudio/ }).innerText()
  await page.getByRole('button', { name: 'Aceptar' }).click()
  await page
    .getByText('El nombre no coincide con el de la cuenta: pedimos autorización al paciente.')
    .waitFor()
  // The number beside the menu entry follows.
  await expect
    .poll(() => menu.getByRole('link', { name: /^Solicitudes de Estudio/ }).innerText())
    .not.toBe(waiting)
  await page.goto(`/dashboard/patients/${record.id}`)
  await page.getByText('Este paciente no existe o no está vinculado contigo.').waitFor()

  await patient.page.goto('/dashboard')
  await patient.page.getByRole('heading', { name: /quiere ver tu expediente$/ }).waitFor()
  await patient.look('link-request')
  await patient.page.getByRole('button', { name: 'Aceptar' }).click()
  await patient.page.getByText(/ya puede ver tu expediente\.$/).waitFor()
  await expect.poll(() => patient.page.getByText(/quiere ver tu expediente$/).count()).toBe(0)

  await page.reload()
  await page.getByRole('heading', { level: 1, name: record.name }).waitFor()
  expect([...doctor.complaints, ...patient.complaints]).toEqual([])
})
