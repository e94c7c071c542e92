import { readFile } from 'node:fs/promises'
import type { Browser, Page, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayInZone, formatDay, instantInZone, longDay, shortDay } from '#domain/days.ts'
import { requestNumber } from '#domain/request-number.ts'
import { formatTime } from '#domain/slots.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { one, panelAddress } from './addresses.ts'
import { countPresses, openBrowser, openPerson, type Person, type phone, signIn } from './browser.ts'

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
  await product.database.query('delete from public.clinic_closures')
  doctora = await openPerson(browser, product.url)
  await signIn(doctora.page, 'doctora@clinica.test', password)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

let made = 0
/** Names are letters. */
const nth = () => String.fromCharCode(65 + (made % 26), 65 + Math.floor(made / 26))
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
      request.name ?? `Visitante ${nth()}`,
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
    // The request has such a link at once; that of the appointment comes with the patient's.
    await page.locator('a[href*="wa.me"][href*="cita%2F"]').waitFor()
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
      .getByRole('radio', { name: shortDay(monday) })
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
    const words =
      what === 'past'
        ? `La fecha tentativa (${formatDay(wanted)}) ya pasó: te proponemos el primer horario libre a partir de mañana.`
        : `El ${formatDay(wanted)} no tiene horarios libres: este es el siguiente día.`
    await page.getByText(words).waitFor()
    const next = page.getByRole('radio', { name: /^\p{L}{3} \d\d/u }).and(page.locator(':checked'))
    if (what !== 'past') expect(await next.getAttribute('value')).toBe(addDays(wanted, 1))
    await doctora.look(`book-request-${what}`)
  })
})

describe('an answer that is lost', () => {
  const create = '**/functions/v1/create-patient-manual'
  const reserve = '**/rest/v1/rpc/book_cita'

  it.each([
    ['before the account is made', create, false],
    ['after the account was made', create, true],
    ['before the appointment is booked', reserve, false],
    ['after the appointment was booked', reserve, true],
  ])('%s: a second press leaves one account and one appointment', async (_, address, isHeard) => {
    const { page, leave } = await asDoctor()
    const name = `Perdida ${nth()}`
    const id = await ask({ name, email: `perdida${made}@correo.test`, day: addDays(monday, 2) })
    await open(page, id)
    await page.getByText('Libres: 18').first().waitFor()
    await page.route(address, async (route) => {
      if (isHeard) await route.fetch()
      await route.abort()
    })
    await book(page).click()
    await page.getByRole('alert').waitFor()
    await page.unroute(address)
    // What was booked may be shown before somebody presses again.
    if (!(address === reserve && isHeard)) await book(page).click()
    else
      await book(page)
        .click({ timeout: 2_000 })
        .catch(() => {})
    await isDone(page)
    expect(await accountsNamed(name)).toHaveLength(1)
    expect(await appointmentsOf(id)).toHaveLength(1)
    expect(await statusOf(id)).toBe('aceptada')
    await leave()
  })

  it('without a network says so and keeps everything', async () => {
    const { page, leave } = await asDoctor()
    const id = await ask({ day: addDays(monday, 2) })
    await open(page, id)
    await page
      .getByText(/^Libres/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Corregir datos' }).click()
    await page.getByLabel('Nombre Completo').fill('Sin Señal')
    await page.context().setOffline(true)
    await book(page).click()
    await page.getByRole('alert').getByText('No hay conexión.').waitFor()
    await page.context().setOffline(false)
    expect(await page.getByLabel('Nombre Completo').inputValue()).toBe('Sin Señal')
    await book(page).click()
    await isDone(page)
    await leave()
  })

  it('a slot lost between account and booking: the account stays, the request waits, a second press only books', async () => {
    const { page, look, leave } = await asDoctor()
    const name = `Tardía ${nth()}`
    const id = await ask({ name, day: addDays(monday, 3) })
    await open(page, id)
    await page.getByText('Libres: 18').first().waitFor()
    let created = 0
    await page.route(create, async (route) => {
      created += 1
      const response = await route.fetch()
      await take(addDays(monday, 3), '09:30')
      await route.fulfill({ response })
    })
    await book(page).click()
    await page.getByRole('alert').getByText(sentence).waitFor()
    await page.locator('form').getByText(sentence).waitFor()
    expect([await statusOf(id), (await accountsNamed(name)).length]).toEqual(['pendiente', 1])
    await page.getByText('Ya es paciente').waitFor()
    await look('book-request-lost')
    await hour(page, '10:00').check()
    await book(page).click()
    await isDone(page)
    expect([created, (await accountsNamed(name)).length]).toEqual([1, 1])
    expect(await appointmentsOf(id)).toMatchObject([{ time: '10:00:00' }])
    await leave()
  })
})

const sentence = 'El horario se ocupó mientras agendabas. Elige otro; el paciente ya quedó registrado.'

/** Somebody else books an hour of the doctor. */
const take = (day: string, time: string) =>
  product.database.query(
    `insert into public.citas (id, patient_id, doctor_id, appointment_date, appointment_time, study_type, status)
     select gen_random_uuid(), p.id, d.id, $1, $2, 'Tomografías', 'pendiente' from public.profiles p, public.profiles d
     where p.email = 'paciente@clinica.test' and d.email = 'doctora@clinica.test'`,
    [day, time],
  )

async function asDoctor(email = 'doctora@clinica.test', viewport?: typeof phone): Promise<Person> {
  const person = await openPerson(browser, product.url, viewport)
  await signIn(person.page, email, password)
  return person
}

describe('of two who book one request', () => {
  it('one has the appointment, and the other reads so', async () => {
    const [one, two] = [await asDoctor(), await asDoctor('admin@clinica.test')]
    const id = await ask({
      name: 'Mariana López Hernández',
      email: 'paciente@clinica.test',
      day: addDays(monday, 4),
    })
    for (const { page } of [one, two]) {
      await open(page, id)
      await page.getByText('Libres: 18').first().waitFor()
    }
    // The second page hears of nothing before it is pressed.
    await two.page.route('**/rest/v1/study_requests*', (route) => route.abort())
    await book(one.page).click()
    await isDone(one.page)
    await book(two.page).click()
    await two.page.getByRole('alert').getByText('Esta solicitud ya tiene una cita.').waitFor()
    expect(await appointmentsOf(id)).toHaveLength(1)
    await two.page.unroute('**/rest/v1/study_requests*')
    await two.page.reload()
    await isDone(two.page)
    await one.leave()
    await two.leave()
  })

  it('its appointment shows in list and sheet; cancelling frees the request, deleting it leaves the appointment', async () => {
    const { page } = doctora
    const id = await ask({
      name: 'Mariana López Hernández',
      email: 'paciente@clinica.test',
      day: addDays(monday, 8),
    })
    await open(page, id)
    await book(page).click()
    await isDone(page)
    const [cita] = await appointmentsOf(id)
    const moment = `${formatDay(cita?.day ?? '')}, ${formatTime(cita?.time ?? null)}`
    await page.reload()
    await isDone(page)
    expect(await page.getByText('Contraseña temporal').count()).toBe(0)

    await page.goto('/dashboard/requests?estado=aceptada')
    const row = page.getByRole('row').filter({ hasText: moment })
    await row.getByRole('link', { name: 'Ver cita' }).click()
    await page.getByRole('dialog').getByText('Mariana López Hernández').first().waitFor()
    await page.goto(`/dashboard/request/${requestNumber(id)}`)
    await page.getByText(`Cita: ${moment}, Pendiente`).waitFor()

    await product.database.query(`update public.citas set status = 'cancelada' where id = $1`, [cita?.id])
    await page.getByRole('link', { name: 'Agendar cita' }).click()
    await book(page).click()
    await isDone(page)
    const [again] = (await appointmentsOf(id)).filter(({ status }) => status !== 'cancelada')
    await product.database.query('delete from public.study_requests where id = $1', [id])
    expect(await stored('select request_id from public.citas where id = $1', [again?.id])).toEqual([
      { request_id: null },
    ])
  })

  it('an administrator cannot reject it while its appointment is open', async () => {
    const { page, leave } = await asDoctor('admin@clinica.test')
    const id = await ask({
      name: 'Mariana López Hernández',
      email: 'paciente@clinica.test',
      day: addDays(monday, 9),
    })
    await product.database.query(
      `insert into public.citas (id, patient_id, doctor_id, appointment_date, appointment_time, study_type, status, request_id)
       select gen_random_uuid(), p.id, d.id, $1, '11:00', 'Tomografías', 'pendiente', $2 from public.profiles p, public.profiles d
       where p.email = 'paciente@clinica.test' and d.email = 'doctora@clinica.test'`,
      [addDays(monday, 9), id],
    )
    await page.goto(`${await panelAddress(product.database)}/requests?buscar=paciente@clinica.test`)
    await page
      .getByRole('row')
      .filter({ has: page.locator(`a[href="/dashboard/request/${id}"]`) })
      .getByRole('button', { name: 'Más acciones' })
      .click()
    await page.getByRole('button', { name: 'Editar', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Estado').selectOption('rechazada')
    await dialog.getByRole('button', { name: 'Guardar Cambios' }).click()
    await page.getByRole('alert').getByText('Esta solicitud tiene una cita. Cancélala primero.').waitFor()
    await leave()
  })
})

describe('a known e-mail under another name', () => {
  const asked = 'Ese correo ya es de otro nombre en el sistema. ¿Es la misma persona?'

  it('is asked about, and somebody else gets an account with another e-mail', async () => {
    const { page } = doctora
    const id = await ask({
      name: 'Aurora Distinta',
      email: 'paciente@clinica.test',
      day: addDays(monday, 10),
    })
    await open(page, id)
    await page.getByText(asked).waitFor()
    await page.locator('form').getByText('Mariana López Hernández').waitFor()
    await book(page).click()
    await page.getByText('Contesta si es la misma persona.').waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Sí, es la misma persona')
    await doctora.look('book-request-other-name')
    await page.getByRole('button', { name: 'No, es otra persona' }).click()
    expect(await page.getByLabel('Correo Electrónico').inputValue()).toBe('')
    await book(page).click()
    await page.getByText('Escribe un correo válido, por ejemplo nombre@correo.com').waitFor()
    await page.getByLabel('Correo Electrónico').fill('aurora@correo.test')
    await book(page).click()
    await isDone(page)
    expect(await accountsNamed('Aurora Distinta')).toHaveLength(1)
    const [cita] = await appointmentsOf(id)
    const [account] = await stored<{ id: string }>(
      `select id::text from public.profiles where email = 'aurora@correo.test'`,
    )
    expect(cita?.patient).toBe(account?.id)
  })

  it('of a patient whom the doctor does not know, shows initials, and its patient is asked', async () => {
    const { page, leave } = await asDoctor('doctor@clinica.test')
    await product.database.query(
      `delete from private.doctor_patients l using public.profiles d, public.profiles p
       where d.id = l.doctor_id and p.id = l.patient_id and d.email = 'doctor@clinica.test' and p.email = 'paciente@clinica.test'`,
    )
    const answers: string[] = []
    page.on('response', async (answer) => {
      if (answer.url().includes('/rest/v1/')) answers.push(await answer.text().catch(() => ''))
    })
    const id = await ask({ name: 'Aurelio Distinto', email: 'paciente@clinica.test' })
    await open(page, id)
    await page.getByText(asked).waitFor()
    await page.locator('form').getByText('M. L. H.').waitFor()
    await page.getByRole('button', { name: 'Sí, es la misma persona' }).click()
    await page.getByText('Cuando acepte, podrás agendar su cita aquí.').waitFor()
    expect(answers.join()).not.toContain('Mariana López')
    expect(await appointmentsOf(id)).toEqual([])
    await leave()
  })

  it('of staff, asks for another e-mail', async () => {
    const { page } = doctora
    await open(page, await ask({ email: 'doctor@clinica.test' }))
    await page
      .getByText('El correo de la solicitud pertenece a una cuenta que no es de un paciente activo.')
      .waitFor()
    expect(await page.getByLabel('Correo Electrónico').inputValue()).toBe('')
  })

  it('a made-up request is not found', async () => {
    await open(doctora.page, 987_654)
    await doctora.page.getByText('No se pudo encontrar la solicitud.').waitFor()
  })
})

describe('whoever is booked', () => {
  it('is reached by telephone and e-mail, and every message carries the same day and hour and a link to it', async () => {
    const { page } = doctora
    const id = await ask({
      name: 'Mariana López Hernández',
      email: 'paciente@clinica.test',
      phone: '962 111 2233',
      day: addDays(monday, 11),
    })
    const reached = async (copied = 1) => {
      await page.locator('a[href="tel:+529621112233"]').first().waitFor()
      await page.locator('a[href="mailto:paciente@clinica.test"]').first().waitFor()
      expect(await page.locator('a[href^="https://wa.me/529621112233"]').count()).toBeGreaterThan(0)
      expect(await page.getByRole('button', { name: 'Copiar el teléfono' }).count()).toBe(copied)
      expect(await page.getByRole('button', { name: 'Copiar el correo' }).count()).toBe(copied)
    }
    await page.goto('/dashboard/requests?estado=pendiente')
    await page
      .getByRole('row')
      .filter({ hasText: formatDay(addDays(monday, 11)) })
      .getByRole('button', { name: 'Ver detalle' })
      .click()
    await reached()
    await doctora.look('book-request-dialog')
    // Nothing is copied from a sheet of paper.
    await page.goto(`/dashboard/request/${requestNumber(id)}`)
    await reached(0)
    await doctora.look('book-request-sheet')
    await open(page, id)
    await reached()
    await book(page).click()
    await isDone(page)
    const [cita] = await appointmentsOf(id)
    await page.locator('a[href*="wa.me"][href*="cita%2F"]').waitFor()
    await page.getByRole('button', { name: 'Copiar mensaje' }).click()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    const hours = `${longDay(cita?.day ?? '')} a las ${formatTime(cita?.time ?? null)}`
    expect(copied).toContain(hours)
    const whatsApp = page.getByRole('link', { name: /^WhatsApp/ }).filter({ visible: true })
    const told = await Promise.all((await whatsApp.all()).map((link) => link.getAttribute('href')))
    expect(told.map((href) => new URL(href ?? '').searchParams.get('text'))).toContain(copied)
    const token = /\/cita\/(\S+)/.exec(copied)?.[1] ?? ''
    expect(
      await stored(
        `select l.cita_id::text as id from public.cita_links l join private.cita_link_tokens t on t.link_id = l.id
         where t.token_hash = private.share_hash($1)`,
        [token],
      ),
    ).toEqual([{ id: cita?.id }])
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Agregar al calendario' }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    expect(file).toContain(`UID:${cita?.id}`)
    const start = instantInZone(cita?.day ?? '', cita?.time ?? '', 'America/Mexico_City')
    expect(file).toContain(`DTSTART:${start.toISOString().replace(/[-:]|\.\d{3}/g, '')}`)
  })

  it('may choose the hour by a link instead, unless the agenda forbids it', async () => {
    const { page } = doctora
    const id = await ask({ name: 'Elisa Elige Montes', email: 'elisa@correo.test' })
    await open(page, id)
    await page.getByText('Que el paciente elija').click()
    await doctora.look('book-request-choice')
    await page.getByRole('button', { name: 'Preparar enlace' }).click()
    await page.getByRole('heading', { level: 1, name: 'Enlace preparado' }).waitFor()
    const text = await page.getByText(/^Hola, Elisa: elige aquí el día y la hora de tu cita en/).innerText()
    expect(text).toMatch(/\/cita\/\S+\. El enlace sirve hasta el \d\d\/\d\d\/\d{4}\.$/)
    await doctora.look('book-request-offered')
    expect([await statusOf(id), await appointmentsOf(id)]).toEqual(['aceptada', []])

    await product.database.query(
      `insert into private.app_settings (key, value) values ('agenda', '{"self_booking": false}')`,
    )
    await open(page, await ask({}))
    await page
      .getByText(/^Libres/)
      .first()
      .waitFor()
    expect(await page.getByText('Que el paciente elija').count()).toBe(0)
    await product.database.query(`delete from private.app_settings where key = 'agenda'`)
  })
})

describe('the page', () => {
  it('asks three requests and reads at most 10 KB', async () => {
    const { page } = doctora
    const id = await ask({ name: 'Mariana López Hernández', email: 'paciente@clinica.test' })
    // What the page before still asks for is not read here.
    await page.goto('about:blank')
    const asked = new Map<string, Promise<number>>()
    const weigh = (answer: Response) => {
      const name = new URL(answer.url()).pathname.replace('/rest/v1/', '')
      if (!['study_requests', 'services', 'profiles'].includes(name) && !name.startsWith('rpc/')) return
      // The menu counts what is pending, with one row; who one is belongs to the session.
      if (new URL(answer.url()).searchParams.get('limit') === '1') return
      if (name === 'profiles' || name === 'rpc/account_status') return
      asked.set(
        name,
        answer.body().then((body) => body.length),
      )
    }
    page.on('response', weigh)
    await open(page, id)
    await page
      .getByText(/^Libres/)
      .first()
      .waitFor()
    await page.waitForLoadState('networkidle')
    page.off('response', weigh)
    expect([...asked.keys()].sort()).toEqual(['rpc/open_slots', 'rpc/request_patient', 'study_requests'])
    const bytes = await Promise.all(asked.values())
    expect(bytes.reduce((all, one) => all + one)).toBeLessThanOrEqual(10 * 1024)
  })

  it('is worked by keyboard alone', async () => {
    const { page } = doctora
    const id = await ask({
      name: 'Mariana López Hernández',
      email: 'paciente@clinica.test',
      day: addDays(monday, 14),
    })
    await open(page, id)
    await hour(page, '09:30').and(page.locator(':checked')).waitFor()
    await page.getByRole('heading', { level: 1 }).focus()
    for (let presses = 0; presses < 30; presses++) {
      await page.keyboard.press('Tab')
      if (await hour(page, '09:30').evaluate((radio) => radio === document.activeElement)) break
    }
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await isDone(page)
    expect(await appointmentsOf(id)).toMatchObject([{ time: '10:00:00' }])
  })

  it('greys out what somebody else takes meanwhile', async () => {
    const { page } = doctora
    const day = addDays(monday, 15)
    await open(page, await ask({ day }))
    await hour(page, '10:00').check()
    await page.waitForLoadState('networkidle')
    await take(day, '10:00')
    await page.getByText('El horario de las 10:00 a. m. ya no está disponible. Elige otro.').waitFor()
    expect(await hour(page, '10:00').isDisabled()).toBe(true)
  })
})

describe('the table of requests', () => {
  it.each([390, 768, 900, 1024, 1093, 1160])(
    'at %i px shows every action, and they can be pressed',
    async (width) => {
      const { page, look, leave } = await asDoctor('doctora@clinica.test', { width, height: 844 })
      await ask({ name: 'Ana Ancha' })
      await page.goto('/dashboard/requests?estado=pendiente')
      const row = page.getByRole('row').filter({ hasText: 'Ana Ancha' }).first()
      const pressed = async (name: string, role: 'button' | 'link') => {
        const action = row.getByRole(role, { name, exact: true })
        await action.click({ trial: true })
        const box = await action.boundingBox()
        expect(box && box.x >= 0 && box.x + box.width <= width, `${name} at ${width}`).toBe(true)
      }
      await pressed('Agendar cita', 'link')
      await pressed('Ver detalle', 'button')
      expect(await row.getByRole('button', { name: 'Aceptar' }).count()).toBe(0)
      await row.getByRole('button', { name: 'Más acciones' }).click()
      await pressed('Aceptar', 'button')
      await pressed('Rechazar', 'button')
      expect(await page.getByRole('button', { name: /aceptar/i }).count()).toBe(1)
      await look('book-request-menu')
      await page.keyboard.press('Escape')
      expect(
        await row
          .getByRole('button', { name: 'Más acciones' })
          .evaluate((one) => one === document.activeElement),
      ).toBe(true)
      await row.getByRole('link', { name: 'Agendar cita' }).click()
      await page
        .getByText(/^Libres/)
        .first()
        .waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await look('book-request-page')
      await leave()
    },
  )
})

it('after a new visitor was accepted, "Credenciales" offers the appointment; a known one’s dialog does', async () => {
  const { page } = doctora
  const id = await ask({ name: 'Nora Nueva', email: 'nora.nueva@correo.test' })
  await page.goto('/dashboard/requests?buscar=nora.nueva')
  await page.getByRole('button', { name: 'Aceptar' }).click()
  await page.getByText('Datos de Solicitud Precargados').waitFor()
  await page.getByRole('button', { name: 'Agregar Paciente y Generar Credenciales' }).click()
  await page.getByText(`Solicitud ${requestNumber(id)} aceptada.`).waitFor()
  await doctora.look('book-request-credentials')
  // Each card offers one as well; the request's stands first.
  const offered = page.getByRole('main').getByRole('link', { name: 'Agendar cita' })
  expect(await offered.first().getAttribute('href')).toBe(`/dashboard/requests/${id}/cita`)
  await offered.first().click()
  await page.getByText('Ya es paciente').waitFor()

  await ask({ name: 'Nora Nueva', email: 'nora.nueva@correo.test' })
  await page.goto('/dashboard/requests?estado=pendiente&buscar=nora.nueva')
  await page.getByRole('button', { name: 'Ver detalle' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Aceptar' }).click()
  await page.getByText('Solicitud aceptada. El paciente ya existe.').waitFor()
  await dialog.getByText('Aceptada', { exact: true }).waitFor()
  await dialog.getByRole('link', { name: 'Agendar cita' }).click()
  await page.getByText('Ya es paciente').waitFor()
})

it('"Nueva Cita" opens with the focus on "Paciente"', async () => {
  const { page } = doctora
  await page.goto('/dashboard/appointments')
  await page.getByRole('button', { name: 'Nueva Cita' }).click()
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Paciente' })
  await field.waitFor()
  await expect.poll(() => field.evaluate((box) => box === document.activeElement)).toBe(true)
})
