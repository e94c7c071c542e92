import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayInZone, formatDay } from '#domain/days.ts'
import { requestNumber } from '#domain/request-number.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { one } from './addresses.ts'
import { openBrowser, openPerson, type Person, phone, signIn } from './browser.ts'

// From a request to an appointment on one page (docs/product/requests.md).

const password = 'Demo-2026!'
let browser: Browser
let product: TestProduct
let doctora: Person
let today: string
/** A Monday in two weeks or later, where nobody has an appointment. */
let monday: string

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true })
  today = dayInZone(new Date(), 'America/Mexico_City')
  monday = addDays(today, 14)
  while (new Date(`${monday}T00:00:00Z`).getUTCDay() !== 1) monday = addDays(monday, 1)
  await product.database.query('delete from public.citas where appointment_date >= $1', [monday])
  doctora = await openPerson(browser, product.url)
  await signIn(doctora.page, 'doctora@clinica.test', password)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

let made = 0
/** A pending request; answers its id. */
async function ask(request: {
  name?: string
  email?: string
  phone?: string
  age?: number
  study?: string
  day?: string | null
}): Promise<number> {
  made += 1
  const { rows } = await product.database.query<{ id: string }>(
    `insert into public.study_requests (patient_name, patient_email, patient_phone, patient_age, study_type, tentative_date, notes)
     values ($1, $2, $3, $4, $5, $6, 'Usa brackets.') returning id::text`,
    [
      request.name ?? `Visitante ${made}`,
      request.email ?? `visitante${made}@correo.test`,
      request.phone ?? '962 111 2233',
      request.age ?? 31,
      request.study ?? 'Radiografía Panorámica',
      request.day === undefined ? monday : request.day,
    ],
  )
  return Number(rows[0]?.id)
}

const stored = async <Row>(sql: string, values: unknown[] = []) =>
  (await product.database.query<Row>(sql, values)).rows
const appointmentsOf = (request: number) =>
  stored<{ id: string; day: string; time: string; status: string; patient: string }>(
    `select id::text, appointment_date::text as day, appointment_time::text as time, status, patient_id::text as patient
     from public.citas where request_id = $1`,
    [request],
  )
const statusOf = (request: number) =>
  one(product.database, `select status as it from public.study_requests where id = ${request}`)
const accountsNamed = (name: string) => stored('select id from public.profiles where full_name = $1', [name])
const open = (page: Page, request: number) => page.goto(`/dashboard/requests/${request}/cita`)
const book = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Agendar cita' })
const isDone = (page: Page) => page.getByRole('heading', { level: 1, name: 'Cita agendada' }).waitFor()
const hour = (page: Page, time: string) => page.getByRole('radio', { name: time })

/** Counts what is pressed and typed in a page from now on. */
async function countPresses(page: Page) {
  await page.evaluate(() => {
    const counted = { presses: 0, keys: 0 }
    Reflect.set(window, 'counted', counted)
    addEventListener('click', ({ isTrusted }) => isTrusted && counted.presses++, true)
    addEventListener('keydown', () => counted.keys++, true)
  })
  return () => page.evaluate(() => Reflect.get(window, 'counted') as { presses: number; keys: number })
}

describe('from the list', () => {
  it.each([
    ['a known patient', { name: 'Mariana López Hernández', email: 'paciente@clinica.test' }],
    ['a new visitor', { name: 'Ximena Prado Solís', email: 'ximena.prado@correo.test' }],
  ])('%s has an appointment after two presses, without typing', async (_, visitor) => {
    const { page } = doctora
    const id = await ask(visitor)
    await page.goto(`/dashboard/requests?buscar=${encodeURIComponent(visitor.email)}`)
    const row = page.getByRole('row').filter({ hasText: 'Pendiente' })
    await row.waitFor()
    const counted = await countPresses(page)
    await row.getByRole('link', { name: 'Agendar cita' }).click()
    await hour(page, '09:30').and(page.locator(':checked')).waitFor()
    await doctora.look(`book-request-${made}`)
    await book(page).click()
    await isDone(page)
    expect(await counted()).toEqual({ presses: 2, keys: 0 })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cita agendada')
    await page
      .getByRole('link', { name: /^WhatsApp a .*abre en otra/ })
      .first()
      .waitFor()
    await doctora.look(`book-request-done-${made}`)

    expect(await statusOf(id)).toBe('aceptada')
    expect(await appointmentsOf(id)).toMatchObject([{ day: monday, time: '09:30:00', status: 'pendiente' }])
    await product.database.query(`update public.citas set status = 'cancelada' where request_id = $1`, [id])
    expect(doctora.complaints).toEqual([])
  })
})

describe('the panel', () => {
  it('begins with the study and the day that were asked for', async () => {
    const { page } = doctora
    await open(page, await ask({ study: 'Escaneo Intraoral' }))
    await page.getByText(`Libres: 18`).first().waitFor()
    await page
      .getByRole('radio', { name: `lun ${formatDay(monday).slice(0, 5)}` })
      .and(page.locator(':checked'))
      .waitFor()
    await expect.poll(() => page.locator('form').innerText()).toContain('Escaneo Intraoral')
    expect(await page.getByText(/no tiene horarios libres/).count()).toBe(0)
  })

  it('keeps a study that the catalogue lost', async () => {
    const { page } = doctora
    await open(page, await ask({ study: 'Xerografía' }))
    await page.getByRole('button', { name: 'Cambiar estudio' }).click()
    const field = page.getByLabel('Tipo de Estudio')
    await expect.poll(() => field.locator('option', { hasText: 'Escaneo Intraoral' }).count()).toBe(1)
    expect(await field.inputValue()).toBe('Xerografía')
  })

  const tuesday = () => addDays(monday, 1)
  it.each([
    ['past', async () => addDays(today, -1)],
    [
      'closed',
      async () => {
        await product.database.query(
          `insert into public.clinic_closures (id, kind, first_day, last_day, label) values (gen_random_uuid(), 'cierre', $1, $1, 'Prueba')`,
          [addDays(monday, 7)],
        )
        return addDays(monday, 7)
      },
    ],
    [
      'full',
      async () => {
        await product.database.query(
          `insert into public.citas (id, patient_id, doctor_id, appointment_date, appointment_time, study_type, status)
           select gen_random_uuid(), p.id, d.id, $1, time '09:30' + n * interval '30 minutes', 'Tomografías', 'pendiente'
           from generate_series(0, 17) n, public.profiles p, public.profiles d
           where p.email = 'paciente@clinica.test' and d.email = 'doctora@clinica.test'`,
          [tuesday()],
        )
        return tuesday()
      },
    ],
  ])('goes on to the next free day when the day is %s, and says so', async (what, day) => {
    const { page } = doctora
    const wanted = await day()
    await open(page, await ask({ day: wanted }))
    await page
      .getByText(`El ${formatDay(wanted)} no tiene horarios libres: este es el siguiente día.`)
      .waitFor()
    const next = page.getByRole('radio', { name: /^\p{L}{3} \d\d/u }).and(page.locator(':checked'))
    expect(await next.getAttribute('value')).toBe(
      what === 'past' ? await next.getAttribute('value') : addDays(wanted, 1),
    )
    await doctora.look(`book-request-${what}`)
  })
})
