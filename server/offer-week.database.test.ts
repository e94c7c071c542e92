import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseClinic } from '#domain/clinic.ts'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { offerWeek } from './offer-week.ts'

const clinic = parseClinic({ agenda: { lunes: ['09:30-14:00', '16:00-18:30'] } })

describe.each(engines())('the agenda of clinic.json on $name', (engine) => {
  let fresh: FreshDatabase
  const lines: string[] = []
  const offer = (given = clinic) => offerWeek(fresh.database, given, (line) => lines.push(line))
  const week = async () => {
    const { rows } = await fresh.database.query(
      `select weekday || ' ' || opens as it from public.clinic_hours where doctor_id is null order by weekday, opens`,
    )
    return rows.map(({ it }) => it)
  }
  beforeAll(async () => {
    fresh = await freshDatabase(engine)
  })
  afterAll(() => fresh?.dispose())

  it('is the week of a new installation, and follows the file until a person saves one', async () => {
    await offer()
    expect(await week()).toEqual(['1 09:30:00', '1 16:00:00'])
    await offer(parseClinic({ agenda: { domingo: ['10:00-12:00'] } }))
    expect(await week()).toEqual(['7 10:00:00'])
    await offer(parseClinic({}))
    expect(await week()).toEqual(['7 10:00:00'])
    expect(lines).toEqual([])
  })

  it('is ignored from then on, with a line at the terminal', async () => {
    await fresh.database.query(
      `insert into private.audit_log (actor, actor_role, subject, action) values (gen_random_uuid(), 'authenticated', 'clinic_hours', 'set')`,
    )
    await offer()
    expect(await week()).toEqual(['7 10:00:00'])
    expect(lines).toEqual([
      'clinic.json: «agenda» ya no se usa; el horario se guardó en Sistema → Horarios y cierres.',
    ])
  })
})
