import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { createVerifyToken } from '#server/identity.ts'
import { createRealtime } from '#server/realtime/realtime.ts'
import { engines } from '#tests/engines.ts'
import { until } from '#tests/until.ts'
import { access } from './access.ts'
import { machineRows } from './machines-stage.ts'
import { orderRowsOfWorld, otherDentist } from './orders-stage.ts'
import { type Caller, callers, identityOf } from './people.ts'
import { reportRowsOfWorld } from './reports-stage.ts'
import { keys, tokens } from './wire.ts'
import { requests, studies, useWorld } from './world.ts'

/** Events by table and kind: the ids of their rows. */
type IdsByEvent = Record<string, string[]>

const application = `insert into public.dentist_applications (full_name, practice, email, phone)
  select 'Ana Ruiz', 'Dental Ruiz', n || '@fuera.test', '9621112233' from generate_series`

/** Every rule of a table but that which sends it live. */
const others = (table: string | undefined, change: 'disable' | 'enable') => `do $$ declare t name; begin
  for t in select tgname from pg_trigger
    where tgrelid = 'public.${table}'::regclass and not tgisinternal and tgname <> 'zz_realtime_capture'
  loop execute format('alter table public.${table} ${change} trigger %I', t); end loop;
end $$`

/** One change of every row in the world, table by table; notes only get inserts. New appointments bring events. */
const changes: readonly string[] = [
  `update public.study_requests set patient_phone = '5550000099'`,
  `update public.citas set nombre = 'Otra Persona'`,
  `update public.cita_links set seen_at = now()`,
  `update public.messages set tries = tries + 1`,
  `update public.cita_events e set seen_by = c.doctor_id from public.citas c where c.id = e.cita_id`,
  `update public.studies set comments = 'Otro comentario'`,
  `update public.study_previews set tint = '202020'`,
  `update public.study_seen set times = times + 1`,
  `update public.study_shares set label = 'Otra etiqueta'`,
  `update public.study_marks set label = 'Otra etiqueta'`,
  `insert into public.study_marks (id, study_id, author_id, picture, kind, points, audience)
   select gen_random_uuid(), study_id, author_id, picture, kind, points, audience from public.study_marks`,
  ...[
    [`key_images`, `caption = 'Otra etiqueta'`],
    [`reports`, 'version = version + 1'],
    [`report_heads`, 'addenda = addenda + 1'],
    [`report_addenda`, 'updated_at = now()'],
    // What was signed changes for nobody; here it does, to see who would hear of it.
  ].map(
    ([table, change]) => `${others(table, 'disable')};
      update public.${table} set ${change};
      ${others(table, 'enable')}`,
  ),
  `insert into public.key_images (id, study_id, author_id, path, width, height, sha256, audience)
   select i.id, i.study_id, i.author_id, i.patient_id || '/clave-' || i.id, 9, 9, i.sha256, i.audience
   from (select gen_random_uuid() as id, k.study_id, k.author_id, s.patient_id, k.sha256, k.audience
     from public.key_images k join public.studies s on s.id = k.study_id) i`,
  `update public.invoices set annulled_at = now(), annulled_reason = 'Duplicada'`,
  `insert into public.medical_notes (patient_id, doctor_id, note) select patient_id, doctor_id, 'Otra' from public.medical_notes`,
  `insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time)
   select patient_id, doctor_id, appointment_date + 7, appointment_time from public.citas`,
  `insert into public.messages (kind, channel, cita_id, patient_id, state, key)
   select kind, channel, cita_id, patient_id, state, key || ' 2' from public.messages`,
  `update public.clinic_hours set closes = '13:00'`,
  `insert into public.clinic_hours (doctor_id, weekday, opens, closes)
   select doctor_id, weekday, '20:00', '21:00' from public.clinic_hours`,
  `update public.clinic_closures set label = 'Otra etiqueta'`,
  `insert into public.clinic_closures (id, kind, doctor_id, first_day, last_day, opens, closes)
   select gen_random_uuid(), kind, doctor_id, first_day, last_day, opens, closes from public.clinic_closures`,
  `insert into public.studies (patient_id, doctor_id, study_date) select patient_id, doctor_id, study_date from public.studies`,
  `insert into public.study_previews (study_id, source, state, kind, maker)
   select s.id, s.patient_id || '/otro.zip', 'none', 'document', 1 from public.studies s
   where not exists (select from public.study_previews p where p.study_id = s.id)`,
  // Of the studies that stay.
  `insert into public.study_seen (study_id, person_id, what) select study_id, made_by, 'images' from public.study_shares`,
  `insert into public.study_shares (study_id, made_by, expires_at, max_uses)
   select study_id, made_by, expires_at, max_uses from public.study_shares`,
  `insert into public.invoices (patient_id, doctor_id, payment_date, payment_method, services)
   select patient_id, doctor_id, payment_date, payment_method, services from public.invoices`,
  `insert into public.study_requests (patient_name, patient_email, patient_phone, study_type)
   select patient_name, patient_email, patient_phone, study_type from public.study_requests where not is_order`,
  `update public.orders set urgent = not urgent`,
  `insert into public.orders (request_id, dentist_id, sending_id, types, deliver, consent_at)
   select ${requests.A}, id, gen_random_uuid(), '{Otro}', '{portal}', now() from public.dentists order by id limit 1`,
  `update public.study_recipients set until = until + interval '1 second'`,
  // To somebody who does not listen: what is received from now on was not readable before.
  `insert into public.study_recipients (study_id, dentist_id) values ('${studies.ofClosedDoctor}', '${otherDentist}')`,
  `update public.arrivals set bytes = bytes + 1`,
  `insert into public.arrivals (study_uid, state, completed_at)
   select study_uid || '.1', state, completed_at from public.arrivals`,
  `update public.dentist_applications set practice = 'Otra Dental'`,
  `${application}(2, 2) n`,
]

/** The key of a live table, and the time when a row of it was made. */
const keyOf = (table: string) =>
  ({ study_previews: 'study_id', report_heads: 'report_id', study_recipients: 'study_id' })[table] ?? 'id'
const madeAt = (table: string) =>
  ({
    arrivals: 'received_at',
    dentist_applications: 'asked_at',
    cita_events: 'at',
    cita_links: 'created_at',
    study_previews: 'made_at',
    report_heads: 'signed_at',
    study_seen: 'first_at',
    study_recipients: 'since',
    // Hours have no such time: those of the evening are the new ones.
    clinic_hours: `case opens when '20:00' then 'infinity' else '-infinity' end::timestamptz`,
  })[table] ?? 'created_at'
/**
 * Which rows of a table are deleted as well; `start` is when the changes began. Of previews those whose study stays: who hears of
 * one is who may read its study.
 */
const deleted: Record<string, (start: string) => string> = {
  citas: (start) => `created_at > ${start}`,
  clinic_hours: () => `opens = '20:00'`,
  studies: (start) => `created_at > ${start}`,
  study_previews: (start) => `made_at <= ${start}`,
  study_requests: (start) => `created_at > ${start}`,
}

describe.each(engines())('live rows on $name', (engine) => {
  const world = useWorld(engine, [
    ...reportRowsOfWorld,
    ...machineRows,
    ...orderRowsOfWorld,
    `${application}(1, 1) n`,
  ])
  let realtime: ReturnType<typeof createRealtime> | undefined
  let server: Server | undefined
  const clients: SupabaseClient[] = []
  const received = new Map<Caller, IdsByEvent>()
  /** What each caller could read at the time of the changes, and of what was then deleted. */
  const readable = new Map<Caller, IdsByEvent>()
  const whole: unknown[] = []

  async function listen(caller: Caller, address: string) {
    const client = createClient(`http://${address}`, keys.anonKey, {
      accessToken: async () => tokens[caller],
    })
    clients.push(client)
    await client.realtime.setAuth()
    const seen: IdsByEvent = {}
    received.set(caller, seen)
    let sentinels = 0
    const join = async (name: string, prepare?: (channel: RealtimeChannel) => void) => {
      const channel = client.channel(name)
      prepare?.(channel)
      let joined = ''
      channel.subscribe((status) => {
        joined = status
      })
      await until(() => expect(joined).toBe('SUBSCRIBED'))
    }
    // A channel follows at most so many tables (server/realtime/join.ts).
    for (let from = 0; from < access.live.length; from += 20) {
      await join(`cambios ${from}`, (channel) => {
        for (const table of access.live.slice(from, from + 20))
          channel.on(
            'postgres_changes',
            { event: '*', schema: 'public', table },
            ({ eventType, new: row, old }) => {
              const key = `${eventType} ${table}`
              if (eventType === 'DELETE') whole.push(old)
              if ('patient_name' in row && row.patient_name === 'Fin') sentinels += 1
              else seen[key] = [...(seen[key] ?? []), String({ ...old, ...row }[keyOf(table)])]
            },
          )
      })
    }
    return { join, sentinels: () => sentinels }
  }

  const read = (caller: Caller, statement: string) =>
    world().as(identityOf(caller), async (tx) =>
      (await tx.query<{ id: string }>(statement)).rows.map(({ id }) => id),
    )

  /** What the policies let the caller read of a table, as proven table by table. */
  async function note(caller: Caller, kind: string, condition: (table: string) => string | undefined) {
    for (const table of access.live) {
      const where = condition(table)
      if (where === undefined || caller === 'anonymous') continue
      const ids = await read(caller, `select ${keyOf(table)}::text as id from public.${table} where ${where}`)
      if (ids.length > 0) readable.set(caller, { ...readable.get(caller), [`${kind} ${table}`]: ids })
    }
  }

  beforeAll(async () => {
    vi.stubGlobal('WebSocket', WebSocket)
    const database = world()
    // The rows of the world: on a slow machine their inserts would still be sent to the first who listens.
    await database.exec('delete from realtime.outbox')
    realtime = createRealtime({ database, verify: createVerifyToken(keys) })
    server = createServer()
    server.on('upgrade', realtime.handleUpgrade)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const bound = server.address()
    const address = typeof bound === 'object' && bound ? `127.0.0.1:${bound.port}` : ''
    const channels = new Map<Caller, Awaited<ReturnType<typeof listen>>>()
    for (const caller of callers) channels.set(caller, await listen(caller, address))

    const { rows } = await database.query<{ now: string }>('select now()::text as now')
    const start = `timestamptz '${rows[0]?.now}'`
    for (const change of changes) await database.exec(change)
    for (const caller of callers) {
      await note(caller, 'INSERT', (table) => `${madeAt(table)} > ${start}`)
      await note(caller, 'UPDATE', (table) =>
        table === 'medical_notes' ? undefined : `${madeAt(table)} <= ${start}`,
      )
      await note(caller, 'DELETE', (table) => deleted[table]?.(start))
    }
    for (const [table, condition] of Object.entries(deleted))
      await database.exec(`delete from public.${table} where ${condition(start)}`)

    // Batches keep their order: after the second, everybody has got all before the first; and a socket's answer to
    // another join comes after everything sent before.
    const admins = channels.get('admin')
    for (const count of [1, 2]) {
      await database.exec(
        `insert into public.study_requests (patient_name, patient_email, patient_phone, study_type)
         values ('Fin', 'fin@fuera.test', '5551234567', 'Escaneo Intraoral')`,
      )
      await until(() => expect(admins?.sentinels()).toBe(count))
    }
    for (const { join } of channels.values()) {
      await join('fin', (channel) => {
        channel.on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'citas' }, () => {})
      })
    }
  })
  afterAll(async () => {
    for (const client of clients) await client.realtime.disconnect()
    await realtime?.close()
    server?.close()
    vi.unstubAllGlobals()
  })

  const sorted = (events: IdsByEvent = {}) =>
    Object.fromEntries(Object.entries(events).map(([key, ids]) => [key, [...ids].sort()]))

  it.each(callers)('reach %s exactly as far as they may be read', (caller) => {
    expect(sorted(received.get(caller))).toEqual(sorted(readable.get(caller)))
  })

  it('reach nobody who may read nothing, and everybody else', () => {
    const reached = callers.filter((caller) => Object.keys(received.get(caller) ?? {}).length > 0)
    expect(reached).toEqual([
      'patientA',
      'patientB',
      'doctorA',
      'doctorB',
      'admin',
      'mainAdmin',
      'factorPassed',
      'liar',
      'dentist',
    ])
    expect(received.get('patientA')?.['UPDATE study_requests']?.sort()).toEqual([
      requests.A,
      requests.acceptedA,
    ])
    expect(Object.keys(received.get('doctorA') ?? {})).toHaveLength(42)
    expect(received.get('admin')?.['INSERT dentist_applications']).toHaveLength(1)
  })

  it('that are deleted say their key only', () => {
    expect(whole.length).toBeGreaterThan(20)
    expect(new Set(whole.map((old) => Object.keys(old ?? {}).join()))).toEqual(new Set(['id', 'study_id']))
  })
})
