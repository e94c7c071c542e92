import { describe, expect, it } from 'vitest'
import { seedWeek } from '#domain/clinic-hours.ts'
import { engines } from '#tests/engines.ts'
import { stageHours } from './hours-stage.ts'
import { everyone } from './matrix.ts'
import { type Caller, callers, identityOf, people, uuid } from './people.ts'
import { rehearse, type Stage } from './rehearse.ts'
import { appointments, closures, useWorld } from './world.ts'

type New = {
  id?: string
  doctor?: string | null
  kind?: string
  first?: string
  last?: string
  opens?: string | null
  closes?: string | null
  label?: string | null
}

const id = uuid('9014', 30)
/** The day on which the world's appointments are: 10:30 (A), 11:30 (B), 12:30, 13:30, 14:30, 15:30, 16:30. */
const day = '2099-01-05'

const add = (stage: Stage, closure: New = {}) =>
  stage.attempt('select public.add_closure($1, $2, $3, $4, $5, $6, $7, $8) as value', [
    closure.id ?? id,
    closure.doctor ?? null,
    closure.kind ?? 'cierre',
    closure.first ?? day,
    closure.last ?? closure.first ?? day,
    closure.opens ?? null,
    closure.closes ?? null,
    closure.label ?? null,
  ])
const remove = (stage: Stage, closure: string = id) =>
  stage.attempt('select public.remove_closure($1) as value', [closure])
const trail = (stage: Stage) =>
  stage.owner(
    `select action, row_id, actor::text as actor from private.audit_log
     where subject = 'clinic_closures' and at = now() order by id`,
  )
const cita = (of: string, time: string) => ({ id: of, appointment_date: day, appointment_time: `${time}:00` })

describe.each(engines())('saving closures on $name', (engine) => {
  const world = useWorld(engine)
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf(caller), run)

  const may = (own: Partial<Record<Caller, string>>): Record<Caller, string> => ({
    ...everyone('rule'),
    anonymous: 'no grant',
    admin: 'done',
    mainAdmin: 'done',
    ...own,
  })
  const adding: [what: string, closure: New, expected: Record<Caller, string>][] = [
    ['an absence of doctor A', { kind: 'ausencia', doctor: people.doctorA }, may({ doctorA: 'done' })],
    ['an absence of doctor B', { kind: 'ausencia', doctor: people.doctorB }, may({ doctorB: 'done' })],
    [
      'an opening for doctor A',
      { kind: 'apertura', doctor: people.doctorA, opens: '20:00', closes: '21:00' },
      may({}),
    ],
    ['a closure', {}, may({})],
    ['an opening', { kind: 'apertura', opens: '20:00', closes: '21:00' }, may({})],
  ]
  it.each(
    adding.flatMap(([what, closure, expected]) =>
      callers.map((caller) => [what, caller, closure, expected[caller]] as const),
    ),
  )('%s by %s', async (_what, caller, closure, expected) => {
    const found = await as(caller, async (stage) => {
      const { outcome } = await add(stage, closure)
      return [
        outcome,
        (await stage.owner('select id from public.clinic_closures where id = $1', [id])).length,
      ]
    })
    expect(found).toEqual([expected, expected === 'done' ? 1 : 0])
  })

  const removing: [closure: keyof typeof closures, expected: Record<Caller, string>][] = [
    ['ofDoctorA', may({ doctorA: 'done' })],
    ['ofDoctorB', may({ doctorB: 'done' })],
    ['openingOfDoctorA', may({})],
    ['ofClinic', may({})],
  ]
  it.each(
    removing.flatMap(([closure, expected]) =>
      callers.map((caller) => [closure, caller, expected[caller]] as const),
    ),
  )('removing %s by %s', async (closure, caller, expected) => {
    const found = await as(caller, async (stage) => {
      const { outcome } = await remove(stage, closures[closure])
      const [row] = await stage.owner(
        'select removed_at is not null as gone from public.clinic_closures where id = $1',
        [closures[closure]],
      )
      return [outcome, row?.gone]
    })
    expect(found).toEqual([expected, expected === 'done'])
  })

  it('says why others are refused', async () => {
    const found = await as('doctorA', async (stage) => [
      (await add(stage)).message,
      (await remove(stage, closures.ofClinic)).message,
      (await remove(stage, closures.ofDoctorB)).message,
    ])
    expect(found).toEqual(Array(3).fill('Solo puedes cambiar tus propias ausencias.'))
  })

  it.each<[string, New]>([
    ['days', { last: '2099-01-06' }],
    ['hours', { opens: '12:00' }],
    ['words', { label: 'Congreso' }],
  ])('refuses the same id with other %s, and says what is stored', async (_, other) => {
    const found = await as('admin', async (stage) => {
      await add(stage, { label: 'Obra', closes: '14:00' })
      return add(stage, { label: 'Obra', closes: '14:00', ...other })
    })
    expect(found).toMatchObject({
      outcome: 'PT409',
      message: 'Ya quedó guardado con otros datos: Obra, del 05/01/2099 al 05/01/2099, hasta las 14:00.',
    })
  })

  it('knows no closure that is not there, and no doctor', async () => {
    const found = await as('admin', async (stage) => [
      await remove(stage, uuid('9014', 99)),
      await add(stage, { kind: 'ausencia', doctor: people.patientA }),
      await add(stage, { kind: 'apertura', doctor: uuid('8000', 98), opens: '20:00', closes: '21:00' }),
    ])
    expect(found.map(({ outcome, message }) => [outcome, message])).toEqual([
      ['PT404', 'No se pudo encontrar el cierre.'],
      ['PT404', 'No se pudo encontrar al doctor.'],
      ['PT404', 'No se pudo encontrar al doctor.'],
    ])
  })

  it('stores what was said, by whom, once however often it is sent', async () => {
    const found = await as('doctorA', async (stage) => {
      const absence = { kind: 'ausencia', doctor: people.doctorA, opens: '17:00', label: ' Congreso ' }
      const first = await add(stage, { ...absence, first: '2098-11-24', last: '2098-11-26', closes: '11:00' })
      const again = await add(stage, { ...absence, first: '2098-11-24', last: '2098-11-26', closes: '11:00' })
      expect(again.rows).toEqual(first.rows)
      await remove(stage)
      await remove(stage)
      return [first.rows[0]?.value, await trail(stage)]
    })
    expect(found).toMatchObject([
      {
        closure: {
          id,
          kind: 'ausencia',
          doctor_id: people.doctorA,
          first_day: '2098-11-24',
          last_day: '2098-11-26',
          opens: '17:00:00',
          closes: '11:00:00',
          label: 'Congreso',
          created_by: people.doctorA,
          removed_at: null,
        },
        affected: [],
      },
      [
        { action: 'insert', row_id: id, actor: people.doctorA },
        { action: 'remove', row_id: id, actor: people.doctorA },
      ],
    ])
  })

  it.each([
    ['ends before it begins', { last: '2099-01-04' }, 'La fecha final debe ser igual o posterior.'],
    ['begins at a quarter past', { opens: '10:15' }, 'Usa horas en punto o y media.'],
    ['ends when it begins', { opens: '10:00', closes: '10:00' }, 'La hora de cierre debe ser posterior.'],
    ['is a year and a day', { last: '2100-01-06' }, 'Elige como máximo 366 días.'],
    ['says too much', { label: 'x'.repeat(101) }, 'Motivo: escribe como máximo 100 caracteres.'],
  ])('refuses what %s', async (_what, closure, words) => {
    const { outcome, message } = await as('admin', (stage) => add(stage, closure))
    expect([outcome, message]).toEqual(['PT400', words])
  })

  const affected = (
    run: (stage: Stage) => Promise<{ rows: Record<string, unknown>[] }>,
    caller: Caller = 'admin',
  ) =>
    as(caller, async (stage) => {
      const before = await stage.owner('select * from public.citas order by id')
      await stageHours(stage, { week: seedWeek, closures: [] })
      const { rows } = await run(stage)
      expect(await stage.owner('select * from public.citas order by id')).toEqual(before)
      return rows[0]?.value
    })

  it('names the open appointments that lie in it, and changes none', async () => {
    const closed = await affected((stage) => add(stage, { opens: '11:00', closes: '13:00' }))
    expect(closed).toMatchObject({
      affected: [cita(appointments.B, '11:30'), cita(appointments.ofNewPatient, '12:30')],
    })
    const away = {
      kind: 'ausencia',
      doctor: people.doctorA,
      first: '2099-01-04',
      opens: '18:00',
      closes: '12:30',
    }
    expect(await affected((stage) => add(stage, { ...away, last: day }), 'doctorA')).toMatchObject({
      affected: [cita(appointments.A, '10:30')],
    })
  })

  it('names none of before now, and none that is over', async () => {
    const found = await as('admin', async (stage) => {
      await stage.owner(`update public.citas set status = 'cancelada' where id = $1`, [appointments.A])
      await stage.owner(`update public.citas set status = 'completada' where id = $1`, [appointments.B])
      await stage.owner(`update public.citas set appointment_date = '2020-01-06' where id = $1`, [
        appointments.ofNewPatient,
      ])
      const now = await add(stage, { closes: '13:00' })
      const past = await add(stage, { id: uuid('9014', 31), first: '2020-01-06' })
      return [now.rows[0]?.value, past.rows[0]?.value]
    })
    expect(found).toMatchObject([{ affected: [] }, { affected: [] }])
  })

  it('names those in an opening that is taken back', async () => {
    const found = await affected(async (stage) => {
      await stageHours(stage, { week: [], closures: [] })
      await add(stage, { kind: 'apertura', opens: '11:00', closes: '13:00' })
      return remove(stage)
    })
    expect(found).toMatchObject({
      affected: [cita(appointments.B, '11:30'), cita(appointments.ofNewPatient, '12:30')],
    })
  })

  it.each([
    ['another doctor’s absence', closures.ofDoctorB],
    ['a closure of the clinic', closures.ofClinic],
  ])('of an id that is %s tells nothing of it', async (_, taken) => {
    const found = await as('doctorA', (stage) =>
      add(stage, { id: taken, kind: 'ausencia', doctor: people.doctorA }),
    )
    expect(found).toMatchObject({ outcome: 'PT404', rows: [] })
  })

  it('that is taken back opens its hours again', async () => {
    const found = await as('admin', async (stage) => {
      const open = async () =>
        (await stage.owner(`select private.is_open($1, $2, '10:00') as open`, [people.doctorA, day]))[0]?.open
      await stageHours(stage, { week: seedWeek, closures: [] })
      await add(stage)
      const closed = await open()
      const { rows } = await remove(stage)
      return [closed, await open(), rows[0]?.value]
    })
    expect(found).toMatchObject([false, true, { affected: [] }])
  })
})
