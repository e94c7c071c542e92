import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedHours, seedWeek } from '#domain/clinic-hours.ts'
import { slotTimes } from '#domain/day-slots.ts'
import { keepKeys } from '#server/keys.ts'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { accountsOf } from './generate/accounts.ts'
import { createMoment } from './generate/moment.ts'
import { generateVolume } from './generate/volume.ts'
import { readScale } from './scale.ts'
import { demoSeed, seedDemo } from './seed.ts'

const zone = 'America/Mexico_City'
const now = new Date('2026-11-20T18:00:00Z')
const { doctora } = accountsOf(demoSeed)

describe('--scale', () => {
  it('is read from the command line; without it there is the demo alone', () => {
    expect(readScale([])).toBe(0)
    expect(readScale(['--scale', '0.1'])).toBe(0.1)
    expect(readScale(['--scale=10'])).toBe(10)
  })

  it.each([
    ['--scale'],
    ['--scale', '0'],
    ['--scale', '11'],
    ['--scale', 'mucho'],
    ['--scale', '1,5'],
    ['--scale=-1'],
  ])('says what it may be: %s %s', (...args) =>
    expect(() => readScale(args)).toThrow('--scale debe ser un número mayor que 0'),
  )

  it.each([[['--escala', '1']], [['0.1']]])('refuses what it does not know: %s', (args) => {
    expect(() => readScale(args)).toThrow('No se entiende')
  })
})

it('is the same for the same seed and moment, with every number and slot used once, in the hours of the clinic', () => {
  const sizes = { doctors: 3, patients: 200, studies: 50, requests: 50, invoices: 2_000 }
  const hours = { ...seedHours, week: seedWeek.filter(({ weekday }) => weekday < 3) }
  const moment = createMoment({ seed: demoSeed, now, zone, hours })
  const make = () => {
    const volume = generateVolume(moment, accountsOf(demoSeed), sizes, 'aviso-1')
    return { ...volume, appointments: [...volume.appointments(5_000)], invoices: [...volume.invoices] }
  }
  const one = make()
  expect([one.people, one.appointments, one.invoices]).toEqual([
    make().people,
    make().appointments,
    make().invoices,
  ])
  expect(new Set(one.invoices.map((row) => row.invoice_number)).size).toBe(2_000)
  const slots = one.appointments.map(
    (row) => `${row.doctor_id} ${row.appointment_date} ${row.appointment_time}`,
  )
  expect(new Set(slots).size).toBe(5_000)
  for (const { appointment_date, appointment_time } of one.appointments) {
    expect(slotTimes(appointment_date, hours)).toContain(appointment_time)
  }
})

describe.each(engines())('the demo clinic at scale 0.01 on $name', { timeout: 120_000 }, (engine) => {
  let small: FreshDatabase
  let large: FreshDatabase
  let folder: string
  const lines: string[] = []

  async function seed(fresh: FreshDatabase, scale: number) {
    const keys = await keepKeys(folder, {}, now)
    const tell = (line: string) => lines.push(line)
    const where = join(folder, String(scale))
    await seedDemo({
      database: fresh.database,
      folder: where,
      keys,
      zone,
      privacyVersion: 'aviso-1',
      now,
      scale,
      tell,
    })
  }

  async function read<Row>(fresh: FreshDatabase, sql: string): Promise<Row[]> {
    return (await fresh.database.query<Row>(sql)).rows
  }

  beforeAll(async () => {
    small = await freshDatabase(engine)
    large = await freshDatabase(engine)
    folder = await mkdtemp(join(tmpdir(), 'indice-scale-'))
    await seed(small, 0)
    await seed(large, 0.01)
  }, 240_000)

  afterAll(async () => {
    await small.dispose()
    await large.dispose()
    await rm(folder, { recursive: true, force: true })
  })

  it('has the promised counts, and says what it adds', async () => {
    const [counts] = await read(
      large,
      `select (select count(*)::int from profiles where role in ('patient', 'paciente')) as patients,
        (select count(*)::int from citas) as appointments, (select count(*)::int from studies) as studies,
        (select count(*)::int from invoices) as invoices, (select count(*)::int from study_requests where not is_order) as requests`,
    )
    expect(counts).toEqual({
      patients: 100,
      appointments: 2_000,
      studies: 1_000,
      invoices: 1_000,
      requests: 500,
    })
    expect(lines).toContain('Más facturas: 904')
  })

  it('leaves the demo as it is: its people, today and the weeks of its doctors', async () => {
    for (const sql of [
      `select id::text, full_name, email from profiles where email not like '%.v%@%' order by id`,
      `select id::text, status from citas where appointment_date = '2026-11-20' order by id`,
      `select id::text from citas where doctor_id = '${doctora.id}'
         and appointment_date between '2026-09-01' and '2026-12-31' order by id`,
      `select id::text from invoices where payment_date = '2026-11-20' order by id`,
      `select patient_email from study_requests where created_at >= '2026-11-20T06:00:00Z' order by 1`,
      `select file_url from studies where file_name is not null order by 1`,
    ]) {
      const own = await read(small, sql)
      expect(own.length).toBeGreaterThan(0)
      expect(await read(large, sql)).toEqual(own)
    }
  })

  it('went through the rules: links, totals and the trail are there, and nothing waits to be sent', async () => {
    const [wrong] = await read(
      large,
      `select
        (select count(*)::int from citas c where c.patient_id is not null and not exists (
          select from private.doctor_patients l where (l.doctor_id, l.patient_id) = (c.doctor_id, c.patient_id)
        )) as unlinked,
        (select count(*)::int from invoices i where i.total_amount <> (
          select sum((s ->> 'price')::numeric) from jsonb_array_elements(i.services) s
        )) as totals,
        (select count(*)::int from studies s where not exists (
          select from private.audit_log a where a.subject = 'studies' and a.row_id = s.id::text
        )) as untold,
        (select count(*)::int from realtime.outbox) as waiting`,
    )
    expect(wrong).toEqual({ unlinked: 0, totals: 0, untold: 0, waiting: 0 })
  })
})
