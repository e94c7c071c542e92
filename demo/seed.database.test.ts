import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parseClinic } from '#domain/clinic.ts'
import { seedHours } from '#domain/clinic-hours.ts'
import { addDays, dayInZone, weekday } from '#domain/days.ts'
import { dayNames } from '#domain/week-draft.ts'
import { createAuth } from '#server/auth/auth.ts'
import type { Identity } from '#server/identity.ts'
import { keepKeys } from '#server/keys.ts'
import { offerWeek } from '#server/offer-week.ts'
import { createStorage } from '#server/storage/storage.ts'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { rehearseAsOwner } from '#tests/policies/rehearse.ts'
import { type Accounts, accountsOf, demoPassword } from './generate/accounts.ts'
import { demoClinic } from './generate/demo-clinic.ts'
import { createMoment } from './generate/moment.ts'
import { studyFile } from './generate/study-file.ts'
import { demoSeed, NotADemoError, seedDemo } from './seed.ts'

const zone = 'America/Mexico_City'
const now = new Date()
const today = dayInZone(now, zone)
const accounts: Accounts = accountsOf(demoSeed)

const as = (who: keyof Accounts): Identity => ({
  role: 'authenticated',
  claims: { sub: accounts[who].id, role: 'authenticated', aal: 'aal1' },
})

describe.each(engines())('the demo clinic on $name', { timeout: 60_000 }, (engine) => {
  let fresh: FreshDatabase
  let folder: string
  const lines: string[] = []

  async function seed(at = now) {
    const keys = await keepKeys(folder, {}, now)
    const tell = (line: string) => lines.push(line)
    return seedDemo({
      database: fresh.database,
      folder,
      keys,
      zone,
      privacyVersion: 'aviso-1',
      now: at,
      tell,
    })
  }

  async function countAs(who: keyof Accounts, sql: string): Promise<number> {
    const { rows } = await fresh.database.as(as(who), (tx) =>
      tx.query<{ n: number }>(`select count(*)::int as n ${sql}`),
    )
    return rows[0]?.n ?? -1
  }

  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    folder = await mkdtemp(join(tmpdir(), 'indice-demo-'))
    // Filled as where mail is sent, to see that it tells nobody anything.
    await fresh.database.query(`insert into private.app_settings (key, value) values ('mail', 'on')`)
    expect(await seed()).toEqual({ madeAt: now, isNew: true })
    await fresh.database.query(`delete from private.app_settings where key = 'mail'`)
  }, 120_000)

  afterAll(async () => {
    await fresh.dispose()
    await rm(folder, { recursive: true, force: true })
  })

  it('tells every step', () => {
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'Cuentas de doctores y pacientes',
      'Cuentas de dentistas',
      'Solicitudes de acceso',
      'Citas',
      'Estudios',
      'Notas médicas',
      'Solicitudes de estudio',
      'Facturas',
      'Archivos de estudios',
      'Informes',
      'Estudios que enviaron los equipos',
      'Órdenes de dentistas',
    ])
  })

  it('lets every account sign in, with nothing to change first', async () => {
    const keys = await keepKeys(folder, {}, now)
    const auth = createAuth({
      database: fresh.database,
      keys,
      publicUrl: 'http://127.0.0.1',
      sendMail: async () => {},
    })
    for (const email of [...Object.values(accounts).map((one) => one.email), 'dentista@clinica.test']) {
      const answer = await auth(
        new Request('http://127.0.0.1/auth/v1/token?grant_type=password', {
          method: 'POST',
          headers: { apikey: keys.anonKey, 'content-type': 'application/json' },
          body: JSON.stringify({ email, password: demoPassword }),
        }),
      )
      expect({ email, status: answer.status }).toEqual({ email, status: 200 })
    }
    const { rows } = await fresh.database.as(as('paciente2'), (tx) =>
      tx.query<{ status: { must_change: boolean } }>('select public.account_status() as status'),
    )
    expect(rows[0]?.status.must_change).toBe(false)
  })

  it('has two dentists whom many requests name, two who ask for access and one who was rejected', async () => {
    const { rows } = await fresh.database.as(as('admin'), (tx) =>
      tx.query<{ list: { rows: { referrals: number; accounts: unknown[] }[] }; states: string[] }>(
        `select public.referring_doctors('', 'count', true, 1, 100) as list,
           (select jsonb_agg(a.state order by a.asked_at desc) from public.dentist_applications a) as states`,
      ),
    )
    const named = rows[0]?.list.rows.filter(({ accounts }) => accounts.length > 0)
    expect(named).toMatchObject([
      {
        accounts: [
          { email: expect.stringMatching(/^dentista2?@clinica\.test$/), active: true, activated: true },
        ],
      },
      {
        accounts: [
          { email: expect.stringMatching(/^dentista2?@clinica\.test$/), active: true, activated: true },
        ],
      },
    ])
    for (const { referrals } of named ?? []) expect(referrals).toBeGreaterThanOrEqual(4)
    expect(rows[0]?.states).toEqual(['pendiente', 'pendiente', 'rechazada'])
  })

  it('shows each account its own', async () => {
    expect(await countAs('doctora', `from citas where appointment_date = '${today}'`)).toBeGreaterThanOrEqual(
      9,
    )
    expect(await countAs('doctora', 'from study_requests')).toBeGreaterThanOrEqual(40)
    expect(
      await countAs('doctora', `from get_doctor_patients('${accounts.doctora.id}')`),
    ).toBeGreaterThanOrEqual(20)
    expect(await countAs('admin', 'from profiles')).toBeGreaterThanOrEqual(46)
    expect(await countAs('admin2', 'from invoices')).toBeGreaterThanOrEqual(50)
    expect(await countAs('paciente', 'from studies')).toBeGreaterThanOrEqual(3)
    expect(await countAs('paciente', 'from invoices')).toBeGreaterThanOrEqual(3)
    expect(await countAs('paciente2', 'from invoices')).toBeGreaterThanOrEqual(3)
    expect(await countAs('paciente', `from invoices where patient_id <> '${accounts.paciente.id}'`)).toBe(0)
  })

  it('row 22: has a report of each kind, and its patients read of them what they may', async () => {
    expect(await countAs('doctora', `from reports where state = 'firmado'`)).toBe(2)
    expect(await countAs('doctor', `from reports where state = 'borrador'`)).toBe(1)
    expect(await countAs('doctor', `from reports where state = 'anulado'`)).toBe(1)
    const { rows } = await fresh.database.as(as('paciente'), (tx) =>
      tx.query<{ type: string; progress: string; report: Record<string, unknown> | null }>(
        `select study_type as type, progress(s) as progress, public.my_report(id) as report from public.studies s
         order by created_at desc limit 2`,
      ),
    )
    const [newest, held] = rows
    expect(newest).toMatchObject({ type: 'Tomografías', progress: 'entregado' })
    expect(newest?.report).toMatchObject({ folio: 'INF-000001', state: 'firmado' })
    expect(newest?.report?.patient_summary).toBeTruthy()
    expect(newest?.report?.technique).toContain('Informe de demostración')
    expect(newest?.report?.addenda).toHaveLength(1)
    expect(newest?.report?.images).toHaveLength(2)
    expect(held).toMatchObject({
      type: 'Radiografía Panorámica',
      progress: 'en_interpretacion',
      report: null,
    })
    const { rows: due } = await fresh.database.query(`select from public.messages where kind = 'resultado'`)
    expect(due).toEqual([])
  })

  it('row 58: has an agenda that people have acted on', async () => {
    const tomorrow = `from citas where appointment_date = '${addDays(today, 1)}'`
    const open = `${tomorrow} and status not in ('cancelada', 'no_asistio')`
    expect(await countAs('doctora', open)).toBeGreaterThanOrEqual(3)
    const byPatient = (kind: string) =>
      countAs(
        'doctora',
        `from cita_events e where e.kind = '${kind}' and e.by = 'paciente' and e.seen_at is null
           and e.cita_id in (select id ${tomorrow})`,
      )
    expect([await byPatient('confirmada'), await byPatient('cancelada')]).toEqual([1, 1])
    expect(await countAs('doctora', `${open} and seat = 1`)).toBe(1)
    expect(await countAs('doctora', `from cita_events where kind = 'sobrecupo' and reason <> ''`)).toBe(1)
    expect(
      await countAs('doctora', `from clinic_closures where label <> '' and first_day > '${today}'`),
    ).toBe(1)
    expect(await countAs('doctora', 'from cita_links where request_id is not null and cita_id is null')).toBe(
      1,
    )
    expect(
      await countAs('doctora', `from citas where status = 'no_asistio' and appointment_date < '${today}'`),
    ).toBeGreaterThanOrEqual(3)
  })

  it('row 58: has a message of each state, and none that a mail server would send', async () => {
    const seen = await fresh.database.as(as('doctora'), (tx) =>
      tx.query<{ state: string }>('select distinct state from messages order by 1'),
    )
    expect(seen.rows.map(({ state }) => state)).toEqual([
      ...['abierto', 'enviado', 'enviando', 'fallido', 'omitido', 'pendiente'],
    ])
    // No mail is configured, and these addresses lead nowhere.
    expect(await countAs('admin', `from profiles where email not like '%.test'`)).toBe(0)
    const { rows: mail } = await fresh.database.query(
      `select value from private.app_settings where key = 'mail'`,
    )
    expect(mail).toEqual([])
    const found = await rehearseAsOwner(fresh.database, async (stage) => {
      const there = await stage.owner('select id::text from public.messages')
      await stage.owner(`insert into private.app_settings (key, value) values ('mail', 'on')`)
      const taken = await stage.owner(
        `select count(*)::int as n from private.take_messages() m where m ->> 'id' = any ($1)`,
        [there.map(({ id }) => id)],
      )
      // Not those of tomorrow's appointments, which are written now, and late by themselves from 16:00 on.
      const late = await stage.owner(
        `select count(*)::int as n from public.messages where problem = 'tarde' and id::text = any ($1)`,
        [there.map(({ id }) => id)],
      )
      return [there.length, ...taken, ...late]
    })
    expect(found).toEqual([6, { n: 0 }, { n: 2 }])
  })

  it('has two machines, a study that one delivered by itself, one with proposals and one of nobody', async () => {
    expect(await countAs('admin', 'from machines where active')).toBe(2)
    const { rows } = await fresh.database.as(as('doctora'), (tx) =>
      tx.query<{ arrivals: { said: { name: string }; proposals: { why: string[] }[] }[] }>(
        'select public.list_arrivals() as arrivals',
      ),
    )
    const waiting = rows[0]?.arrivals ?? []
    expect(waiting.map(({ proposals }) => proposals.length > 0).sort()).toEqual([false, true])
    const [proposed] = waiting.flatMap(({ proposals }) => proposals)
    expect(proposed?.why).toEqual(['nombre', 'hora'])
    expect(await countAs('doctora', 'from citas c where study_arrived(c)')).toBe(1)
    const { rows: asked } = await fresh.database.query<{ n: number }>(
      `select jsonb_array_length(public.station_worklist(value, '{"aet": "TOMOGRAFO"}')) as n
       from private.app_settings where key = 'station_key'`,
    )
    expect(asked[0]?.n).toBeGreaterThanOrEqual(3)
  })

  it('leaves to its patients only the newest study to be opened', async () => {
    const files = 'from public.studies s where file_url is not null'
    const unseen = `${files} and not exists (select from public.study_seen v where v.study_id = s.id)`
    for (const who of ['paciente', 'paciente2'] as const) {
      expect(await countAs(who, unseen)).toBe(1)
      expect(await countAs(who, files)).toBeGreaterThan(2)
    }
  })

  it('keeps the bytes of every uploaded file, for its patient', async () => {
    const keys = await keepKeys(folder, {}, now)
    const clinic = demoClinic(createMoment({ seed: demoSeed, now, zone, hours: seedHours }), 'aviso-1')
    const own = [...clinic.studies].filter(
      (study) => study.patient_id === accounts.paciente.id && study.file_name !== null,
    )
    expect(own.length).toBeGreaterThanOrEqual(1)
    for (const who of ['paciente', 'paciente2'] as const) {
      const storage = createStorage({ database: fresh.database, folder, keys, identify: async () => as(who) })
      for (const study of own) {
        const url = `http://127.0.0.1/storage/v1/object/authenticated/study_files/${study.file_url}`
        const answer = await storage(new Request(url))
        if (who === 'paciente2') {
          expect(answer.ok).toBe(false)
          continue
        }
        const { bytes } = await studyFile(demoSeed, study, accounts.paciente)
        expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
      }
    }
  })

  it('is made once, and goes on where a start was cut off', async () => {
    const later = new Date(now.getTime() + 86_400_000)
    const invoices = await countAs('admin', 'from invoices')
    expect(await seed(later)).toEqual({ madeAt: now, isNew: false })
    await fresh.database.query(`delete from private.app_settings where key = 'demo_files'`)
    expect(await seed(later)).toEqual({ madeAt: now, isNew: false })
    expect(await countAs('admin', 'from invoices')).toBe(invoices)
  })

  it('never mixes with another clinic', async () => {
    await fresh.database.query(`delete from private.app_settings where key like 'demo_%'`)
    const before = await countAs('admin', 'from profiles')
    await expect(seed()).rejects.toThrow(NotADemoError)
    expect(await countAs('admin', 'from profiles')).toBe(before)
  })
})

it('row 58: is made for a clinic that is closed today and tomorrow, and open in two parts on other days', async () => {
  const [engine] = engines()
  if (!engine) throw new Error('There is no engine')
  const fresh = await freshDatabase(engine)
  const folder = await mkdtemp(join(tmpdir(), 'indice-demo-'))
  onTestFinished(async () => {
    await fresh.dispose()
    await rm(folder, { recursive: true, force: true })
  })
  const closed = [today, addDays(today, 1)].map(weekday)
  const days = dayNames.filter((_, index) => !closed.includes((index + 1) % 7))
  const agenda = Object.fromEntries(days.map((day) => [day, ['09:30-13:00', '16:00-18:30']]))
  await offerWeek(fresh.database, parseClinic({ agenda }), () => {})
  const keys = await keepKeys(folder, {}, now)
  const { database } = fresh
  await seedDemo({
    ...{ database, folder, keys, zone, now, privacyVersion: 'aviso-1', reports: false },
    tell: () => {},
  })

  const count = async (sql: string, ...values: unknown[]) => {
    const { rows } = await database.query<{ n: number }>(`select count(*)::int as n ${sql}`, values)
    return rows[0]?.n
  }
  const { doctora } = accounts
  const isOpen =
    'exists (select from public.clinic_closures x where x.first_day = c.appointment_date) or private.is_open(c.doctor_id, c.appointment_date, c.appointment_time::time)'
  expect(await count(`from public.citas c where (${isOpen}) is not true`)).toBe(0)
  const next = [addDays(today, 2), doctora.id]
  const acted =
    'from public.cita_events e join public.citas c on c.id = e.cita_id where c.appointment_date = $1 and c.doctor_id = $2'
  for (const kind of ['confirmada', 'cancelada']) {
    expect(await count(`${acted} and e.kind = $3 and e.by = 'paciente'`, ...next, kind)).toBe(1)
  }
  expect(await count(`${acted} and e.kind = 'sobrecupo'`, ...next)).toBe(1)
  expect(
    await count(
      'from public.clinic_closures c where exists (select from public.clinic_hours h where h.weekday = extract(isodow from c.first_day))',
    ),
  ).toBe(1)
}, 120_000)
