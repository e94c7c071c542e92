import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleClinic } from '#domain/clinic.ts'
import { addDays, dayInZone, weekday } from '#domain/days.ts'
import { ClosedWebSocket } from '#server/functions/closed-web-socket.ts'
import type { Service } from '#server/identity.ts'
import { addAccount, keys, url } from '#tests/contract/accounts.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openBrowser, signIn } from './browser.ts'

const password = 'Clave-de-prueba-7'

/** What somebody types into a field to run it in another person's browser; contains the field's name to find it by. */
const hostile = (field: string) =>
  `${field} "><img src=x onerror="ran()"><script>ran()</script></script></textarea><svg onload=ran()>`
const short = (field: string) => `${field}<img src=x onerror=ran()>`
/** Reverses the direction of the following text, ends lines where scripts end them, and looks like a link. */
const turned = (field: string) => `${field} \u202etxt.exe\u202c \u2028 javascript:ran() ${'{{constructor}}'}`

const row = {
  doctor: hostile('doctora'),
  patient: hostile('paciente'),
  // The database accepts no other signs in a telephone.
  phone: '+52 (962) 000-0055',
  specialty: hostile('especialidad'),
  license: short('cédula'),
  service: hostile('servicio'),
  referrer: hostile('Dra. referente'),
  studyType: hostile('estudio'),
  comments: turned('comentarios'),
  file: `${short('archivo')}.zip`,
  note: `${hostile('nota')}\n${turned('nota')}`,
  notes: hostile('notas de la solicitud'),
  requester: hostile('solicitante'),
  newcomer: hostile('nueva'),
  concept: hostile('concepto'),
  reason: hostile('motivo'),
  credential: hostile('credencial'),
  clinic: hostile('clínica'),
  tagline: hostile('lema'),
  street: hostile('calle'),
  days: hostile('días'),
  social: hostile('red'),
  paragraph: hostile('párrafo'),
}

let browser: Browser
let product: TestProduct
let folder = ''
const ids = { patient: '', request: '', invoice: '', link: '', activation: '' }

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  folder = await mkdtemp(join(tmpdir(), 'indice-hostile-'))
  const clinic = {
    ...sampleClinic,
    name: row.clinic,
    tagline: row.tagline,
    address: { ...sampleClinic.address, street: row.street },
    hours: [{ days: row.days, opens: '09:30', closes: '18:30' }],
    social: [{ label: row.social, url: 'https://social.test/"><script>ran()</script>' }],
    privacy: { version: 'propia', paragraphs: [row.paragraph] },
  }
  await writeFile(join(folder, 'clinic.json'), JSON.stringify(clinic))
  product = await startTestProduct({
    engine,
    env: {
      JWT_SECRET: keys.jwtSecret,
      ANON_KEY: keys.anonKey,
      SERVICE_ROLE_KEY: keys.serviceRoleKey,
      CLINIC_CONFIG: join(folder, 'clinic.json'),
    },
  })
  browser = await openBrowser()
  await fill()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Everything as it would be typed: through the API, as the doctor, the patient and a visitor. Names are from before their rule. */
async function fill() {
  const service: Service = async (request) =>
    fetch(request.url.replace(url, product.url), {
      method: request.method,
      headers: request.headers,
      ...(request.body && { body: await request.arrayBuffer() }),
    })
  const doctorId = await addAccount(product.database, service, {
    email: 'doctora@clinica.test',
    password,
    role: 'doctor',
    is_admin: true,
  })
  ids.patient = await addAccount(product.database, service, { email: 'paciente@clinica.test', password })
  const clientOf = async (email?: string) => {
    const client = createClient(product.url, keys.anonKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { transport: ClosedWebSocket },
    })
    if (email) await client.auth.signInWithPassword({ email, password })
    return client
  }
  const done = <Answer extends { error: unknown }>(answer: Answer): Answer => {
    expect(answer.error).toBeNull()
    return answer
  }
  const doctor = await clientOf('doctora@clinica.test')
  const patient = await clientOf('paciente@clinica.test')
  const visitor = await clientOf()
  const named = (name: string, id: string | undefined) =>
    product.database.query('update public.profiles set full_name = $1 where id = $2', [name, id])
  const mine = { specialty: row.specialty, professional_license: row.license }
  done(await doctor.from('profiles').update(mine).eq('id', doctorId))
  done(await patient.from('profiles').update({ phone: row.phone }).eq('id', ids.patient))
  await named(row.doctor, doctorId)
  await named(row.patient, ids.patient)
  done(await doctor.from('services').insert({ name: row.service, price: 400, requestable: true }))
  done(
    await visitor.from('study_requests').insert({
      patient_name: 'Visitante',
      patient_email: 'paciente@clinica.test',
      patient_phone: row.phone,
      study_type: row.service,
      referring_doctor: row.referrer,
      notes: row.notes,
    }),
  )
  await product.database.query('update public.study_requests set patient_name = $1', [row.requester])
  const pair = { patient_id: ids.patient, doctor_id: doctorId }
  const day = dayInZone(new Date(), 'America/Mexico_City')
  const path = `${ids.patient}/estudio.zip`
  done(
    await doctor.storage.from('study_files').upload(path, 'PK\x03\x04', { contentType: 'application/zip' }),
  )
  done(
    await doctor.from('studies').insert({
      ...pair,
      study_type: row.studyType,
      study_date: day,
      comments: row.comments,
      file_url: path,
      file_name: row.file,
    }),
  )
  done(await doctor.from('medical_notes').insert({ ...pair, note: row.note }))
  const invoice = done(
    await doctor
      .from('invoices')
      .insert({
        ...pair,
        payment_date: day,
        payment_method: 'Efectivo',
        services: [{ name: row.concept, price: 1 }],
      })
      .select('id, invoice_number')
      .single(),
  )
  ids.invoice = invoice.data?.invoice_number
  const { data: request } = done(await doctor.from('study_requests').select('id').single())
  ids.request = request?.id
  const monday = Array.from({ length: 7 }, (_, later) => addDays(day, 7 + later)).find(
    (d) => weekday(d) === 1,
  )
  const cita = done(
    await doctor
      .from('citas')
      .insert({ ...pair, appointment_date: monday, appointment_time: '10:00', study_type: row.studyType })
      .select('id')
      .single(),
  )
  const link = done(await doctor.rpc('cita_token', { cita_id: cita.data?.id, channel: 'copia' }))
  ids.link = `/cita/${link.data.token}`
  const newcomer = done(
    await doctor.functions.invoke('create-patient-manual', {
      body: { full_name: 'Nueva', email: 'nueva@clinica.test' },
    }),
  )
  await named(row.newcomer, newcomer.data.user.id)
  const activation = done(await doctor.rpc('create_activation', { user_id: newcomer.data.user.id }))
  ids.activation = `/activar/${activation.data.token}`
}

/** A browser without Content-Security-Policy: only the pages themselves keep the text from running. */
async function open(email?: string): Promise<{ page: Page; ran: string[] }> {
  const context = await browser.newContext({ baseURL: product.url, locale: 'es-MX', bypassCSP: true })
  const page = await context.newPage()
  const ran: string[] = []
  await page.exposeFunction('ran', () => ran.push(`ran on ${page.url()}`))
  page.on('dialog', (dialog) => {
    ran.push(`dialog on ${page.url()}`)
    dialog.dismiss().catch(() => {})
  })
  page.on('request', (request) => {
    if (/\/x$|javascript:/.test(request.url())) ran.push(`asked for ${request.url()} on ${page.url()}`)
  })
  page.on('pageerror', (error) => ran.push(`${error.message} on ${page.url()}`))
  if (email) {
    await signIn(page, email, password)
    await page.goto('/dashboard')
  }
  return { page, ran }
}

/** What a person reads, including fields. */
const readable = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea, select')].map((field) =>
      String(Reflect.get(field, 'value')),
    )
    return [document.body.innerText, ...fields].join('\n').toLowerCase().replace(/\s+/g, ' ')
  })
const asRead = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim()

async function check(page: Page, path: string, texts: readonly string[]) {
  await page.goto(path)
  for (const text of texts) {
    await expect
      .poll(() => readable(page), { message: `${path} shows ${text}`, timeout: 15_000 })
      .toContain(asRead(text))
  }
  await page.waitForLoadState('networkidle')
  const links = await page.evaluate(() => [...document.links].map(({ protocol }) => protocol))
  expect([
    path,
    links.filter((protocol) => !['http:', 'https:', 'mailto:', 'tel:'].includes(protocol)),
  ]).toEqual([path, []])
}

describe('hostile text in every field is read as text and runs nowhere', () => {
  it('on the public pages, which the server renders', async () => {
    const { page, ran } = await open()
    await check(page, '/', [row.service, row.clinic, row.street, row.days, row.social])
    await check(page, '/aviso-de-privacidad', [row.paragraph, row.clinic])
    await check(
      page,
      '/%3Cscript%3Eran()%3C/script%3E?a="><script>ran()</script>#"><img src=x onerror=ran()>',
      [],
    )
    expect(ran).toEqual([])
    // The trap itself works: the text would run if a page treated it as markup.
    await page.evaluate((text) => document.body.insertAdjacentHTML('beforeend', text), hostile('x'))
    await expect.poll(() => ran).toContainEqual(expect.stringMatching(/^ran on/))
    await page.context().close()
  })

  it('on the pages behind links of an appointment and of an activation', async () => {
    const { page, ran } = await open()
    await check(page, ids.link, [row.clinic, row.doctor, row.studyType, row.street])
    await check(page, ids.activation, [row.clinic])
    expect(await readable(page)).not.toMatch(/nueva (">|<img)|nueva@clinica/)
    // What is typed comes back in no message, and an address that is markup is none.
    for (const address of [ids.activation, `/activar/${encodeURIComponent(short('x'))}`]) {
      await page.goto(address)
      await page.getByLabel('Correo electrónico').fill('"<img/src=x/onerror=ran()>"@clinica.test')
      await page.getByLabel('Contraseña nueva').fill('tres-mesas-azules')
      await page.getByLabel('Repite la contraseña').fill('tres-mesas-azules')
      await page.getByRole('button', { name: 'Activar mi cuenta' }).click()
      await page.getByText('Escribe el correo con el que te registró la clínica.').waitFor()
      expect(await page.locator('main form img, main script').count()).toBe(0)
    }
    expect(ran).toEqual([])
    await page.context().close()
  })

  it('on the doctor’s screens', async () => {
    const { page, ran } = await open('doctora@clinica.test')
    await page.evaluate((fullName) => {
      const credential = {
        id: 'a',
        fullName,
        email: 'a@b.test',
        tempPassword: fullName,
        timestamp: Date.now(),
      }
      localStorage.setItem('temporaryCredentials', JSON.stringify([credential]))
    }, row.credential)
    await check(page, '/dashboard', [row.requester])
    await check(page, '/dashboard/patients', [row.patient])
    await check(page, `/dashboard/patients/${ids.patient}`, [
      row.patient,
      row.phone,
      row.studyType,
      row.comments,
    ])
    await check(page, `/dashboard/patients/${ids.patient}?seccion=notas`, [row.patient, row.note])
    await check(page, `/dashboard/patients/add?name=${encodeURIComponent(row.requester)}`, [row.requester])
    await check(page, '/dashboard/studies', [row.patient, row.studyType])
    await check(page, '/dashboard/requests', [row.requester, row.service])
    await check(page, `/dashboard/request/${ids.request}`, [
      row.requester,
      row.service,
      row.referrer,
      row.notes,
      row.clinic,
    ])
    await check(page, '/dashboard/credentials', [row.credential])
    await check(page, '/dashboard/payments', [])
    await check(page, '/dashboard/billing', [])
    await check(page, '/dashboard/profile', [row.doctor, row.specialty, row.license])
    await check(page, `/invoice/${ids.invoice}`, [
      row.concept,
      row.patient,
      row.doctor,
      row.specialty,
      row.license,
    ])
    await check(page, '/invoice/IDX-%22%3E%3Cscript%3Eran()%3C%2Fscript%3E', [])
    await check(page, '/dashboard/patients/%22%3E%3Cimg%20src=x%20onerror=ran()%3E', [])
    expect(ran).toEqual([])
    await page.context().close()
  })

  it('on the patient’s screens', async () => {
    const { page, ran } = await open('paciente@clinica.test')
    await check(page, '/dashboard', [row.patient])
    await check(page, '/dashboard/my-studies', [row.studyType, row.comments, row.file])
    await check(page, '/dashboard/my-payments', [])
    await check(page, `/dashboard/request/${ids.request}`, [row.requester, row.notes])
    await check(page, '/dashboard/profile', [row.patient])
    await check(page, `/invoice/${ids.invoice}`, [row.concept, row.doctor])
    const client = createClient(product.url, keys.anonKey, { realtime: { transport: ClosedWebSocket } })
    await client.auth.signInWithPassword({ email: 'doctora@clinica.test', password })
    const { data } = await client.from('invoices').select('id').single()
    const annulled = await client.rpc('annul_invoice', { invoice_id: data?.id, reason: row.reason })
    expect(annulled.error).toBeNull()
    await check(page, `/invoice/${ids.invoice}`, ['CANCELADO'])
    expect(ran).toEqual([])
    await page.context().close()
  })
})
