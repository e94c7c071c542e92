import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { nobody } from './cells.ts'
import { everyone, itDeletes, itInserts, itShows, withoutAnyRights } from './matrix.ts'
import { type Caller, identityOf, people } from './people.ts'
import { rehearse, rehearseAsOwner, type Stage } from './rehearse.ts'
import { appointments, type Pair, useWorld, warnings } from './world.ts'

const subject = {
  table: 'public.cita_events',
  rows: warnings,
  only: `kind = 'aviso'`,
  filter: 'kind=eq.aviso',
}
const all = Object.keys(warnings) as Pair[]
const ofDoctorA: Pair[] = ['A', 'ofNewPatient', 'ofClosedPatient', 'ofFormerDoctor']

describe.each(engines())('what happened to appointments on $name', (engine) => {
  const world = useWorld(engine)
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf(caller), run)

  itShows(world, subject, {
    anonymous: nobody,
    patientA: [],
    patientB: [],
    liar: [],
    doctorA: ofDoctorA,
    doctorB: ['B'],
    factorPassed: ['ofFactorDoctor'],
    admin: all,
    mainAdmin: all,
    dentist: [],
    ...withoutAnyRights([]),
  })

  it('is not read by a doctor who was the patient', async () => {
    const found = await as('patientA', async (stage) => {
      await stage.owner(`update public.profiles set role = 'doctor' where id = $1`, [people.patientA])
      const cita = await stage.attempt('select id from public.citas where id = $1', [appointments.A])
      const events = await stage.attempt('select id from public.cita_events')
      const seen = await stage.attempt('update public.cita_events set seen_by = auth.uid()')
      return [cita.outcome, events.outcome, seen.outcome]
    })
    expect(found).toEqual(['done', 'nothing', 'nothing'])
  })

  itInserts(
    world,
    'public.cita_events',
    (['anonymous', 'patientA', 'doctorA', 'admin', 'mainAdmin'] as const).map((caller) => [
      caller,
      'by hand',
      { cita_id: `'${appointments.A}'`, kind: `'aviso'`, by: `'paciente'` },
      'no grant',
    ]),
  )

  itDeletes(world, subject, everyone(nobody))

  const see = (stage: Stage, by: string) =>
    stage.attempt('update public.cita_events set seen_by = $1 where id = $2', [by, warnings.A])

  it('is seen by its doctor and administrators in their own name, with the time of the database', async () => {
    const found = await as('doctorA', async (stage) => {
      const forAnother = await see(stage, people.admin)
      const own = await see(stage, people.doctorA)
      const [row] = await stage.owner(
        'select seen_by::text, seen_at = now() as now from public.cita_events where id = $1',
        [warnings.A],
      )
      return [forAnother.outcome, own.outcome, row]
    })
    expect(found).toEqual(['policy', 'done', { seen_by: people.doctorA, now: true }])
    expect((await as('admin', (stage) => see(stage, people.admin))).outcome).toBe('done')
    expect((await as('doctorB', (stage) => see(stage, people.doctorB))).outcome).toBe('nothing')
    expect((await as('patientA', (stage) => see(stage, people.patientA))).outcome).toBe('nothing')
  })

  it('is not marked as seen by another doctor, also by an update without a condition', async () => {
    const [outcome, row] = await as('doctorB', async (stage) => {
      const blind = await stage.attempt('update public.cita_events set seen_by = auth.uid()')
      const [warning] = await stage.owner('select seen_by from public.cita_events where id = $1', [
        warnings.A,
      ])
      return [blind.outcome, warning]
    })
    expect([outcome, row]).toEqual(['done', { seen_by: null }])
  })

  it('stays with who saw it first', async () => {
    const found = await as('admin', async (stage) => {
      await stage.owner(`update public.cita_events set seen_by = $1 where id = $2`, [
        people.doctorA,
        warnings.A,
      ])
      await see(stage, people.admin)
      return stage.owner('select seen_by::text from public.cita_events where id = $1', [warnings.A])
    })
    expect(found).toEqual([{ seen_by: people.doctorA }])
  })

  it.each([
    ['kind', `'cancelada'`],
    ['by', `'clinica'`],
    ['at', `now() - interval '1 day'`],
    ['to_day', `'2026-01-01'`],
    ['reason', `'otro'`],
    ['actor_id', `'${people.admin}'`],
  ])('keeps its %s, for the owner too', async (column, value) => {
    const found = await rehearseAsOwner(world(), (stage) =>
      stage.attempt(`update public.cita_events set ${column} = ${value} where id = $1`, [warnings.A]),
    )
    expect(found).toMatchObject({ outcome: 'rule', message: 'La historia de una cita no se modifica.' })
  })

  it('stays while its appointment does, and goes with it, for the owner too', async () => {
    const found = await rehearseAsOwner(world(), async (stage) => {
      const alone = await stage.attempt('delete from public.cita_events where id = $1', [warnings.A])
      const both = await stage.attempt('delete from public.citas where id = $1', [appointments.A])
      return [alone.outcome, both.outcome]
    })
    expect(found).toEqual(['rule', 'done'])
  })
})
