import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sampleClinic } from '#domain/clinic.ts'
import { createIdentify, createVerifyToken, type Service } from '#server/identity.ts'
import { createLetterQueue } from '#server/mail/letter-queue.ts'
import { createMail } from '#server/mail/mail.ts'
import { hostedMessages, ownMessages, startSending } from '#server/mail/sender.ts'
import { createRest } from '#server/rest/rest.ts'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { type Manner, readable, startMailServer } from '#tests/mail-server.ts'
import { keys } from './accounts.ts'

describe.each(engines())('sending messages on $name', (engine) => {
  let fresh: FreshDatabase
  let rest: Service
  let http: Server
  let url = ''
  let key = ''
  let cita = ''
  let patient = ''
  let manner: Manner = 'accepted'
  let smtp: Awaited<ReturnType<typeof startMailServer>>

  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    const { database } = fresh
    rest = createRest({ database, identify: createIdentify(createVerifyToken(keys)) })
    http = createServer(getRequestListener((request) => rest(request), { overrideGlobalObjects: false }))
    http.listen(0, '127.0.0.1')
    await once(http, 'listening')
    const address = http.address()
    url = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
    smtp = await startMailServer(() => manner)
    const { rows } = await database.query<{ doctor: string; patient: string }>(
      `with doctor as (select gen_random_uuid() as id), patient as (select gen_random_uuid() as id),
       prepared as (
         insert into private.prepared_accounts (id, email, full_name, role)
         select id, 'doctora@clinica.test', 'Dra. Ruiz', 'doctor' from doctor
         union all select id, 'mariana@correo.test', 'Mariana López Hernández', 'patient' from patient
       )
       select doctor.id::text as doctor, patient.id::text as patient from doctor, patient`,
    )
    const [made] = rows
    if (!made) throw new Error('nobody was prepared')
    patient = made.patient
    for (const [id, email] of [
      [made.doctor, 'doctora@clinica.test'],
      [made.patient, 'mariana@correo.test'],
    ])
      await database.query('insert into auth.users (id, email) values ($1, $2)', [id, email])
    const booked = await database.query<{ id: string }>(
      `insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, study_type, nombre)
       values ($1, $2, '2099-01-12', '10:00', 'Tomografía', 'Mariana López Hernández') returning id::text`,
      [made.patient, made.doctor],
    )
    cita = booked.rows[0]?.id ?? ''
    await database.query(`insert into private.app_settings (key, value) values ('mail', 'on')`)
    const setting = await database.query<{ value: string }>(
      `select value from private.app_settings where key = 'sender_key'`,
    )
    key = setting.rows[0]?.value ?? ''
  })
  afterAll(async () => {
    http.close()
    await smtp.close()
    await fresh.dispose()
  })
  beforeEach(async () => {
    manner = 'accepted'
    smtp.arrived.length = 0
    await fresh.database.query('delete from public.messages')
    await fresh.database.query(
      `insert into public.messages (kind, channel, cita_id, patient_id, key) values ('cita_nueva', 'correo', $1, $2, 'n')`,
      [cita, patient],
    )
  })

  const letters = () => createLetterQueue(fresh.database, keys.jwtSecret)

  const state = async () =>
    (await fresh.database.query<{ state: string; tries: number }>('select state, tries from public.messages'))
      .rows[0]

  async function oneRound(source: Parameters<typeof startSending>[0]['source']) {
    const sender = startSending({
      source,
      mail: { smtpUrl: smtp.url, from: 'Clínica <portal@clinica.test>' },
      clinic: async () => sampleClinic,
      publicUrl: 'https://clinica.mx',
    })
    await sender.round()
    await sender.close()
  }

  it('our own database: the mail arrives with the clinic’s hour and a link that opens, without study or surname', async () => {
    await oneRound(ownMessages(fresh.database, letters()))
    const [mail] = smtp.arrived
    const text = mail ? readable(mail) : ''
    expect(mail?.to).toBe('mariana@correo.test')
    expect(text).toContain('lunes 12 de enero de 2099 a las 10:00')
    for (const secret of ['Tomograf', 'López', 'Hernández', 'Ruiz']) expect(text).not.toContain(secret)
    const token = text.match(/clinica\.mx\/cita\/([\w-]{22})/)?.[1]
    const { rows } = await fresh.database.query<{ name: string }>(
      `select public.cita_link($1) ->> 'first_name' as name`,
      [token],
    )
    expect(rows).toEqual([{ name: 'Mariana' }])
    expect(await state()).toEqual({ state: 'enviado', tries: 0 })
  })

  it('the link to activate an account works for whoever the mail went to, and is not an appointment’s', async () => {
    await fresh.database.query('delete from public.messages')
    await fresh.database.query(
      `insert into public.messages (kind, channel, patient_id, key) values ('activacion', 'correo', $1, 'a')`,
      [patient],
    )
    await fresh.database.query(
      `insert into private.account_state (user_id, must_change, temp_expires_at) values ($1, true, now() + interval '7 days')
       on conflict (user_id) do update set must_change = true, temp_expires_at = excluded.temp_expires_at, issuing = null`,
      [patient],
    )
    await oneRound(ownMessages(fresh.database, letters()))
    const [mail] = smtp.arrived
    const text = mail ? readable(mail) : ''
    const token = text.match(/clinica\.mx\/activar\/([\w-]{22})/)?.[1]
    const { rows } = await fresh.database.query<{ link: { outcome: string } }>(
      `select public.claim_activation($1, 'mariana@correo.test', '{}') as link`,
      [token],
    )
    expect(rows).toEqual([{ link: { outcome: 'ok', id: patient } }])
    expect(text).not.toContain('/cita/')
    expect(mail?.headers).not.toHaveProperty('list-unsubscribe')
    expect(await state()).toEqual({ state: 'enviado', tries: 0 })
  })

  it('a letter with the way to a new password waits while the mail server is away, sealed, and arrives later', async () => {
    const { database } = fresh
    await database.query('delete from public.messages')
    const send = createMail({ queue: letters(), outbox: '/nowhere', clinic: sampleClinic })
    await send({
      kind: 'recovery',
      to: 'mariana@correo.test',
      link: 'https://clinica.mx/recuperar#x',
      code: '01234567',
    })
    const { rows } = await database.query<{ kept: string }>(
      `select encode(sealed, 'escape') as kept from private.letters`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.kept).not.toMatch(/recuperar|01234567/)
    manner = 'dropped'
    await oneRound(ownMessages(database, letters()))
    expect([await state(), smtp.arrived]).toEqual([{ state: 'pendiente', tries: 0 }, []])
    manner = 'accepted'
    await database.query('update public.messages set lease_until = null')
    await oneRound(ownMessages(database, letters()))
    const [mail] = smtp.arrived
    expect(mail?.to).toBe('mariana@correo.test')
    for (const part of ['https://clinica.mx/recuperar#x', '01234567'])
      expect(mail && readable(mail)).toContain(part)
    expect(await state()).toEqual({ state: 'enviado', tries: 0 })
  })

  it('a letter that was sealed with another key is refused, and the others go out', async () => {
    const { database } = fresh
    await createMail({
      queue: createLetterQueue(database, 'another secret of thirty-two characters'),
      outbox: '/nowhere',
      clinic: sampleClinic,
    })({ kind: 'factor-added', to: 'mariana@correo.test' })
    await oneRound(ownMessages(database, letters()))
    const { rows } = await database.query('select kind, state, tries from public.messages order by kind')
    expect(rows).toEqual([
      { kind: 'cita_nueva', state: 'enviado', tries: 0 },
      { kind: 'cuenta', state: 'pendiente', tries: 1 },
    ])
  })

  it('a refused address counts one try', async () => {
    manner = 'refused'
    await oneRound(ownMessages(fresh.database, letters()))
    expect(await state()).toEqual({ state: 'pendiente', tries: 1 })
  })

  it('a hosted project is asked with its key over the API, without its service key', async () => {
    await oneRound(hostedMessages({ url, anonKey: keys.anonKey }, key))
    expect(smtp.arrived).toHaveLength(1)
    expect(await state()).toEqual({ state: 'enviado', tries: 0 })
  })

  it('another key gets 404 and nothing is lent', async () => {
    const source = hostedMessages({ url, anonKey: keys.anonKey }, '0'.repeat(32))
    await expect(source.take()).rejects.toMatchObject({ code: 'take_messages 404' })
    await expect(source.settle('x', 'enviado')).rejects.toMatchObject({ code: 'settle_messages 404' })
    expect(await state()).toEqual({ state: 'pendiente', tries: 0 })
  })
})
