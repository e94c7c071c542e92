import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addDays, dayInZone, formatDay, weekday } from '#domain/days.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { choosePatient, openBrowser, openPerson, type Person, phone, signIn } from './browser.ts'

// What whoever sits at the desk does with appointments (docs/product/appointments.md).

/** So many days from the one that it is now: the file may run across midnight. */
const inDays = (days: number) => addDays(dayInZone(new Date(), 'America/Mexico_City'), days)
/** A Monday within the next two weeks; the demo's appointments from then on are taken away. */
const monday =
  Array.from({ length: 7 }, (_, later) => inDays(7 + later)).find((day) => weekday(day) === 1) ?? ''
const study = 'Tomografía 5x5 cm'

let browser: Browser
let product: TestProduct
let doctora: Person
let admin: Person
let key: string
let doctor: string
let other: string
let patient: string
let panel: string

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true })
  key = (await (await fetch(`${product.url}/config.json`)).json()).supabaseAnonKey
  ;[doctor, other, patient] = (await Promise.all(['doctora', 'doctor', 'paciente'].map(idOf))) as [
    string,
    string,
    string,
  ]
  panel = `/admin-control-panel-${await one(`select value as it from private.app_settings where key = 'admin_suffix'`)}`
  await product.database.query('delete from public.citas where appointment_date >= $1', [monday])
  // What the demo's patients changed.
  await product.database.query(
    `update public.cita_events set seen_at = now(), seen_by = (select id from public.profiles where email = 'admin2@clinica.test')
     where by = 'paciente'`,
  )
  doctora = await openPerson(browser, product.url)
  admin = await openPerson(browser, product.url)
  await signIn(doctora.page, 'doctora@clinica.test', 'Demo-2026!')
  await signIn(admin.page, 'admin@clinica.test', 'Demo-2026!')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})
beforeEach(() => product.database.query('delete from private.rate_limits'))

async function one(sql: string, params: unknown[] = []): Promise<string> {
  const { rows } = await product.database.query<{ it: string }>(sql, params)
  return String(rows[0]?.it)
}
const idOf = (name: string) =>
  one('select id::text as it from public.profiles where email = $1', [`${name}@clinica.test`])

const sessions = new Map<string, Promise<string>>()
async function sessionOf(name: string): Promise<string> {
  const answer = await fetch(`${product.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name}@clinica.test`, password: 'Demo-2026!' }),
  })
  return (await answer.json()).access_token
}
/** Asks the API as a person of the demo, or with null as nobody; answers its body, also of a refusal. */
async function ask(name: string | null, method: string, path: string, body: object) {
  const headers = new Headers({ apikey: key, 'content-type': 'application/json' })
  if (name) {
    if (!sessions.has(name)) sessions.set(name, sessionOf(name))
    headers.set('authorization', `Bearer ${await sessions.get(name)}`)
  }
  const answer = await fetch(`${product.url}/rest/v1/${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  })
  return answer.json().catch(() => null)
}
const rpc = (name: string | null, call: string, args: object) => ask(name, 'POST', `rpc/${call}`, args)

let booked = 0
/** Books paciente@ at a time of that Monday. */
async function book(at: string, as = 'doctora', with_ = doctor): Promise<string> {
  booked += 1
  const id = `00000000-0000-4000-9040-${String(booked).padStart(12, '0')}`
  const answer = await rpc(as, 'book_cita', {
    id,
    patient_id: patient,
    doctor_id: with_,
    day: monday,
    at,
    study_type: study,
  })
  expect(answer.id, JSON.stringify(answer)).toBe(id)
  return id
}
/** One of so many days ago, stored by the owner: nobody books what is past. */
async function past(days: number): Promise<string> {
  booked += 1
  const id = `00000000-0000-4000-9040-${String(booked).padStart(12, '0')}`
  await product.database.query(
    `insert into public.citas (id, patient_id, doctor_id, appointment_date, appointment_time, study_type, status)
     values ($1, $2, $3, $4, '05:00', $5, 'pendiente')`,
    [id, patient, doctor, inDays(-days), study],
  )
  return id
}
const stored = async (id: string) =>
  (
    await product.database.query<{ day: string; at: string; status: string; seat: number; doctor: string }>(
      `select appointment_date::text as day, left(appointment_time::text, 5) as at, status, seat, doctor_id::text as doctor
       from public.citas where id = $1`,
      [id],
    )
  ).rows[0]

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const open = (page: Page, id: string) => page.goto(`/dashboard/appointments?cita=${id}`)
const slot = (page: Page, time: string) => page.locator(`input[type=radio][value="${time}"]`)
const moving = (page: Page) => dialog(page, /^Reagendar la cita de/)

it('an appointment is confirmed by telephone and moved, its history tells of it, and its id stays', async () => {
  const { page } = doctora
  const id = await book('09:30')
  await open(page, id)
  await button(page, 'Confirmó por teléfono').click()
  await said(page, 'Cita actualizada.')
  await said(page, 'Dra. Lucía Ferrer Soto la marcó como confirmada.')
  expect((await stored(id))?.status).toBe('confirmada')
  await button(page, 'Confirmó por teléfono').waitFor({ state: 'detached' })

  await button(page, 'Reagendar').click()
  await moving(page).waitFor()
  await slot(page, '09:30').and(page.locator(':disabled')).waitFor()
  await doctora.look('move')
  const day = moving(page).getByRole('textbox', { name: 'Fecha' })
  await day.fill('')
  await moving(page).getByRole('button', { name: 'Reagendar' }).click()
  await said(page, 'Elige una fecha.')
  await day.fill(formatDay(monday))
  await slot(page, '12:00').check()
  await moving(page).getByRole('button', { name: 'Reagendar' }).click()
  await said(page, /Cita reagendada para el .* a las 12:00/)
  await moving(page).waitFor({ state: 'detached' })
  await said(page, /la cambió del .* 09:30.* al .* 12:00/)
  expect(await stored(id)).toMatchObject({ day: monday, at: '12:00', status: 'pendiente' })
  await doctora.look('details')
  expect(doctora.complaints).toEqual([])
})

it('an admin sees, moves and cancels another doctor’s appointment; deleting the doctor names the number', async () => {
  const { page } = admin
  const id = await book('10:00')
  await page.goto(`/dashboard/appointments?doctor=${doctor}&fecha=${monday}`)
  await page
    .getByRole('button', { name: /^Ver detalle/ })
    .first()
    .waitFor()
  await page.goto(`/dashboard/appointments?doctor=${doctor}&cita=${id}`)
  await button(page, 'Reagendar').click()
  await moving(page).getByRole('combobox', { name: 'Doctor' }).selectOption(other)
  await slot(page, '10:30').check()
  await admin.look('move-admin')
  await moving(page).getByRole('button', { name: 'Reagendar' }).click()
  await said(page, /Cita reagendada/)
  expect(await stored(id)).toMatchObject({ at: '10:30', doctor: other })

  await page
    .getByRole('dialog')
    .getByRole('combobox', { name: /^Estado de la cita/ })
    .selectOption('cancelada')
  await button(page, 'Cancelar la cita').click()
  await said(page, 'Cita actualizada.')
  expect((await stored(id))?.status).toBe('cancelada')

  const ahead = Number(
    await one(
      `select count(*)::text as it from public.citas where doctor_id = $1
       and appointment_date + coalesce(appointment_time, '24:00') > now() at time zone 'America/Mexico_City'
       and status in ('pendiente', 'confirmada', 'aceptada')`,
      [doctor],
    ),
  )
  expect(ahead).toBeGreaterThan(1)
  const name = await one('select full_name as it from public.profiles where id = $1', [doctor])
  await page.goto(`${panel}/users?${new URLSearchParams({ buscar: name })}`)
  await button(page, `Eliminar a ${name}`).click()
  await said(page, `Tiene ${ahead} citas por venir.`)
  await admin.look('delete-doctor')
  await page.getByRole('link', { name: 'Ver sus citas' }).click()
  await page.waitForURL(`**/dashboard/appointments?doctor=${doctor}`)
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: 'Citas' }).waitFor()
})

it('overbooking asks for a reason, then it has seat, event, trail and sign; a fourth is refused', async () => {
  const { page } = doctora
  const first = await book('13:00')
  const choose = async (person: string, at: string) => {
    await page.goto('/dashboard/appointments')
    await button(page, 'Nueva Cita').click()
    await dialog(page, 'Nueva Cita').waitFor()
    await choosePatient(page, person)
    await page.getByRole('combobox', { name: 'Tipo de Estudio' }).selectOption('Escaneo Intraoral')
    await dialog(page, 'Nueva Cita').getByRole('textbox', { name: 'Fecha' }).fill(formatDay(monday))
    await slot(page, '13:00').and(page.locator(':disabled')).waitFor()
    await page.getByRole('checkbox', { name: 'Sobreagendar' }).check()
    await page.getByRole('combobox', { name: 'Horario' }).selectOption(at)
  }
  await choose('Mariana', '13:00')
  await button(page, 'Agendar Cita').click()
  await said(page, 'Este horario ya está ocupado. Para agendar de todos modos escribe el motivo.')
  await doctora.look('overbook')
  await page.getByRole('textbox', { name: 'Motivo' }).fill('Dolor agudo')
  await button(page, 'Agendar Cita').click()
  await said(page, /Cita agendada para el .* a las 01:00/)

  const id = await one(
    `select id::text as it from public.citas where doctor_id = $1 and appointment_date = $2 and seat = 1`,
    [doctor, monday],
  )
  expect(await stored(id)).toMatchObject({ at: '13:00', seat: 1, status: 'pendiente' })
  expect(
    await one(`select kind || ' ' || by || ' ' || reason as it from public.cita_events where cita_id = $1`, [
      id,
    ]),
  ).toBe('sobrecupo clinica Dolor agudo')
  expect(
    await one(
      `select count(*)::text as it from private.audit_log where row_id = $1 and action = 'overbook'`,
      [id],
    ),
  ).toBe('1')
  await page.goto(`/dashboard/appointments?fecha=${monday}`)
  await said(page, 'Sobrecupo')
  await said(page, 'Dolor agudo')
  await doctora.look('overbooked-list')
  await page.goto(`/dashboard/appointments?vista=dia&dia=${monday}`)
  await said(page, 'Sobrecupo')
  await open(page, id)
  await page.getByRole('dialog').getByText('Dolor agudo', { exact: true }).waitFor()

  await rpc('doctora', 'book_cita', {
    id: '00000000-0000-4000-9041-000000000001',
    patient_id: patient,
    doctor_id: doctor,
    day: monday,
    at: '13:00',
    study_type: study,
    over_reason: 'Viene de lejos',
  })
  await choose('Mariana', '13:00')
  await page.getByRole('textbox', { name: 'Motivo' }).fill('Otra urgencia')
  await button(page, 'Agendar Cita').click()
  await said(page, 'No se pudo crear la cita: Este horario ya tiene dos sobrecupos.')
  page.once('dialog', (question) => void question.accept())

  // Whoever moves up is an ordinary appointment again.
  await ask('doctora', 'PATCH', `citas?id=eq.${first}`, { status: 'cancelada' })
  await page.goto(`/dashboard/appointments?fecha=${monday}`)
  await said(page, 'Viene de lejos')
  expect(await page.getByText('Dolor agudo').count()).toBe(0)
})

it('an appointment outside of the hours says both why and that it is', async () => {
  const { page } = doctora
  const id = await book('16:00')
  await open(page, id)
  await button(page, 'Reagendar').click()
  await page.getByRole('checkbox', { name: 'Sobreagendar' }).check()
  await page.getByRole('combobox', { name: 'Horario' }).selectOption('20:00')
  await moving(page).getByRole('textbox', { name: 'Motivo' }).fill('Sale tarde del trabajo')
  await moving(page).getByRole('button', { name: 'Reagendar' }).click()
  await said(page, /Cita reagendada/)
  await page.getByRole('dialog').getByText('Fuera de horario').waitFor()
  await page.getByRole('dialog').getByText('Sobrecupo', { exact: true }).waitFor()
  await page.getByRole('dialog').getByText('Sale tarde del trabajo', { exact: true }).waitFor()
  await page.setViewportSize(phone)
  await doctora.look('signs-phone')
  await page.setViewportSize({ width: 1440, height: 900 })
})

it('rows 29 and 30: a missed appointment is noted once begun, undone until the next day ends, and never attended', async () => {
  const { page } = doctora
  const toCome = await book('11:00')
  expect(await rpc('doctora', 'mark_no_show', { cita_id: toCome })).toMatchObject({
    message: 'Todavía no es la hora de esta cita.',
  })
  await open(page, toCome)
  await button(page, 'Reagendar').waitFor()
  expect(await button(page, 'No asistió').count()).toBe(0)

  const [begun, older] = [await past(1), await past(2)]
  expect(await ask('admin', 'PATCH', `citas?id=eq.${begun}`, { status: 'no_asistio' })).toMatchObject({
    message: 'Estado de cita no válido.',
  })
  await page.goto('/dashboard')
  const attended = page.getByRole('button', { name: /^Pacientes atendidos/ })
  await expect.poll(() => attended.textContent()).toMatch(/\d/)
  const before = await attended.textContent()

  await open(page, begun)
  await button(page, 'No asistió').click()
  const question = page.getByRole('alertdialog', { name: '¿No asistió Mariana López Hernández?' })
  await question.getByText(`Puedes deshacerlo hasta el final del ${formatDay(inDays(0))}.`).waitFor()
  await doctora.look('no-show-question')
  await question.getByRole('button', { name: 'No asistió' }).click()
  await button(page, /^Deshacer/).waitFor()
  expect((await stored(begun))?.status).toBe('no_asistio')
  await page.goto('/dashboard/appointments?estado=no_asistio&cuando=todas')
  await page.getByRole('table').getByText('No asistió').first().waitFor()
  await doctora.look('no-show-list')
  await open(page, begun)
  await button(page, /^Deshacer/).click()
  await button(page, 'No asistió').waitFor()
  expect((await stored(begun))?.status).toBe('pendiente')

  await open(page, older)
  await button(page, 'No asistió').click()
  await page.getByText('Después ya no se puede deshacer.').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'No asistió' }).click()
  await expect.poll(async () => (await stored(older))?.status).toBe('no_asistio')
  await button(page, 'No asistió').waitFor({ state: 'detached' })
  expect(await button(page, /^Deshacer/).count()).toBe(0)
  expect(await rpc('doctora', 'undo_no_show', { cita_id: older })).toMatchObject({
    message: 'No puedes cambiar el estado de una cita marcada como no asistió.',
  })
  await page.goto('/dashboard')
  await expect.poll(() => attended.textContent()).toBe(before)

  await admin.page.goto(`${panel}/analytics`)
  await admin.page
    .getByRole('region', { name: 'Inasistencias' })
    .getByText(/citas que ya empezaron/)
    .first()
    .waitFor()
  await admin.look('no-shows')
})

it('changes by patients are counted for their doctor, and what is seen in one window goes from others', async () => {
  const { page } = doctora
  const beto = await openPerson(browser, product.url, phone)
  await signIn(beto.page, 'doctora@clinica.test', 'Demo-2026!')
  const region = (at: Page) => at.getByRole('region', { name: 'Cambios de pacientes' })
  const [one_, two, three] = [await book('15:00'), await book('15:30'), await book('17:00', 'admin', other)]
  await page.goto('/dashboard')
  await beto.page.goto('/dashboard/appointments')
  await page.getByRole('region', { name: 'Citas para Hoy' }).waitFor()

  const tokenOf = async (id: string, as = 'doctora') =>
    (await rpc(as, 'cita_token', { cita_id: id, channel: 'copia' })).token
  await rpc(null, 'cancel_by_link', { token: await tokenOf(one_) })
  await rpc(null, 'confirm_by_link', { token: await tokenOf(two) })
  await rpc(null, 'cancel_by_link', { token: await tokenOf(three, 'admin') })
  const cancelled = `Mariana López Hernández canceló su cita del ${formatDay(monday)} a las 03:00\u00a0p.\u00a0m.`
  for (const at of [page, beto.page]) {
    await region(at).getByText('2 sin ver').waitFor()
    // 'Citas' has a line that opens them.
    const line = region(at).getByRole('button', { name: /^Cambios de pacientes/ })
    if (await line.isVisible()) await line.click()
    const changes = at === page ? region(at) : at.getByRole('dialog', { name: 'Cambios de pacientes' })
    // The newest first.
    expect(await changes.getByRole('link').allTextContents()).toEqual([
      `Mariana López Hernández confirmó su cita del ${formatDay(monday)} a las 03:30\u00a0p.\u00a0m.`,
      cancelled,
    ])
  }
  await doctora.look('changes-home')
  await beto.look('changes-phone')

  await region(page)
    .getByRole('button', { name: `Visto ${cancelled}` })
    .click()
  await region(page).getByText('1 sin ver').waitFor()
  const sheet = beto.page.getByRole('dialog', { name: 'Cambios de pacientes' })
  await expect.poll(() => sheet.getByRole('link').count()).toBe(1)
  await sheet.getByRole('button', { name: 'Marcar todo como visto' }).click()
  await sheet.waitFor({ state: 'detached' })
  await region(page).waitFor({ state: 'detached' })
  expect(
    await one(`select count(*)::text as it from public.cita_events where by = 'paciente' and seen_by = $1`, [
      doctor,
    ]),
  ).toBe('2')
  expect(beto.complaints).toEqual([])
  await beto.leave()
})

it('a warning by link is signed in the list within seconds', async () => {
  const { page } = doctora
  const id = await book('17:30')
  await page.goto(`/dashboard/appointments?fecha=${monday}`)
  await page
    .getByRole('button', { name: /^Ver detalle/ })
    .first()
    .waitFor()
  await product.database.query('update public.citas set warned_at = now() where id = $1', [id])
  await said(page, 'Avisó que no vendrá')
})

it('what a closure affects is moved from its list', async () => {
  const { page } = admin
  const day = addDays(monday, 1)
  const id = await book('14:00')
  await product.database.query('update public.citas set appointment_date = $2 where id = $1', [id, day])
  await page.goto(`${panel}/system/schedule`)
  await button(page, 'Agregar cierre').click()
  await dialog(page, 'Agregar cierre').getByRole('textbox', { name: 'Desde' }).fill(formatDay(day))
  await dialog(page, 'Agregar cierre')
    .getByRole('button', { name: /^Agregar/ })
    .click()
  await dialog(page, 'Citas afectadas: 1').waitFor()
  await admin.look('affected')
  await button(page, /^Reagendar la cita de Mariana/).click()
  await said(page, 'Ese día no hay horarios. Elige otra fecha.')
  await moving(page)
    .getByRole('textbox', { name: 'Fecha' })
    .fill(formatDay(addDays(day, 1)))
  await slot(page, '14:00').check()
  await moving(page).getByRole('button', { name: 'Reagendar' }).click()
  await said(page, /Cita reagendada/)
  await dialog(page, /^Citas afectadas/).waitFor({ state: 'detached' })
  expect(await stored(id)).toMatchObject({ day: addDays(day, 1), at: '14:00' })
})

it('moving: somebody was faster, the network is gone, and another tab shows what became of it', async () => {
  const { page } = doctora
  const id = await book('09:30')
  const second = await page.context().newPage()
  await open(second, id)
  await button(second, 'Reagendar').waitFor()
  await open(page, id)
  await button(page, 'Reagendar').click()
  await slot(page, '10:00').check()
  await page.route('**/rpc/move_cita', async (route) => {
    await book('10:00')
    await route.continue()
  })
  await moving(page).getByRole('button', { name: 'Reagendar' }).click()
  await said(page, 'No se pudo actualizar la cita. Ese horario acaba de ocuparse. Elige otro.')
  await slot(page, '10:00').and(page.locator(':disabled')).waitFor()
  await page.unroute('**/rpc/move_cita')

  await slot(page, '10:30').check()
  await page.context().setOffline(true)
  await moving(page).getByRole('button', { name: 'Reagendar' }).click()
  await said(page, 'Error de conexión al actualizar la cita.')
  expect(await slot(page, '10:30').isChecked()).toBe(true)
  await page.context().setOffline(false)
  await moving(page).getByRole('button', { name: 'Reagendar' }).click()
  await moving(page).waitFor({ state: 'detached' })
  expect(await stored(id)).toMatchObject({ at: '10:30' })
  await second
    .getByRole('dialog')
    .getByText(/10:30\sa\.\sm\./)
    .first()
    .waitFor()
  await second.close()
})
