import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { book, citaId, events, monday, move, seatsAt, trail } from './booking-stage.ts'
import { type Caller, identityOf, people } from './people.ts'
import { rehearse, rehearseAsOwner, type Stage } from './rehearse.ts'
import { useWorld } from './world.ts'

describe.each(engines())('overbooking on $name', (engine) => {
  const world = useWorld(engine)
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf(caller), run)

  it('takes the next seats of a slot, with a reason', async () => {
    const found = await as('admin', async (stage) => {
      await book(stage)
      const second = { id: citaId(2), patient: 'patientB' } as const
      const without = await book(stage, { ...second, reason: ' ' })
      const overbooked = await book(stage, { ...second, reason: 'Viene de lejos' })
      await book(stage, { id: citaId(3), reason: 'Urgencia' })
      const fourth = await book(stage, { id: citaId(4), reason: 'Urgencia' })
      return [
        without.message,
        overbooked.outcome,
        fourth.message,
        await seatsAt(stage, '09:30'),
        await events(stage),
        await trail(stage),
      ]
    })
    const by = { by: 'clinica', actor: people.admin, from_time: null, to_time: '09:30:00' }
    expect(found).toEqual([
      'Este horario ya está ocupado. Para agendar de todos modos escribe el motivo.',
      'done',
      'Este horario ya tiene dos sobrecupos.',
      [
        { id: '1', seat: 0, status: 'pendiente' },
        { id: '2', seat: 1, status: 'pendiente' },
        { id: '3', seat: 2, status: 'pendiente' },
      ],
      [
        { kind: 'agendada', ...by, reason: null },
        { kind: 'sobrecupo', ...by, reason: 'Viene de lejos' },
        { kind: 'sobrecupo', ...by, reason: 'Urgencia' },
      ],
      ['book', 'overbook', 'overbook'],
    ])
  })

  it.each([
    ['05:30', 'PT400'],
    ['06:00', 'done'],
    ['20:15', 'PT400'],
    ['21:30', 'done'],
    ['22:00', 'PT400'],
  ])('takes a start outside of the hours at %s: %s', async (time, outcome) => {
    const found = await as('doctorA', (stage) => book(stage, { at: time, reason: 'Urgencia' }))
    expect(found.outcome).toBe(outcome)
  })

  it('moves those behind up when a holder leaves, by cancelling, moving or deleting', async () => {
    const found = await as('admin', async (stage) => {
      for (const which of [1, 2, 3]) {
        await book(stage, { id: citaId(which), reason: which > 1 ? 'Urgencia' : null })
      }
      await stage.attempt(`update public.citas set status = 'cancelada' where id = $1`, [citaId(1)])
      const afterCancel = await seatsAt(stage, '09:30')
      await move(stage, citaId(2), '11:00')
      const afterMove = await seatsAt(stage, '09:30')
      await stage.owner('delete from public.citas where id = $1', [citaId(2)])
      await stage.owner('set constraints all immediate')
      return [afterCancel, afterMove]
    })
    expect(found).toEqual([
      [
        { id: '1', seat: 0, status: 'cancelada' },
        { id: '2', seat: 0, status: 'pendiente' },
        { id: '3', seat: 1, status: 'pendiente' },
      ],
      [
        { id: '1', seat: 0, status: 'cancelada' },
        { id: '3', seat: 0, status: 'pendiente' },
      ],
    ])
  })

  it('is a seat that no gap precedes, for the owner too', async () => {
    const found = await rehearseAsOwner(world(), async (stage) => {
      await stage.owner(
        `insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, study_type, seat)
         values ($1, $2, '${monday}', '12:00', 'Panorámica', 1)`,
        [people.patientA, people.doctorA],
      )
      return stage.attempt('set constraints all immediate')
    })
    expect(found).toMatchObject({ outcome: 'PT409', message: 'Este sobrecupo no tiene una cita delante.' })
  })

  it('has a column that no role of the API writes', async () => {
    const found = await as('admin', (stage) =>
      stage.attempt(
        `insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, study_type, seat)
         values ($1, $2, '${monday}', '12:00', 'Panorámica', 1)`,
        [people.patientA, people.admin],
      ),
    )
    expect(found.outcome).toBe('no grant')
  })

  /** Three appointments at 09:30. */
  const fill = async (stage: Stage) => {
    for (const which of [1, 2, 3]) {
      await book(stage, { id: citaId(which), reason: which > 1 ? 'Urgencia' : null })
    }
  }

  it('leaves no gap when two holders leave in one statement', async () => {
    const found = await as('doctorA', async (stage) => {
      await fill(stage)
      await stage.attempt(`update public.citas set status = 'cancelada' where id = any ($1::uuid[])`, [
        `{${citaId(1)},${citaId(2)}}`,
      ])
      await stage.owner('set constraints all immediate')
      return seatsAt(stage, '09:30')
    })
    expect(found).toEqual([
      { id: '1', seat: 0, status: 'cancelada' },
      { id: '3', seat: 0, status: 'pendiente' },
      { id: '2', seat: 1, status: 'cancelada' },
    ])
  })

  it.each([
    ['changes places', 'update public.citas set seat = 2 where id = $1', 'PT409'],
    [
      'sits down without a time',
      `update public.citas set appointment_time = null, seat = 1 where id = $1`,
      '23514',
    ],
  ])('is refused to the owner who %s', async (_, sql, expected) => {
    const outcome = await as('doctorA', async (stage) => {
      await book(stage)
      await book(stage, { id: citaId(2), reason: 'Urgencia' })
      await stage.become('owner')
      await stage.owner('set constraints all immediate')
      const written = await stage.attempt(sql, [citaId(1)])
      return written.outcome
    })
    expect(outcome).toBe(expected)
  })

  it('moves an appointment onto a taken slot with a reason, which its history keeps', async () => {
    const found = await as('doctorA', async (stage) => {
      await book(stage)
      await book(stage, { id: citaId(2), at: '10:00' })
      const without = await move(stage, citaId(2), '09:30', { reason: ' x ' })
      await move(stage, citaId(2), '09:30', { reason: 'Lo pidió por teléfono' })
      const [moved] = (await events(stage)).filter(({ kind }) => kind === 'movida')
      return [without.message, await seatsAt(stage, '09:30'), moved?.reason]
    })
    expect(found).toEqual([
      'Este horario ya está ocupado. Para agendar de todos modos escribe el motivo.',
      [
        { id: '1', seat: 0, status: 'pendiente' },
        { id: '2', seat: 1, status: 'pendiente' },
      ],
      'Lo pidió por teléfono',
    ])
  })

  it('gives the first seat to one who is handed to another doctor without those before', async () => {
    const found = await as('doctorA', async (stage) => {
      await book(stage)
      await book(stage, { id: citaId(2), reason: 'Urgencia' })
      await stage.owner(`update public.citas set doctor_id = $1 where id = $2`, [people.doctorB, citaId(2)])
      await stage.owner('set constraints all immediate')
      return seatsAt(stage, '09:30', 'doctorB')
    })
    expect(found).toEqual([{ id: '2', seat: 0, status: 'pendiente' }])
  })

  it('leaves one slot one slot, which stays taken when its first holder leaves', async () => {
    const found = await as('doctorA', async (stage) => {
      await fill(stage)
      await stage.attempt(`update public.citas set status = 'cancelada' where id = $1`, [citaId(1)])
      const open = await stage.attempt(
        `select taken from public.open_slots($1, '${monday}', 1) where at = '09:30'`,
        [people.doctorA],
      )
      const taken = await stage.attempt(
        `select appointment_time::text as at from public.taken_slots($1, '${monday}')`,
        [people.doctorA],
      )
      return [open.rows, taken.rows]
    })
    expect(found).toEqual([[{ taken: true }], [{ at: '09:30:00' }]])
  })

  it('takes a reason of 3 to 200 letters', async () => {
    const outcomes = await as('doctorA', async (stage) => {
      const tried = []
      for (const reason of ['ab', 'abc', 'x'.repeat(200), 'x'.repeat(201)])
        tried.push((await book(stage, { id: citaId(tried.length + 1), reason })).outcome)
      return tried
    })
    expect(outcomes).toEqual(['PT400', 'done', 'done', 'PT400'])
  })

  it('is by no function but these: without a reason the second is refused', async () => {
    const outcomes = await as('doctorA', async (stage) => {
      await book(stage)
      const insert = await stage.attempt(
        `insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, study_type)
         values ($1, $2, '${monday}', '09:30', 'Panorámica')`,
        [people.patientA, people.doctorA],
      )
      const booked = await book(stage, { id: citaId(2) })
      await book(stage, { id: citaId(3), at: '10:00' })
      return [insert.outcome, booked.outcome, (await move(stage, citaId(3), '09:30')).outcome]
    })
    expect(outcomes).toEqual(['23505', 'PT409', 'PT409'])
  })
})
