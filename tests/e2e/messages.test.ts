import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayInZone, formatDay, longDay } from '#domain/days.ts'
import { engines } from '#tests/engines.ts'
import { type Manner, readable, startMailServer } from '#tests/mail-server.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { until } from '#tests/until.ts'
import { panelAddress } from './addresses.ts'
import {
  choosePatient,
  countPresses,
  openBrowser,
  openPerson,
  type Person,
  phone,
  signIn,
} from './browser.ts'

const zone = 'America/Mexico_City'
/** Asked when it is needed: the file may run across midnight. */
const tomorrow = () => addDays(dayInZone(new Date(), zone), 1)
/** A day on which these tests alone book. */
const free = addDays(tomorrow(), 9)
const patience = { timeout: 20_000 }
/** Seconds: mails go out every thirty. */
const rounds = 60

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

/** A demo without its messages, so that all are of these tests. */
async function demo(env: Record<string, string> = {}): Promise<TestProduct> {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  const product = await startTestProduct({ engine, demo: true, env })
  await product.database.query('delete from public.messages')
  return product
}

/** So many appointments of doctora@ tomorrow, each of a patient of the demo, and no other. */
async function appointmentsTomorrow(product: TestProduct, count: number) {
  const { database } = product
  const doctor = `(select id from public.profiles where email = 'doctora@clinica.test')`
  await database.query(`delete from public.citas where doctor_id = ${doctor} and appointment_date = $1`, [
    tomorrow(),
  ])
  await database.query(
    `update public.profiles set phone = '9621234567' where role in ('patient', 'paciente')`,
  )
  await database.query(
    `insert into public.citas
       (patient_id, doctor_id, appointment_date, appointment_time, study_type, nombre, telefono, created_at)
     select p.id, ${doctor}, $1, time '04:00' + p.n * interval '30 minutes', 'Tomografía 5x5 cm', p.full_name, p.phone,
       now() - interval '3 days'
     from (
       select p.*, row_number() over (order by p.email <> 'paciente@clinica.test', p.full_name) - 1 as n
       from public.profiles p
       where p.role in ('patient', 'paciente') and p.id not in (select private.closed_accounts())
       limit $2
     ) p`,
    [tomorrow(), count],
  )
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const password = 'Demo-2026!'

describe('without a mail server', () => {
  let product: TestProduct
  let doctor: Person
  beforeAll(async () => {
    product = await demo()
    doctor = await openPerson(browser, product.url)
    await signIn(doctor.page, 'doctora@clinica.test', password)
  })
  afterAll(() => product?.stop())

  it('forty reminders with two questions and forty taps, kept over a reload', async () => {
    await appointmentsTomorrow(product, 40)
    const { page } = doctor
    const tabs: string[] = []
    await page.context().route('https://wa.me/**', (route) => {
      tabs.push(route.request().url())
      return route.fulfill({ body: '' })
    })
    page.context().on('page', (tab) => void tab.close().catch(() => {}))
    await page.goto('/dashboard/appointments')
    await page.waitForLoadState('networkidle')
    const asked: string[] = []
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname
      if (request.method() !== 'OPTIONS' && path.startsWith('/rest/v1/'))
        asked.push(path.replace('/rest/v1/', ''))
    })
    await page.getByRole('link', { name: 'Recordatorios' }).click()
    await page.getByText('Faltan 40').waitFor(patience)
    await doctor.look('reminders-to-prepare')
    await button(page, 'Preparar mensajes').click()
    const links = page.getByRole('link', { name: /^WhatsApp a / })
    await until(async () => expect(await links.count()).toBe(40))
    // A second read follows when the live channel begins to hear.
    // Each change of screen asks whether the account still stands.
    expect(new Set(asked)).toEqual(new Set(['rpc/account_status', 'rpc/reminders', 'rpc/prepare_reminders']))
    const address = decodeURIComponent((await links.first().getAttribute('href')) ?? '')
    expect(address).toMatch(/^https:\/\/wa\.me\/529621234567\?text=Hola, \S+: te recordamos tu cita en /)
    expect(address).toContain(`mañana ${longDay(tomorrow())} a las 04:00`)
    expect(address).not.toContain('Tomografía')
    await doctor.look('reminders-prepared')

    await links.first().focus()
    for (let left = 39; left >= 0; left--) {
      // Each tap leaves the focus on the next one.
      await page.keyboard.press('Enter')
      await page
        .getByText(left > 0 ? `Faltan ${left}` : 'Todo listo para mañana.', { exact: true })
        .waitFor(patience)
    }
    await until(() => expect(tabs).toHaveLength(40))
    // The list counts a tap before it is stored.
    await until(async () => {
      const { rows } = await product.database.query<{ opened: number }>(
        `select count(*)::int as opened from public.messages where state = 'abierto'`,
      )
      expect(rows).toEqual([{ opened: 40 }])
    })
    await page.reload()
    await page.getByText('Todo listo para mañana.').waitFor(patience)
    expect(await page.getByText(/^Abierto \d{1,2}:\d{2}$/).count()).toBe(40)
    await doctor.look('reminders-done')
  })

  it('what was opened by mistake is taken back, and is missing again', async () => {
    const { page } = doctor
    await page
      .getByRole('button', { name: /^Deshacer/ })
      .first()
      .click()
    await page.getByText('Faltan 1', { exact: true }).waitFor(patience)
    await button(page, 'Preparar mensajes').click()
    await page.getByRole('link', { name: /^WhatsApp a / }).waitFor(patience)
  })

  it('another day of the week has its own, and none is said', async () => {
    const { page } = doctor
    const later = addDays(tomorrow(), 3)
    await product.database.query('delete from public.citas where appointment_date = $1', [later])
    await page.getByLabel('Día').selectOption(later)
    await page.getByText('No hay citas para ese día.').waitFor(patience)
    await page.getByLabel('Día').selectOption(tomorrow())
  })

  it('neither box nor word of mail is offered, and nothing is queued', async () => {
    const { page } = doctor
    expect(await page.getByText(/Correo enviado|Sin correo|No salió/).count()).toBe(0)
    await page.goto('/dashboard/appointments?nueva=cita')
    const dialog = page.getByRole('dialog', { name: 'Nueva Cita' })
    await dialog.getByText('Tipo de estudio').first().waitFor(patience)
    expect(await dialog.getByLabel('Enviar correo de confirmación').count()).toBe(0)
    const { rows } = await product.database.query(`select from public.messages where channel = 'correo'`)
    expect(rows).toEqual([])
  })

  it('a patient who declines in the profile is shown so, without a link', async () => {
    const patient = await openPerson(browser, product.url, phone)
    await signIn(patient.page, 'paciente@clinica.test', password)
    await patient.page.goto('/dashboard/profile')
    const wish = patient.page.getByLabel('Recuérdame mis citas')
    await wish.waitFor(patience)
    expect(await wish.isChecked()).toBe(true)
    await patient.look('profile-reminders')
    await wish.uncheck()
    await until(async () => {
      const { rows } = await product.database.query(
        `select wants_reminders from public.profiles where email = 'paciente@clinica.test'`,
      )
      expect(rows).toEqual([{ wants_reminders: false }])
    })
    await product.database.query(`delete from public.messages`)
    const { page } = doctor
    await page.goto('/dashboard/appointments/reminders')
    await button(page, 'Preparar mensajes').click()
    await page.getByText('No quiere recordatorios').waitFor(patience)
    await until(async () => expect(await page.getByRole('link', { name: /^WhatsApp a / }).count()).toBe(39))
    await patient.leave()
  })

  it('by link reminders end with one tap, and come back with another', async () => {
    const { rows } = await product.database.query<{ token: string }>(
      `select private.give_link_token(private.link_of_cita(c), 'copia') as token
       from public.citas c join public.profiles p on p.id = c.patient_id
       where c.appointment_date = $1 and p.email = 'paciente@clinica.test' limit 1`,
      [tomorrow()],
    )
    await product.database.query(`update public.profiles set wants_reminders = true`)
    await product.database.query(
      `update public.services set preparation = 'Quítate aretes y piercings.' where name = 'Tomografía 5x5 cm'`,
    )
    const visitor = await openPerson(browser, product.url, phone)
    const { page } = visitor
    await page.goto(`/cita/${rows[0]?.token}`)
    await page.getByText('Quítate aretes y piercings.').waitFor(patience)
    await visitor.look('link-with-preparation')
    await button(page, 'No quiero recordatorios').click()
    await page.getByRole('status').filter({ hasText: 'Ya no te enviaremos recordatorios.' }).waitFor(patience)
    await visitor.look('link-without-reminders')
    await button(page, 'Deshacer').click()
    await button(page, 'No quiero recordatorios').waitFor(patience)
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })
})

describe('with a mail server', () => {
  let product: TestProduct
  let smtp: Awaited<ReturnType<typeof startMailServer>>
  let manner: Manner = 'accepted'
  let doctor: Person
  beforeAll(async () => {
    smtp = await startMailServer(() => manner)
    // The server's own clock is another one, as a rented machine's.
    product = await demo({ SMTP_URL: smtp.url, MAIL_FROM: 'Índice <citas@clinica.test>' })
    // Nobody is reminded of an appointment of the demo meanwhile.
    await product.database.query('delete from public.citas where appointment_date = any($1)', [
      [tomorrow(), addDays(tomorrow(), 1), free],
    ])
    await product.database.query('delete from public.clinic_closures')
    doctor = await openPerson(browser, product.url)
    await signIn(doctor.page, 'doctora@clinica.test', password)
  })
  afterAll(async () => {
    await product?.stop()
    await smtp?.close()
  })

  it('booked with the box ticked the patient gets the clinic’s day and hour, with a link that opens', async () => {
    const { page } = doctor
    await page.goto('/dashboard/appointments?nueva=cita')
    const dialog = page.getByRole('dialog', { name: 'Nueva Cita' })
    await choosePatient(page, 'Mariana López Hernández')
    await dialog.getByLabel('Tipo de estudio').selectOption({ index: 1 })
    const box = dialog.getByLabel('Enviar correo de confirmación')
    await box.waitFor(patience)
    expect(await box.isChecked()).toBe(true)
    await doctor.look('booking-with-mail')
    const day = free
    await dialog.getByRole('textbox', { name: 'Fecha' }).fill(formatDay(day))
    await dialog.getByRole('radio', { name: /^10:00/ }).check()
    await dialog.getByRole('button', { name: 'Agendar Cita' }).click()
    await page.getByText('Correo en camino.').waitFor(patience)
    const { rows } = await product.database.query<{ id: string }>(
      `select c.id::text from public.citas c join public.profiles p on p.id = c.patient_id
       where c.appointment_date = $1 and c.appointment_time = '10:00' and p.email = 'paciente@clinica.test'`,
      [day],
    )
    const cita = rows[0]?.id ?? ''
    const mail = await until(
      () => smtp.arrived.find(({ to }) => to === 'paciente@clinica.test') ?? expect.fail('No mail yet'),
      rounds,
    )
    const text = readable(mail)
    expect(mail.headers.subject).toMatch(/^=\?UTF-8\?|^Tu cita en /)
    expect(text).toContain(`${longDay(day)} a las 10:00`)
    expect(text).not.toContain('Tomograf')
    const link = text.match(/https?:\/\/\S+\/cita\/[\w-]{22}/)?.[0] ?? ''
    const visitor = await openPerson(browser, product.url, phone, { timezoneId: 'Europe/Madrid' })
    await visitor.page.goto(new URL(link).pathname)
    await visitor.page.getByText('Hola, Mariana:').waitFor(patience)
    await visitor.leave()

    await page.goto(`/dashboard/appointments?cita=${cita}`)
    const details = page.getByRole('dialog')
    await details.getByRole('heading', { name: 'Mensajes' }).waitFor(patience)
    await details.getByText('Enviado', { exact: true }).waitFor(patience)
    await doctor.look('details-with-messages')
  })

  it('a refused address is seen in the details and tried again by hand', async () => {
    const { page } = doctor
    const { rows } = await product.database.query<{ id: string; cita: string }>(
      `update public.messages set state = 'fallido', tries = 5, problem = 'rechazado' where kind = 'cita_nueva'
       returning id::text, cita_id::text as cita`,
    )
    const details = page.getByRole('dialog')
    await details.getByText('No salió', { exact: true }).waitFor({ timeout: rounds * 1000 })
    await doctor.look('details-with-a-failure')
    await button(page, 'Reintentar').click()
    await page.getByText('Correo en camino.').waitFor(patience)
    await until(async () => {
      const found = await product.database.query('select state from public.messages where id = $1', [
        rows[0]?.id,
      ])
      expect(found.rows).not.toEqual([{ state: 'fallido' }])
    })
  })

  it('a stranger’s request is a confirmed appointment with a reminder ahead after three presses at the desk', async () => {
    const day = free
    const email = 'ximena.prado@correo.test'
    const visitor = await openPerson(browser, product.url, phone)
    const { status } = await fetch(`${product.url}/rest/v1/study_requests`, {
      method: 'POST',
      headers: { apikey: product.keys.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        patient_name: 'Ximena Prado Solís',
        patient_email: email,
        patient_phone: '962 111 2233',
        patient_age: 31,
        study_type: 'Radiografía Panorámica',
        tentative_date: day,
      }),
    })
    expect(status).toBe(201)
    const { page } = doctor
    await page.goto(`/dashboard/requests?buscar=${encodeURIComponent(email)}`)
    const row = page.getByRole('row').filter({ hasText: 'Pendiente' })
    await row.waitFor(patience)
    const counted = await countPresses(page)
    await row.getByRole('link', { name: 'Agendar cita' }).click()
    await page.getByRole('radio', { checked: true, name: /\d{2}:\d{2}/ }).waitFor(patience)
    expect(await page.getByLabel('Enviar correo de confirmación').isChecked()).toBe(true)
    await doctor.look('book-request-with-mail')
    await page.getByRole('main').getByRole('button', { name: 'Agendar cita' }).click()
    await page.getByRole('heading', { level: 1, name: 'Cita agendada' }).waitFor(patience)
    // By itself, or with one tap; nothing else is to be done.
    const told = page.locator('a[href^="https://wa.me/"][href*="cita%2F"]')
    await told.waitFor(patience)
    await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: '' }))
    const [tab] = await Promise.all([page.context().waitForEvent('page'), told.click()])
    await tab.close()
    expect(await counted()).toEqual({ presses: 3, keys: 0 })

    const mail = await until(
      () => smtp.arrived.find(({ to }) => to === email) ?? expect.fail('No mail yet'),
      60,
    )
    await page.getByText('Enviado', { exact: true }).waitFor({ timeout: 45_000 })
    await doctor.look('book-request-done-with-mail')
    await visitor.page.goto(
      new URL(readable(mail).match(/https?:\/\/\S+\/cita\/[\w-]{22}/)?.[0] ?? '').pathname,
    )
    await button(visitor.page, 'Confirmar que asistiré').click()
    await visitor.page.getByText('¡Gracias! Te esperamos.').waitFor(patience)
    await visitor.leave()
    // The evening before.
    await product.database.query(`select private.plan_reminders($1::timestamptz - interval '30 hours')`, [
      `${day}T18:00:00Z`,
    ])
    const reminders = await product.database.query(
      `select c.status, m.state from public.messages m
         join public.profiles p on p.id = m.patient_id join public.citas c on c.id = m.cita_id
       where p.email = $1 and m.kind = 'recordatorio'`,
      [email],
    )
    expect(reminders.rows).toEqual([{ status: 'confirmada', state: 'pendiente' }])
  })

  it('who is moved is told so by mail, once, also when it is asked for again', async () => {
    const { page } = doctor
    const day = free
    const { rows } = await product.database.query<{ id: string }>(
      `select c.id::text from public.citas c join public.profiles p on p.id = c.patient_id
       where c.appointment_date = $1 and p.email = 'ximena.prado@correo.test'`,
      [day],
    )
    await page.goto(`/dashboard/appointments?cita=${rows[0]?.id}`)
    await button(page, 'Reagendar').click()
    const moving = page.getByRole('dialog', { name: /^Reagendar la cita de/ })
    expect(await moving.getByLabel('Avisar al paciente por correo').isChecked()).toBe(true)
    await moving.getByRole('radio', { name: /^11:00/ }).check()
    await doctor.look('move-with-mail')
    await moving.getByRole('button', { name: 'Reagendar' }).click()
    await page.getByText(/Cita reagendada para el .* a las 11:00/).waitFor(patience)
    await page.getByText('Cambio de cita').waitFor(patience)
    const changed = () =>
      smtp.arrived.filter(
        (mail) => mail.to === 'ximena.prado@correo.test' && /ahora es el/.test(readable(mail)),
      )
    await until(() => expect(changed()).toHaveLength(1), 60)
    expect(readable(changed()[0] ?? expect.fail())).toContain(`${longDay(day)} a las 11:00`)
    await button(page, 'Correo').click()
    await page.getByText('Ese correo ya se envió.').waitFor(patience)
    expect(doctor.complaints).toEqual([])
  })

  it('mail that does not go out is said to administrators and in Recordatorios', async () => {
    manner = 'refused'
    await product.database.query(
      `insert into public.messages (kind, channel, cita_id, patient_id, due_at, key)
       select 'cita_nueva', 'correo', c.id, c.patient_id, now() + interval '1 year', 'stuck' from public.citas c
       where c.patient_id is not null order by c.appointment_date desc limit 1`,
    )
    await appointmentsTomorrow(product, 3)
    await product.database.query(
      `update public.messages set due_at = now() - interval '31 minutes', state = 'enviando', lease_until = now() + interval '1 day'
       where key = 'stuck'`,
    )
    const { page } = doctor
    await page.goto('/dashboard/appointments/reminders')
    await page.getByText('Hoy no están saliendo correos: usa WhatsApp.').waitFor(patience)
    await doctor.look('reminders-stuck')
    const admin = await openPerson(browser, product.url)
    await signIn(admin.page, 'admin@clinica.test', password)
    await admin.page.goto(`${await panelAddress(product.database)}/system/messages`)
    await admin.page.getByText('Los correos no están saliendo.').waitFor(patience)
    await admin.look('system-messages')
    expect(await admin.page.locator('main').innerText()).not.toMatch(/@|López/)
    await admin.page.goto('/dashboard/appointments/reminders?doctor=todos')
    await admin.page.getByText(/^Faltan \d+$/).waitFor(patience)
    await admin.look('reminders-of-all')
    await admin.leave()
  })

  it('a reminder of tomorrow goes out by itself, or waits for its hour', async () => {
    const { rows } = await product.database.query<{ planned: number }>(
      `select private.plan_reminders(), (select 1) as planned`,
    )
    expect(rows).toHaveLength(1)
    const planned = await product.database.query<{ due: string }>(
      `select distinct (m.due_at at time zone '${zone}')::text as due
       from public.messages m join public.citas c on c.id = m.cita_id
       where m.kind = 'recordatorio' and c.appointment_date = $1`,
      [tomorrow()],
    )
    expect(planned.rows).toEqual([{ due: `${addDays(tomorrow(), -1)} 10:00:00` }])
  })
})
