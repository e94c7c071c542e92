import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sampleClinic } from '#domain/clinic.ts'
import { addDays, dayInZone, formatDay, longDay, shortDay, weekday } from '#domain/days.ts'
import { requestNumber } from '#domain/request-number.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { one, panelAddress } from './addresses.ts'
import { openBrowser, openPerson, type Person, phone, signIn } from './browser.ts'

// What people read when the agenda cannot do what they asked for: each refusal and failure is provoked, and read where it stands.

const patience = { timeout: 20_000 }
let browser: Browser
let product: TestProduct
let doctora: Person
let visitor: Person
const clinicPhone = sampleClinic.phone
/** A day of the next two weeks, no Sunday, on which nobody has an appointment. */
let day: string

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true })
  const later = addDays(dayInZone(new Date(), 'America/Mexico_City'), 10)
  day = weekday(later) === 0 ? addDays(later, 1) : later
  await product.database.query('delete from public.citas where appointment_date = $1', [day])
  await product.database.query('delete from public.clinic_closures')
  doctora = await openPerson(browser, product.url)
  visitor = await openPerson(browser, product.url, phone)
  await signIn(doctora.page, 'doctora@clinica.test', 'Demo-2026!')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})
afterEach(async () => {
  await product.database.query('delete from private.rate_limits')
  for (const { page } of [doctora, visitor]) await page.unrouteAll()
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const says = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor(patience)
/** While it runs the database has no such function. */
async function without(name: string, run: () => Promise<unknown>): Promise<void> {
  await product.database.query(`alter function public.${name} rename to ${name}_gone`)
  try {
    await run()
  } finally {
    await product.database.query(`alter function public.${name}_gone rename to ${name}`)
  }
}
/** The network fails for what these addresses name. */
const cut = (page: Page, address: string) => page.route(address, (route) => route.abort())

let made = 0
/** An appointment of paciente@ with doctora@ on that Monday; answers its id and the address of a link. */
async function linkOf(time: string): Promise<{ id: string; address: string }> {
  made += 1
  const id = `00000000-0000-4000-9050-${String(made).padStart(12, '0')}`
  await product.database.query(
    `insert into public.citas (id, patient_id, doctor_id, appointment_date, appointment_time, study_type, nombre)
     select $1, p.id, d.id, $2, $3, 'Panorámica', p.full_name from public.profiles p, public.profiles d
     where p.email = 'paciente@clinica.test' and d.email = 'doctora@clinica.test'`,
    [id, day, time],
  )
  const token = await one(
    product.database,
    `select private.give_link_token(private.link_of_cita(c), 'copia') as it from public.citas c where c.id = '${id}'`,
  )
  return { id, address: `/cita/${token}` }
}

describe('what does not load is said, and loads after another try', () => {
  it('the reminders of a day', async () => {
    const { page } = doctora
    await without('reminders', async () => {
      await page.goto('/dashboard/appointments/reminders')
      await says(page, 'No se pudieron cargar los recordatorios.')
      await doctora.look('reminders-not-loaded')
    })
    await button(page, 'Reintentar').click()
    await says(page, /^Faltan \d+$/)
  })

  it('what patients changed', async () => {
    const { page } = doctora
    await cut(page, '**/cita_events*')
    await page.goto('/dashboard/appointments')
    await says(page, 'No se pudieron cargar los cambios')
    await doctora.look('changes-not-loaded')
  })

  it('an appointment behind its link', async () => {
    const { address } = await linkOf('09:30')
    const { page } = visitor
    await without('cita_link', async () => {
      await page.goto(address)
      await says(page, 'No se pudo cargar tu cita.')
      await visitor.look('link-not-loaded')
    })
    await page.reload()
    await button(page, 'Confirmar que asistiré').waitFor(patience)
  })
})

describe('what is not stored is said, and stays to be tried again', () => {
  it('reminders that were not prepared', async () => {
    const { page } = doctora
    await page.goto('/dashboard/appointments/reminders')
    await without('prepare_reminders', async () => {
      await button(page, 'Preparar mensajes').click()
      await says(page, 'No se pudieron preparar los mensajes.')
    })
    await button(page, 'Preparar mensajes').click()
    await page
      .getByRole('link', { name: /^WhatsApp a / })
      .first()
      .waitFor(patience)
  })

  it('a mail that was not asked for', async () => {
    const { id } = await linkOf('10:00')
    const { page } = doctora
    await product.database.query(
      `insert into private.app_settings (key, value) values ('mail', 'on') on conflict (key) do update set value = 'on'`,
    )
    await page.goto(`/dashboard/appointments?cita=${id}`)
    await cut(page, '**/rpc/queue_message*')
    await button(page, 'Correo').click()
    await says(page, 'No se pudo enviar el correo. Usa WhatsApp o cópialo.')
    await product.database.query(`update private.app_settings set value = 'off' where key = 'mail'`)
  })

  it('a wish about reminders', async () => {
    const patient = await openPerson(browser, product.url, phone)
    const { page } = patient
    await signIn(page, 'paciente@clinica.test', 'Demo-2026!')
    await page.goto('/dashboard/profile')
    const wish = page.getByLabel('Recuérdame mis citas')
    await wish.waitFor(patience)
    await product.database.query(
      'alter table public.profiles add constraint broken check (wants_reminders) not valid',
    )
    await wish.click()
    await says(page, 'No se pudo guardar tu preferencia')
    await expect.poll(() => wish.isChecked()).toBe(true)
    await product.database.query('alter table public.profiles drop constraint broken')
    await patient.leave()
  })

  it('the hours of the week', async () => {
    const admin = await openPerson(browser, product.url)
    const { page } = admin
    await signIn(page, 'admin@clinica.test', 'Demo-2026!')
    await page.goto(`${await panelAddress(product.database)}/system/schedule`)
    const opens = page.getByLabel('lunes, horario 1: abre')
    await opens.selectOption('10:00')
    await cut(page, '**/rpc/set_hours*')
    await button(page, /^Guardar horario/).click()
    await says(page, 'No se pudo guardar el horario')
    expect(await opens.inputValue()).toBe('10:00')
    await admin.leave()
  })
})

describe('what somebody else did meanwhile', () => {
  it('an appointment that was completed is not moved', async () => {
    const { id } = await linkOf('10:30')
    const { page } = doctora
    await page.goto(`/dashboard/appointments?cita=${id}`)
    await button(page, 'Reagendar').click()
    const moving = page.getByRole('dialog', { name: /^Reagendar la cita de/ })
    await moving.getByRole('radio', { name: /^12:00/ }).check()
    // The page hears of nothing before it is pressed.
    await page.route('**/rest/v1/citas*', (route) => route.abort())
    await product.database.query(`update public.citas set status = 'cancelada' where id = $1`, [id])
    await moving.getByRole('button', { name: 'Reagendar' }).click()
    await says(page, 'Esta cita ya no se puede mover.')
    await page.unroute('**/rest/v1/citas*')
  })

  it('a request that was rejected is not booked', async () => {
    const id = await one(
      product.database,
      `select id::text as it from public.study_requests where status = 'rechazada' order by id limit 1`,
    )
    await doctora.page.goto(`/dashboard/requests/${id}/cita`)
    await says(doctora.page, 'Esta solicitud fue rechazada.')
    await doctora.look('book-request-rejected')
  })

  it.each<[string, (id: string) => Promise<unknown>, () => string]>([
    [
      'who has moved twice moves no more',
      (id: string) =>
        product.database.query(
          `insert into public.cita_events (cita_id, kind, by, from_day, from_time, to_day, to_time)
           select $1, 'movida', 'paciente', appointment_date, appointment_time, appointment_date, appointment_time
           from public.citas, generate_series(1, 2) where id = $1`,
          [id],
        ),
      () => `Ya cambiaste esta cita dos veces. Llámanos al ${clinicPhone}.`,
    ],
    [
      'a day that lies too far ahead by now is not taken',
      async () => {
        const sub = await one(
          product.database,
          `select id::text as it from public.profiles where email = 'admin@clinica.test'`,
        )
        await product.database.as(
          { role: 'authenticated', claims: { sub, role: 'authenticated', aal: 'aal1' } },
          (tx) => tx.query(`select public.set_agenda_settings('{"horizon_days": 7}')`),
        )
      },
      () => 'Elige un día de los próximos 7.',
    ],
  ])('%s', async (name, meanwhile, words) => {
    const { id, address } = await linkOf(name.startsWith('who') ? '11:00' : '11:30')
    const { page } = visitor
    await page.goto(address)
    await button(page, 'Cambiar horario').click()
    await page
      .getByRole('radio', { name: new RegExp(`^\\S{3} ${Number(day.slice(8))} \\w{3} ?Libres: \\d+$`) })
      .check()
    await page.getByRole('radio', { name: `${longDay(day)}, 02:00\u00a0p.\u00a0m.` }).check()
    await meanwhile(id)
    await button(page, new RegExp(`^Cambiar a ${shortDay(day)}, 02:00`)).click()
    await says(page, words())
    await visitor.look('link-refused')
  })
})

it('the state of a request is told in its five sentences, with the day it came', async () => {
  const { page } = visitor
  visitor.complaints.length = 0
  const { rows } = await product.database.query<{ id: string; code: string; today: string }>(
    `insert into public.study_requests (patient_name, patient_email, patient_phone, study_type)
     values ('Rosa Cinco', 'paciente@clinica.test', '961 000 0000', 'Panorámica')
     returning id::text, private.tracking_code(id, submission_id) as code, private.clinic_today()::text as today`,
  )
  const { id = '', code = '', today = '' } = rows[0] ?? {}
  const set = (sql: string, ...values: unknown[]) => product.database.query(sql, values)
  const status = (value: string) =>
    set('update public.study_requests set status = $2 where id = $1', id, value)
  const cita = await linkOf('12:30')
  const states: [() => Promise<unknown>, string][] = [
    [async () => {}, 'Recibida. La clínica la revisará y se pondrá en contacto contigo.'],
    [() => status('aceptada'), 'Aceptada. La clínica te propondrá un horario.'],
    [
      () =>
        set(
          `insert into public.cita_links (request_id, patient_id, doctor_id, expires_at)
           select $1, c.patient_id, c.doctor_id, now() + interval '14 days' from public.citas c where c.id = $2`,
          id,
          cita.id,
        ),
      'Aceptada. Te enviamos un enlace para elegir tu horario.',
    ],
    [
      () => set('update public.citas set request_id = $1 where id = $2', id, cita.id),
      'Con cita. El día y la hora están en el mensaje de la clínica.',
    ],
    [
      async () => {
        await set('update public.citas set request_id = null where id = $1', cita.id)
        await status('rechazada')
      },
      `No se pudo aceptar. Llámanos al ${clinicPhone}.`,
    ],
  ]
  await page.goto('/solicitud')
  for (const [change, words] of states) {
    await change()
    await page.getByLabel('Folio').fill(requestNumber(Number(id)))
    await page.getByLabel('Código').fill(code)
    await button(page, 'Consultar').click()
    await says(page, words)
    await says(page, `La recibimos el ${formatDay(today)}.`)
  }
  await visitor.look('request-state')
  expect(visitor.complaints).toEqual([])
})
