import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { book, citaId, events, move, trail } from './booking-stage.ts'
import { everyone } from './matrix.ts'
import { type Caller, callers, identityOf, people, serviceRole } from './people.ts'
import { rehearse, rehearseAsOwner, type Stage } from './rehearse.ts'
import { appointments, requests, useWorld } from './world.ts'

describe.each(engines())('changing an appointment on $name', (engine) => {
  const world = useWorld(engine)
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf(caller), run)

  describe('move_cita', () => {
    const expected: Record<Caller, string> = {
      ...everyone('PT404'),
      anonymous: 'no grant',
      doctorA: 'done',
      admin: 'done',
      mainAdmin: 'done',
    }
    it.each(callers)('of an appointment of doctor A by %s', async (caller) => {
      expect((await as(caller, (stage) => move(stage, appointments.A, '12:30'))).outcome).toBe(
        expected[caller],
      )
    })

    it('keeps the row, which waits for an answer again', async () => {
      const found = await as('admin', async (stage) => {
        await book(stage, { request: requests.A })
        await stage.attempt('select public.confirm_cita($1)', [citaId(1)])
        const moved = await move(stage, citaId(1), '10:30', { doctor: 'doctorB' })
        const { status, moves, doctor_id, request_id } = moved.rows[0] ?? {}
        const links = await stage.owner(
          'select true as linked from private.doctor_patients where doctor_id = $1 and patient_id = $2',
          [people.doctorB, people.patientA],
        )
        return [
          { status, moves, doctor_id, request_id: String(request_id) },
          links.length,
          await events(stage),
        ]
      })
      const by = { by: 'clinica', actor: people.admin, reason: null }
      expect(found).toEqual([
        { status: 'pendiente', moves: 1, doctor_id: people.doctorB, request_id: requests.A },
        1,
        [
          { kind: 'agendada', ...by, from_time: null, to_time: '09:30:00' },
          { kind: 'confirmada', ...by, from_time: null, to_time: '09:30:00' },
          { kind: 'movida', ...by, from_time: '09:30:00', to_time: '10:30:00' },
        ],
      ])
    })

    it('changes nothing onto its own slot, and is refused onto a taken one', async () => {
      const found = await as('admin', async (stage) => {
        await book(stage)
        await book(stage, { id: citaId(2), at: '10:00' })
        const own = await move(stage, citaId(1), '09:30')
        const taken = await move(stage, citaId(1), '10:00')
        return [own.rows[0]?.moves, taken.outcome]
      })
      expect(found).toEqual([0, 'PT409'])
    })

    it('leaves another doctor to administrators', async () => {
      const found = await as('doctorA', (stage) =>
        move(stage, appointments.A, '12:30', { doctor: 'doctorB' }),
      )
      expect(found.outcome).toBe('rule')
    })

    it.each([
      ['completada', '2099-02-09'],
      ['cancelada', '2099-02-09'],
      ['no_asistio', '2020-01-06'],
    ])('leaves one that is %s', async (status, day) => {
      const found = await as('doctorA', async (stage) => {
        await stage.owner(
          `insert into public.citas (id, patient_id, doctor_id, appointment_date, appointment_time, status)
           values ($1, $2, $3, $5, '09:30', $4)`,
          [citaId(1), people.patientA, people.doctorA, status, day],
        )
        return move(stage, citaId(1), '10:00')
      })
      expect(found).toMatchObject({ outcome: 'PT409', message: 'Esta cita ya no se puede mover.' })
    })

    it('leaves one that has begun', async () => {
      const found = await as('doctorA', async (stage) => {
        await stage.owner(
          `insert into public.citas (id, patient_id, doctor_id, appointment_date, appointment_time)
           values ($1, $2, $3, private.clinic_today(), '00:00')`,
          [citaId(1), people.patientA, people.doctorA],
        )
        return move(stage, citaId(1), '10:00')
      })
      expect(found).toMatchObject({ outcome: 'PT409', message: 'Esta cita ya no se puede mover.' })
    })

    it('counts its moves, which never become fewer', async () => {
      const found = await as('doctorA', async (stage) => {
        await book(stage)
        await move(stage, citaId(1), '10:00')
        const again = await move(stage, citaId(1), '10:30')
        await stage.become('owner')
        const fewer = await stage.attempt('update public.citas set moves = 0 where id = $1', [citaId(1)])
        return [again.rows[0]?.moves, fewer.outcome]
      })
      expect(found).toEqual([2, 'rule'])
    })
  })

  describe('who did not come', () => {
    const past = (stage: Stage, days: number, status = 'pendiente') =>
      stage.owner(
        `insert into public.citas (id, patient_id, doctor_id, appointment_date, appointment_time, status)
         values ($1, $2, $3, private.clinic_today() - $4::integer, '00:00', $5)`,
        [citaId(1), people.patientA, people.doctorA, days, status],
      )
    const run = (stage: Stage, what: 'mark_no_show' | 'undo_no_show' | 'confirm_cita', cita = citaId(1)) =>
      stage.attempt(`select (public.${what}($1)).status`, [cita])

    it('is noted from the start on, by the doctor and administrators', async () => {
      const seen: Partial<Record<Caller, string>> = {}
      for (const caller of callers) {
        seen[caller] = await as(caller, async (stage) => {
          await past(stage, 0)
          return (await run(stage, 'mark_no_show')).outcome
        })
      }
      expect(seen).toEqual({
        ...everyone('PT404'),
        anonymous: 'no grant',
        doctorA: 'done',
        admin: 'done',
        mainAdmin: 'done',
      })
      expect(await as('doctorA', (stage) => run(stage, 'mark_no_show', appointments.A))).toMatchObject({
        outcome: 'PT409',
        message: 'Todavía no es la hora de esta cita.',
      })
    })

    it.each([
      [0, 'done'],
      [1, 'done'],
      [2, 'PT409'],
    ])('is taken back after %i days: %s', async (days, outcome) => {
      const found = await as('doctorA', async (stage) => {
        await past(stage, days, 'no_asistio')
        return run(stage, 'undo_no_show')
      })
      expect(found.outcome).toBe(outcome)
      if (outcome === 'PT409')
        expect(found.message).toBe('No puedes cambiar el estado de una cita marcada como no asistió.')
    })

    it.each(['doctorA', 'admin'] as const)('is no word that %s writes before the start', async (caller) => {
      const found = await as(caller, async (stage) => {
        await book(stage)
        return stage.attempt(`update public.citas set status = 'no_asistio' where id = $1`, [citaId(1)])
      })
      expect(found).toMatchObject({ outcome: 'PT400', message: 'Estado de cita no válido.' })
    })

    it('is no word that people write, nor one that they change', async () => {
      const found = await as('admin', async (stage) => {
        await past(stage, 0)
        const set = (status: string) =>
          stage.attempt(`update public.citas set status = $2 where id = $1`, [citaId(1), status])
        const byHand = await set('no_asistio')
        await run(stage, 'mark_no_show')
        const back = await set('pendiente')
        await run(stage, 'undo_no_show')
        return [byHand.message, back.message, await trail(stage)]
      })
      expect(found).toEqual([
        'Estado de cita no válido.',
        'No puedes cambiar el estado de una cita marcada como no asistió.',
        ['book', 'no_show', 'undo_no_show'],
      ])
    })

    it('is not taken back where the request has another appointment by now', async () => {
      const found = await as('doctorA', async (stage) => {
        await past(stage, 0)
        await stage.owner('update public.citas set request_id = $1 where id = $2', [requests.A, citaId(1)])
        await run(stage, 'mark_no_show')
        await book(stage, { id: citaId(2), request: requests.A })
        return run(stage, 'undo_no_show')
      })
      expect(found).toMatchObject({ outcome: 'PT409', message: 'Esta solicitud ya tiene una cita.' })
    })

    it('confirming twice is once, and one that is over is not confirmed', async () => {
      const found = await as('doctorA', async (stage) => {
        await book(stage)
        await run(stage, 'confirm_cita')
        await run(stage, 'confirm_cita')
        await stage.attempt(`update public.citas set status = 'cancelada' where id = $1`, [citaId(1)])
        return [(await run(stage, 'confirm_cita')).message, await trail(stage)]
      })
      expect(found).toEqual(['Esta cita ya no se puede confirmar.', ['book', 'confirm', 'cancel']])
    })
  })

  // docs/product/appointments.md, 'Status': every pair, tried on appointments of yesterday.
  describe('every pair of states', () => {
    const states = ['pendiente', 'confirmada', 'aceptada', 'completada', 'cancelada', 'no_asistio'] as const
    type State = (typeof states)[number]
    const open: readonly State[] = ['pendiente', 'confirmada', 'aceptada']
    const unknown = 'Estado de cita no válido.'
    const final = (from: State) =>
      `No puedes cambiar el estado de una cita ${from === 'no_asistio' ? 'marcada como no asistió' : from}.`
    const pairs = states.flatMap((from) => states.map((to) => [from, to] as const))

    const prepare = (stage: Stage) =>
      stage.owner(
        `insert into public.citas (id, patient_id, doctor_id, appointment_date, appointment_time, status)
         select ('00000000-0000-4000-9020-00000000000' || at)::uuid, $1, $2, private.clinic_today() - 1,
           time '08:00' + at * interval '1 minute', status
         from unnest($3::text[]) with ordinality as s (status, at)`,
        [people.patientA, people.doctorA, `{${states.join()}}`],
      )
    const of = (from: State) => citaId(states.indexOf(from) + 1)
    const tried = async (stage: Stage, sql: string, params: readonly unknown[]) => {
      const { outcome, message } = await stage.attempt(sql, params, async () => {})
      return /^PT/.test(outcome) ? message : outcome
    }
    const patched = async (stage: Stage) => {
      await prepare(stage)
      const found: Record<string, string> = {}
      for (const [from, to] of pairs) {
        const update = 'update public.citas set status = $2 where id = $1'
        found[`${from}, ${to}`] = await tried(stage, update, [of(from), to])
      }
      return found
    }
    const table = (cell: (from: State, to: State) => string) =>
      Object.fromEntries(pairs.map(([from, to]) => [`${from}, ${to}`, from === to ? 'done' : cell(from, to)]))
    const by = (words: readonly State[]) =>
      table((from, to) => {
        if (!open.includes(from)) return final(from)
        return words.includes(to) ? 'done' : unknown
      })
    const always = table((from, to) => {
      if (open.includes(from) || (from === 'no_asistio' && to === 'pendiente')) return 'done'
      return final(from)
    })
    const nowhere = (outcome: string) => Object.fromEntries(pairs.map((pair) => [pair.join(', '), outcome]))
    const words: Record<Caller, Record<string, string>> = {
      ...everyone(nowhere('nothing')),
      anonymous: nowhere('no grant'),
      doctorA: by(['pendiente', 'completada', 'cancelada']),
      admin: by(['pendiente', 'confirmada', 'aceptada', 'completada', 'cancelada']),
      mainAdmin: by(['pendiente', 'confirmada', 'aceptada', 'completada', 'cancelada']),
    }

    it.each(callers)('written by %s', async (caller) => {
      expect(await as(caller, patched)).toEqual(words[caller])
    })

    it('written by the service role and the owner', async () => {
      expect(await rehearse(world(), serviceRole, patched)).toEqual(always)
      expect(await rehearseAsOwner(world(), patched)).toEqual(always)
    })

    const closed = 'Esta cita ya no se puede confirmar.'
    const done = { pendiente: 'done', confirmada: 'done', aceptada: 'done' }
    const over = { completada: final('completada'), cancelada: final('cancelada') }
    const acts = {
      confirm_cita: { ...done, completada: closed, cancelada: closed, no_asistio: closed },
      mark_no_show: { ...done, ...over, no_asistio: 'done' },
      undo_no_show: { ...done, ...over, no_asistio: 'done' },
    }
    const results = {
      confirm_cita: { pendiente: 'confirmada', confirmada: 'confirmada', aceptada: 'confirmada' },
      mark_no_show: {
        pendiente: 'no_asistio',
        confirmada: 'no_asistio',
        aceptada: 'no_asistio',
        no_asistio: 'no_asistio',
      },
      undo_no_show: {
        pendiente: 'pendiente',
        confirmada: 'confirmada',
        aceptada: 'aceptada',
        no_asistio: 'pendiente',
      },
    }
    const missing = Object.fromEntries(states.map((from) => [from, 'No se pudo encontrar la cita.']))
    const refused = Object.fromEntries(states.map((from) => [from, 'no grant']))

    describe.each(['confirm_cita', 'mark_no_show', 'undo_no_show'] as const)('by %s', (act) => {
      const may: Record<Caller, Record<string, string>> = {
        ...everyone(missing),
        anonymous: refused,
        doctorA: acts[act],
        admin: acts[act],
        mainAdmin: acts[act],
      }
      it.each(callers)('of %s', async (caller) => {
        const [outcomes, statuses] = await as(caller, async (stage) => {
          await prepare(stage)
          const found: Record<string, string> = {}
          for (const from of states) found[from] = await tried(stage, `select public.${act}($1)`, [of(from)])
          const after: Record<string, unknown> = {}
          for (const from of states) {
            const { rows } = await stage.attempt(`select (public.${act}($1)).status`, [of(from)])
            if (rows[0]) after[from] = rows[0].status
          }
          return [found, after] as const
        })
        expect(outcomes).toEqual(may[caller])
        expect(statuses).toEqual(may[caller] === acts[act] ? results[act] : {})
      })
    })
  })
})
