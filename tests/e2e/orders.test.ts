import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { practicePath } from '#domain/addresses.ts'
import { dayInZone } from '#domain/days.ts'
import { dentitions } from '#domain/odontogram.ts'
import { questionLimit, typesLimit } from '#domain/order-form.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { until } from '#tests/until.ts'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import * as paths from '#web/hooks/paths.ts'
import { people } from './addresses.ts'
import { countPresses, openPerson, openWholeBrowser, type Person, phone, signIn } from './browser.ts'
import { printed } from './pdf.ts'
import { studiesOf } from './study-files.ts'

// A dentist's order: sent, on paper, before the clinic's eyes, its images, and the end of them (docs/product/referrers.md).

const password = 'Demo-2026!'
const question = '¿Relación del tercer molar con el conducto?'
const types = ['Tomografías', 'Radiografía Panorámica']

let browser: Browser
let product: TestProduct
let dentist: Person
let doctor: Person

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openWholeBrowser()
  product = await startTestProduct({ engine, demo: true })
  dentist = await openPerson(browser, product.url)
  doctor = await openPerson(browser, product.url)
  await signIn(dentist.page, people.dentist, password)
  await signIn(doctor.page, people.doctor, password)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})
beforeEach(() => product.database.query('delete from private.rate_limits'))

const rowsOf = async <Row>(sql: string, values: unknown[] = []) =>
  (await product.database.query<Row>(sql, values)).rows

/** Presses Tab until the control has the focus; fails when it cannot be reached. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor()
  for (let steps = 0; steps < 60; steps++) {
    if (await control.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The keyboard does not reach it.')
}

it('is made by keyboard alone: two kinds of study, three teeth and a question', async () => {
  const { page } = dentist
  const field = (name: RegExp) => page.getByRole('textbox', { name })
  await page.goto(paths.home)
  await page.getByRole('main').getByRole('link', { name: 'Nueva orden' }).waitFor()
  const counted = await countPresses(page)
  const began = Date.now()
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Nueva orden' }))
  await page.keyboard.press('Enter')
  await tabTo(page, field(/^Nombre Completo/))
  await page.keyboard.type('Mariana López Hernández')
  await page.keyboard.press('Tab')
  await page.keyboard.type('9620100005')
  await tabTo(page, field(/^Correo Electrónico/))
  await page.keyboard.type(people.patient)
  for (const type of types) {
    await tabTo(page, page.getByRole('checkbox', { name: type, exact: true }))
    await page.keyboard.press('Space')
  }
  await tabTo(page, page.getByRole('checkbox', { name: /^Pieza 11,/ }))
  await page.keyboard.type('363738')
  await tabTo(page, field(/^Motivo/))
  await page.keyboard.type(question)
  await tabTo(page, page.getByRole('checkbox', { name: /^El paciente sabe/ }))
  await page.keyboard.press('Space')
  await dentist.look('new-order')
  await page.keyboard.press('Tab')
  await tabTo(page, page.getByRole('button', { name: 'Enviar orden' }))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Orden enviada' }).waitFor()
  const { keys } = await counted()
  console.log(`An order by keyboard: ${keys} keys, ${Date.now() - began} ms`)
  const typed = `Mariana López Hernández9620100005${people.patient}363738${question}`.length
  // What is not typed: past the menu on both screens, from field to field, to mark and to send.
  expect(keys - typed).toBeLessThan(90)
  await dentist.look('order-sent')

  expect(
    await rowsOf(
      `select q.study_type, to_jsonb(o.teeth) as teeth, o.question, q.patient_email as email, q.referring_doctor as by
       from public.orders o join public.study_requests q on q.id = o.request_id
       where o.question = $1 and o.created_at > now() - interval '10 minutes' order by q.study_type desc`,
      [question],
    ),
  ).toEqual(
    types.map((study_type) => ({
      ...{ study_type, teeth: [36, 37, 38], question },
      ...{ email: people.patient, by: 'Dr. Juan Pérez' },
    })),
  )
  expect(dentist.complaints).toEqual([])
})

/** The requests of the first order, by their kind. */
async function requestOf(type: string): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(
    `select q.id::text from public.study_requests q join public.orders o on o.request_id = q.id
     where o.question = $1 and q.study_type = $2 and q.patient_email = $3 order by q.id desc limit 1`,
    [question, type, people.patient],
  )
  if (!row) throw new Error('The order was sent')
  return row.id
}

/** Where and why, as the clinic reads it. */
async function seesOrder(place: Locator | Page) {
  const order = place
    .getByRole('region', { name: 'Orden de Dr. Juan Pérez' })
    .filter({ visible: true })
    .first()
  await order.getByText('36, 37, 38').waitFor()
  await order.getByText(question).waitFor()
}

let study = ''
it('says where and why on the request, when it is booked and in the appointment; the study that comes is joined', async () => {
  const { page } = doctor
  const request = await requestOf('Tomografías')
  await page.goto(`${paths.requests}?buscar=${encodeURIComponent('Mariana López')}`)
  await page.getByRole('row').filter({ hasText: 'Tomografías' }).filter({ hasText: 'Pendiente' }).waitFor()
  await page.goto(paths.request(Number(request)))
  await seesOrder(page)
  await doctor.look('request-of-order')

  await page.goto(paths.bookRequest(request))
  await seesOrder(page)
  await page
    .getByRole('radio', { name: /\d:\d\d/ })
    .and(page.locator(':checked'))
    .waitFor()
  await doctor.look('book-order')
  await page.getByRole('main').getByRole('button', { name: 'Agendar cita' }).click()
  await page.getByRole('heading', { level: 1, name: 'Cita agendada' }).waitFor()

  await page.goto('/dashboard/appointments?cuando=todas')
  const [cita] = await rowsOf<{ time: string; day: string }>(
    `select appointment_date::text as day, to_char(appointment_time, 'HH24:MI') as time from public.citas where request_id = $1`,
    [request],
  )
  expect(cita).toBeTruthy()
  await page.goto(`/dashboard/appointments?cuando=todas&buscar=${encodeURIComponent('Mariana López')}`)
  const day = (cita?.day ?? '').split('-').reverse().join('/')
  await page
    .getByRole('row')
    .filter({ hasText: day })
    .filter({ hasText: 'Tomografías' })
    .getByRole('button', { name: /^Ver detalle/ })
    .click()
  await seesOrder(page.getByRole('dialog'))
  await doctor.look('appointment-of-order')

  const studies = await studiesOf(product.url)
  const columns = 64
  const film = writeDicom({
    pixels: Uint8Array.from({ length: columns * columns }, (_, at) => (at * 7) % 256),
    elements: { ...imageElements({ columns, rows: columns, allocated: 8 }), '00080060': ['CS', 'CT'] },
  })
  study = await studies.add('Tomografía.dcm', film, {
    study_type: 'Tomografías',
    study_date: dayInZone(new Date(), 'America/Mexico_City'),
  })
  expect(
    await rowsOf(
      `select o.request_id::text as request from public.study_recipients r join public.orders o on o.id = r.order_id
       where r.study_id = $1`,
      [study],
    ),
  ).toEqual([{ request }])
  expect(doctor.complaints).toEqual([])
})

it('is opened on a phone by five presses at most, and ends while it is open when the patient ends it', async () => {
  const person = await openPerson(browser, product.url, phone, { hasTouch: true })
  const { page } = person
  await page.goto('/')
  let presses = 0
  const press = async (control: Locator) => {
    presses += 1
    await control.click()
  }
  const menu = page.getByRole('button', { name: 'Menú' })
  await menu.waitFor()
  const door = page.getByRole('button', { name: 'Iniciar Sesión' }).filter({ visible: true })
  if ((await door.count()) === 0) await press(menu)
  await press(door)
  const dialog = page.getByRole('dialog', { name: 'Acceso al Portal' })
  await dialog.getByLabel('Correo Electrónico').fill(people.dentist)
  await dialog.getByLabel('Contraseña', { exact: true }).fill(password)
  await press(dialog.getByRole('button', { name: 'Iniciar Sesión' }))
  await press(page.getByRole('link', { name: 'Ir a mi panel' }).filter({ visible: true }).first())
  // The landing asks where somebody's panel is, and only administrators are told.
  await page.waitForURL((url) => url.pathname === paths.home)
  person.complaints.splice(0)
  const card = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: 'Mariana López Hernández' })
    .filter({ hasText: question })
    .filter({ hasText: 'Tomografías' })
  await card.getByText('Lista', { exact: true }).waitFor()
  await person.look('my-patients')
  const [file] = await Promise.all([
    page.waitForRequest((request) => request.url().includes('study_files') && request.method() === 'GET'),
    press(card.getByRole('link', { name: 'Abrir imágenes' })),
  ])
  await page.getByRole('img').and(page.locator('canvas')).waitFor()
  console.log(`From the landing to the images on a phone: ${presses} presses`)
  expect(presses).toBeLessThanOrEqual(5)
  expect((await page.request.get(file.url(), { headers: file.headers() })).ok()).toBe(true)
  await until(async () => {
    expect(await rowsOf('select from public.study_seen where study_id = $1', [study])).not.toEqual([])
  })

  const patient = await openPerson(browser, product.url, phone, { hasTouch: true })
  await signIn(patient.page, people.patient, password)
  await patient.page.goto(paths.profile)
  await patient.page.getByRole('button', { name: 'Dejar de compartir con Dr. Juan Pérez' }).click()
  await patient.look('receivers')
  const ended = Date.now()
  await patient.page.getByRole('alertdialog').getByRole('button', { name: 'Dejar de compartir' }).click()
  await patient.page.getByRole('button', { name: 'Volver a compartir con Dr. Juan Pérez' }).waitFor()
  await page.getByText('El paciente dejó de compartir este estudio.').waitFor({ timeout: 60_000 })
  console.log(`Told after ${Date.now() - ended} ms`)
  expect((await page.request.get(file.url(), { headers: file.headers() })).ok()).toBe(false)
  expect(await page.locator('canvas').count()).toBe(0)
  await person.look('sharing-ended')
  await page.goto(paths.home)
  await card.getByText('El paciente dejó de compartir este estudio.').waitFor()
  expect(await card.getByRole('link', { name: 'Abrir imágenes' }).count()).toBe(0)
  for (const { complaints, leave } of [person, patient]) {
    expect(complaints).toEqual([])
    await leave()
  }
})

it.each([
  ['with the box is an order of that dentist', true],
  ['without it is only a request that names the dentist', false],
] as const)('the form of the practice %s', async (_what, consent) => {
  const visitor = await openPerson(browser, product.url, phone, { hasTouch: true })
  const { page } = visitor
  const [row] = await rowsOf<{ code: string }>(
    'select d.code from public.dentists d join public.profiles p on p.id = d.id where p.email = $1',
    [people.dentist],
  )
  const email = consent ? 'con.caja@correo.test' : 'sin.caja@correo.test'
  await page.goto(practicePath(row?.code ?? ''))
  await page.getByText('Dr. Juan Pérez', { exact: true }).waitFor()
  await page.getByLabel('Nombre Completo').fill('Rita Campos Luna')
  await page.getByLabel('Correo Electrónico').fill(email)
  await page.getByLabel('Teléfono').fill('962 111 2233')
  await page.getByLabel('Tipo de Estudio').selectOption('Radiografía Panorámica')
  const box = page.getByRole('checkbox', { name: 'Quiero que Dr. Juan Pérez reciba mis imágenes' })
  if (consent) await box.check()
  await visitor.look(`practice-form-${consent}`)
  await page.getByRole('button', { name: 'Enviar Solicitud' }).click()
  await page.getByText('Recibimos tu solicitud').waitFor()
  await visitor.look(`practice-sent-${consent}`)
  expect(
    await rowsOf(
      `select q.referring_doctor as by, q.is_order, p.email as dentist
       from public.study_requests q left join public.orders o on o.request_id = q.id left join public.profiles p on p.id = o.dentist_id
       where q.patient_email = $1`,
      [email],
    ),
  ).toEqual([{ by: 'Dr. Juan Pérez', is_order: consent, dentist: consent ? people.dentist : null }])
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

it.each([
  ['A4', 595, 842],
  ['Carta', 612, 792],
] as const)('on %s is one page, however much was ordered', async (paper, width, height) => {
  const { upper, lower } = dentitions.permanent
  await product.database.query(
    `update public.services set requestable = true where id in (select id from public.services order by length(name) desc limit $1)`,
    [typesLimit],
  )
  const most = await rowsOf<{ name: string }>(
    `select name from public.services where active and requestable order by length(name) desc limit $1`,
    [typesLimit],
  )
  expect(most).toHaveLength(typesLimit)
  const sendingId = crypto.randomUUID()
  const [me] = await rowsOf<{ id: string }>('select id::text from public.profiles where email = $1', [
    people.dentist,
  ])
  const sending = {
    sending_id: sendingId,
    patient_name: 'Maximiliano Hernández de la Garza Villaseñor',
    patient_phone: '962 111 2233',
    patient_age: 41,
    types: most.map(({ name }) => name),
    teeth: [...upper, ...lower],
    areas: ['arcada_superior', 'arcada_inferior', 'atm', 'craneo'],
    question: 'Valorar con detalle la relación. '
      .repeat(20)
      .slice(0, questionLimit - 1)
      .padEnd(questionLimit, '.'),
    urgent: true,
    deliver: ['portal', 'dicom', 'stl', 'impreso'],
    consent: true,
  }
  const claims = { sub: me?.id ?? '', role: 'authenticated', aal: 'aal1' }
  await product.database.as({ role: 'authenticated', claims }, (tx) =>
    tx.query('select public.send_order($1)', [sending]),
  )
  const { page } = dentist
  await page.goto(paths.order(sendingId))
  await page.getByRole('img', { name: 'Código para seguir la solicitud' }).waitFor()
  await page.getByText(paper, { exact: true }).click()
  const sheet = await printed(page)
  expect([sheet.width, sheet.height]).toEqual([width, height])
  expect(sheet.pages).toHaveLength(1)
  const text = sheet.pages.join(' ').replace(/\s+/g, ' ')
  const places = sending.types.map((type) => text.indexOf(type))
  expect(places).toEqual([...places].sort((one, other) => one - other))
  for (const words of [
    ...sending.types,
    sending.question.slice(-60),
    'Dr. Juan Pérez',
    'Cédula 7654321',
    '48',
  ]) {
    expect(text).toContain(words)
  }
  await dentist.look(`order-sheet-${paper}`)
  expect(dentist.complaints).toEqual([])
})
