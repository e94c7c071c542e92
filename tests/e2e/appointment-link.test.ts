import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addDays, dayInZone, longDay, shortDay, weekday } from '#domain/days.ts'
import type { LogEntry } from '#server/http/log.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openBrowser, openPerson, type Person, phone, signIn } from './browser.ts'

const zone = 'America/Mexico_City'
const today = dayInZone(new Date(), zone)
/** The last Monday of the 14 days that the page offers at first; the demo's appointments from then on are taken away. */
const monday =
  Array.from({ length: 7 }, (_, later) => addDays(today, 7 + later)).find((day) => weekday(day) === 1) ?? ''
const study = 'Tomografía 5x5 cm'
const patience = { timeout: 20_000 }

let browser: Browser
let product: TestProduct
let visitor: Person
let key: string
let doctor: string
let patient: string
const log: LogEntry[] = []
const tokens: string[] = []

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true, log: (entry) => log.push(entry) })
  visitor = await openPerson(browser, product.url, phone, { hasTouch: true })
  key = (await (await fetch(`${product.url}/config.json`)).json()).supabaseAnonKey
  ;[doctor, patient] = (await Promise.all(['doctora', 'paciente'].map(idOf))) as [string, string]
  await product.database.query('delete from public.citas where doctor_id = $1 and appointment_date >= $2', [
    doctor,
    monday,
  ])
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})
beforeEach(() => product.database.query('delete from private.rate_limits'))

async function idOf(name: string): Promise<string> {
  const { rows } = await product.database.query<{ id: string }>(
    'select id::text from public.profiles where email = $1',
    [`${name}@clinica.test`],
  )
  return rows[0]?.id ?? ''
}

let session: string | undefined
/** A function of the database, asked by doctora@. */
async function ask<Answer>(name: string, args: object): Promise<Answer> {
  const headers = { apikey: key, 'content-type': 'application/json' }
  session ??= (
    await (
      await fetch(`${product.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ email: 'doctora@clinica.test', password: 'Demo-2026!' }),
      })
    ).json()
  ).access_token
  const answer = await fetch(`${product.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${session}` },
    body: JSON.stringify(args),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json()
}

let booked = 0
/** Books paciente@ with doctora@ and answers the address of a link of it. */
async function linkOf(at: string, day = monday): Promise<{ id: string; address: string }> {
  booked += 1
  const id = `00000000-0000-4000-9030-${String(booked).padStart(12, '0')}`
  await ask('book_cita', { id, patient_id: patient, doctor_id: doctor, day, at, study_type: study })
  const { token } = await ask<{ token: string }>('cita_token', { cita_id: id, channel: 'whatsapp' })
  tokens.push(token)
  return { id, address: `/cita/${token}` }
}

/** The same so few hours before its start, whatever the clinic's hours. */
async function soonLink(at: string, hours: number) {
  const link = await linkOf(at)
  await product.database.query(
    `update public.citas set appointment_date = soon::date, appointment_time = soon::time(0)
     from (select (now() + make_interval(hours => $2)) at time zone '${zone}' as soon) s where id = $1`,
    [link.id, hours],
  )
  return link
}

const stored = async (id: string) =>
  (
    await product.database.query<{ day: string; at: string; status: string; moves: number; warned: boolean }>(
      `select appointment_date::text as day, appointment_time::text as at, status, moves, warned_at is not null as warned
       from public.citas where id = $1`,
      [id],
    )
  ).rows[0]

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dayOf = (page: Page) =>
  page.getByRole('radio', { name: new RegExp(`^lun ${Number(monday.slice(8))} \\w{3} ?Libres: \\d+$`) })
const says = (page: Page, words: string | RegExp) =>
  page.getByRole('status').filter({ hasText: words }).waitFor(patience)

it('shows day, hour and place, and nothing that names more than a first name', async () => {
  const { id, address } = await linkOf('10:00')
  const { page } = visitor
  const bodies: string[] = []
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('response', async (answer) => bodies.push(await answer.text().catch(() => '')))
  await page.goto(address)
  await page.getByText('Hola, Mariana:', { exact: true }).waitFor(patience)
  const text = await page.getByRole('main').innerText()
  expect(text.toLowerCase()).toContain(longDay(monday))
  for (const words of ['10:00\u00a0a.\u00a0m.', 'Hora de la clínica', 'Por confirmar', study])
    expect(text).toContain(words)
  await visitor.look('link-pending')
  const { rows } = await product.database.query<Record<string, string>>(
    'select full_name, email, phone from public.profiles where id = $1',
    [patient],
  )
  const all = bodies.join('\n')
  const surname = rows[0]?.full_name?.split(' ').slice(1).join(' ') ?? 'x'
  for (const secret of [surname, rows[0]?.email ?? 'x', rows[0]?.phone ?? 'x'])
    expect(all).not.toContain(secret)
  // Only the page's own address names the link, and the browser keeps nothing.
  expect(asked.filter((one) => one.includes(address))).toEqual([page.url()])
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([
    0,
    0,
    '',
  ])
  expect(await stored(id)).toMatchObject({ status: 'pendiente', moves: 0 })
  page.removeAllListeners('request')
  page.removeAllListeners('response')
})

it('confirms with one tap', async () => {
  const { id, address } = await linkOf('10:30')
  const { page } = visitor
  await page.goto(address)
  await button(page, 'Confirmar que asistiré').click()
  await says(page, '¡Gracias! Te esperamos.')
  expect(await button(page, 'Confirmar que asistiré').isVisible()).toBe(false)
  expect(await stored(id)).toMatchObject({ status: 'confirmada' })
  await visitor.look('link-confirmed')
})

it('moves to another free hour, by keyboard; an hour that was taken meanwhile is said and gone', async () => {
  const { id, address } = await linkOf('11:00')
  const { page } = visitor
  await page.goto(address)
  await button(page, 'Cambiar horario').press('Enter')
  const title = page.getByRole('heading', { name: 'Elige otro horario' })
  await expect.poll(async () => Math.round((await title.boundingBox())?.y ?? 0)).toBe(24)
  await dayOf(page).press('Space')
  const chosen = page.getByRole('radio', { name: `${longDay(monday)}, 12:30\u00a0p.\u00a0m.`, exact: true })
  await chosen.waitFor(patience)
  await visitor.look('link-hours')
  await chosen.press('Space')
  // Somebody else was quicker.
  await linkOf('12:30')
  await button(page, new RegExp(`^Cambiar a ${shortDay(monday)}, 12:30`)).press('Enter')
  await says(page, 'Ese horario acaba de ocuparse. Elige otro.')
  await chosen.waitFor({ state: 'detached', ...patience })
  await visitor.look('link-taken')
  await page
    .getByRole('radio', { name: `${longDay(monday)}, 01:00\u00a0p.\u00a0m.`, exact: true })
    .press('Space')
  await button(page, new RegExp(`^Cambiar a ${shortDay(monday)}, 01:00`)).press('Enter')
  await says(page, 'Tu cita quedó en su nuevo horario.')
  expect(await stored(id)).toMatchObject({ at: '13:00:00', status: 'confirmada', moves: 1 })
  const download = page.waitForEvent('download')
  await button(page, 'Agregar al calendario').click()
  expect((await download).suggestedFilename()).toBe(`cita-${monday}.ics`)
})

it('asks before it cancels, and a cancelled one is not brought back', async () => {
  const { id, address } = await linkOf('15:00')
  const { page } = visitor
  await page.goto(address)
  await button(page, 'Cancelar mi cita').click()
  await page
    .getByText(`¿Cancelar tu cita del ${longDay(monday)} a las 03:00\u00a0p.\u00a0m.?`, { exact: true })
    .waitFor(patience)
  await visitor.look('link-cancel')
  await button(page, 'Conservarla').click()
  expect(await stored(id)).toMatchObject({ status: 'pendiente' })
  await button(page, 'Cancelar mi cita').click()
  await button(page, 'Sí, cancelarla').click()
  await says(page, /^Tu cita está cancelada\./)
  expect(await stored(id)).toMatchObject({ status: 'cancelada' })
  await page.reload()
  await says(page, /^Tu cita está cancelada\./)
  // An old mail still leads here to end reminders.
  expect(await page.getByRole('button').filter({ visible: true }).allTextContents()).toEqual([
    'No quiero recordatorios',
  ])
  await visitor.look('link-cancelled')
})

it('within the notice names the telephone, and tells the clinic who cannot come', async () => {
  const { id, address } = await soonLink('15:30', 3)
  const { page } = visitor
  await page.goto(address)
  await says(page, /^Faltan menos de 4 horas para tu cita\. Para cambiarla o cancelarla llámanos al \d/)
  for (const name of ['Cambiar horario', 'Cancelar mi cita'])
    expect(await button(page, name).isVisible()).toBe(false)
  await visitor.look('link-notice')
  await button(page, 'No podré ir').click()
  await says(page, 'La clínica ya sabe que no podrás ir.')
  expect(await stored(id)).toMatchObject({ status: 'pendiente', warned: true })
})

it('a link that ended says whom to call, like one that was made up', async () => {
  const { id, address } = await linkOf('16:30')
  const { page } = visitor
  await product.database.query('update public.cita_links set revoked_at = now() where cita_id = $1', [id])
  const heard: string[] = []
  for (const one of [address, address.slice(0, -3), '/cita/x']) {
    await page.goto(one)
    await says(page, /^Este enlace ya no sirve\. Llámanos al \d[\d\s]+\.$/)
    heard.push((await page.getByRole('main').innerText()).trim())
  }
  expect(new Set(heard).size).toBe(1)
  await visitor.look('link-ended')
})

it('a device in Madrid shows the clinic’s hour, and says so', async () => {
  const { address } = await linkOf('17:00')
  const away = await openPerson(browser, product.url, phone, { hasTouch: true, timezoneId: 'Europe/Madrid' })
  await away.page.goto(address)
  await away.page.getByText('Tu teléfono está en otra zona horaria.', { exact: true }).waitFor(patience)
  await away.page.getByText('05:00\u00a0p.\u00a0m.', { exact: true }).waitFor()
  await away.look('link-madrid')
  await away.leave()
})

it('an accepted request’s patient chooses the hour, and the same link then manages it', async () => {
  const { rows } = await product.database.query<{ id: string }>(
    `insert into public.study_requests (patient_name, patient_email, patient_phone, patient_age, study_type, status)
     select full_name, email, coalesce(phone, '5512345678'), 30, $2, 'pendiente' from public.profiles where id = $1
     returning id::text`,
    [patient, study],
  )
  const { token } = await ask<{ token: string }>('send_choice', {
    request_id: Number(rows[0]?.id),
    doctor_id: doctor,
    channel: 'whatsapp',
  })
  tokens.push(token)
  const { page } = visitor
  await page.goto(`/cita/${token}`)
  await page.getByRole('heading', { name: 'Elige tu horario', level: 1 }).waitFor(patience)
  await dayOf(page).check()
  await page.getByRole('radio', { name: `${longDay(monday)}, 09:30\u00a0a.\u00a0m.`, exact: true }).check()
  await visitor.look('link-choice')
  await button(page, new RegExp(`^Apartar ${shortDay(monday)}, 09:30`)).click()
  await says(page, 'Tu cita quedó agendada.')
  await button(page, 'Cambiar horario').waitFor(patience)
  const booking = await product.database.query<{ status: string; at: string }>(
    'select status, appointment_time::text as at from public.citas where request_id = $1',
    [rows[0]?.id],
  )
  expect(booking.rows).toEqual([{ status: 'confirmada', at: '09:30:00' }])
  await visitor.look('link-chosen')
})

it('a doctor puts the link into the message, sees that it was opened, and ends it', async () => {
  const { id } = await linkOf('12:00')
  await product.database.query('delete from public.cita_links where cita_id = $1', [id])
  const desk = await openPerson(browser, product.url)
  const { page } = desk
  await signIn(page, 'doctora@clinica.test', 'Demo-2026!')
  await page.goto(`/dashboard/appointments?cita=${id}`)
  await button(page, 'Incluir enlace').click()
  await page.getByText('El paciente aún no abre su enlace.', { exact: true }).waitFor(patience)
  const message = await page.getByRole('link', { name: /^WhatsApp/ }).getAttribute('href')
  const address =
    /Confirma, cambia o cancela aquí: (\S+)/.exec(
      new URL(message ?? '').searchParams.get('text') ?? '',
    )?.[1] ?? ''
  expect(address).toMatch(new RegExp(`^${product.url}/cita/[\\w-]{22}$`))
  tokens.push(address.split('/').at(-1) ?? '')
  await desk.look('link-desk')
  await visitor.page.goto(address)
  await visitor.page.getByText('Hola, Mariana:', { exact: true }).waitFor(patience)
  await page.reload()
  await page.getByText(/^El paciente abrió su enlace el /).waitFor(patience)
  await button(page, 'Anular enlace').click()
  await button(page, 'Anular enlace').waitFor({ state: 'detached', ...patience })
  await visitor.page.reload()
  await says(visitor.page, /^Este enlace ya no sirve\./)
  await desk.leave()
})

it('a signed-in patient comes to the same page from the details of an own appointment', async () => {
  const { id } = await linkOf('14:00')
  const home = await openPerson(browser, product.url, phone, { hasTouch: true })
  await signIn(home.page, 'paciente@clinica.test', 'Demo-2026!')
  await home.page.goto(`/dashboard/appointments?cita=${id}`)
  await button(home.page, 'Cambiar o cancelar').click()
  await home.page.waitForURL(/\/cita\/[\w-]{22}$/)
  tokens.push(home.page.url().split('/').at(-1) ?? '')
  await button(home.page, 'Confirmar que asistiré').click()
  await says(home.page, '¡Gracias! Te esperamos.')
  expect(await stored(id)).toMatchObject({ status: 'confirmada' })
  await home.leave()
})

it('asks for JavaScript where there is none, and names the telephone', async () => {
  const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/cita/x')
  expect(await page.getByRole('main').innerText()).toMatch(/se necesita JavaScript.*llámanos al \d[\d ]+\./)
  await context.close()
})

it('leaves no token in the log of the server, and none in the database', async () => {
  expect(log.filter(({ path }) => path === '/cita/*').length).toBeGreaterThan(5)
  const { rows } = await product.database.query<{ text: string }>(
    `select string_agg(t::text, ' ') as text from (
       select to_jsonb(l) as t from public.cita_links l union all
       select to_jsonb(h) from private.cita_link_tokens h union all
       select to_jsonb(a) from private.audit_log a
     ) rows`,
  )
  for (const token of tokens) {
    expect(JSON.stringify(log)).not.toContain(token)
    expect(rows[0]?.text).not.toContain(token)
  }
  expect(visitor.complaints).toEqual([])
})
