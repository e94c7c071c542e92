import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { closure, stageHours } from './hours-stage.ts'
import { everyone } from './matrix.ts'
import { type Caller, callers, identityOf, people, uuid } from './people.ts'
import { call, rehearse, type Stage } from './rehearse.ts'
import { appointments, useWorld } from './world.ts'

type Window = { weekday: number; opens: string; closes: string }

const monday = { weekday: 1, opens: '10:00', closes: '12:00' }
const stored = (window: Window, doctor_id: string | null = null) => ({
  ...window,
  doctor_id,
  opens: `${window.opens}:00`,
  closes: `${window.closes}:00`,
})

const set = (stage: Stage, week: readonly Window[], doctor: string | null = null) =>
  stage.attempt('select public.set_hours($1, $2::text::jsonb) as value', [doctor, JSON.stringify(week)])
const offer = async (stage: Stage, week: readonly Window[]) =>
  (await stage.owner('select private.offer_week($1::text::jsonb) as taken', [JSON.stringify(week)]))[0]?.taken
const ofClinic = (stage: Stage) =>
  stage.owner(
    `select weekday, to_char(opens, 'HH24:MI') as opens, to_char(closes, 'HH24:MI') as closes
     from public.clinic_hours where doctor_id is null order by weekday, opens`,
  )
const trail = (stage: Stage) =>
  stage.owner(
    `select action, row_id, actor::text as actor from private.audit_log
     where subject = 'clinic_hours' and at = now() order by id`,
  )

describe.each(engines())('saving hours on $name', (engine) => {
  const world = useWorld(engine)
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>, headers = {}) =>
    rehearse(world(), identityOf(caller), run, headers)

  describe('set_hours', () => {
    const expected: Record<Caller, string> = {
      ...everyone('rule'),
      anonymous: 'no grant',
      admin: 'done',
      mainAdmin: 'done',
    }
    it.each(callers)('of the clinic and of a doctor by %s', async (caller) => {
      const found = await as(caller, async (stage) => [
        (await set(stage, [monday])).outcome,
        (await set(stage, [monday], people.doctorA)).outcome,
      ])
      expect(found).toEqual([expected[caller], expected[caller]])
    })

    it('puts a week in the place of the one before, of that doctor alone', async () => {
      const found = await as('admin', async (stage) => {
        const first = await set(stage, [monday, { weekday: 1, opens: '16:00', closes: '18:00' }])
        const own = await set(stage, [monday], people.doctorA)
        const again = await set(stage, [], people.doctorA)
        return [first.rows, own.rows, again.rows, await ofClinic(stage)]
      })
      const split = [monday, { weekday: 1, opens: '16:00', closes: '18:00' }]
      expect(found).toMatchObject([
        [{ value: { week: split.map((window) => stored(window)) } }],
        [{ value: { week: [stored(monday, people.doctorA)] } }],
        [{ value: { week: [] } }],
        split,
      ])
    })

    it.each([
      ['two that overlap', [monday, { weekday: 1, opens: '11:30', closes: '13:00' }], 'lunes'],
      ['one within another', [monday, { weekday: 1, opens: '10:30', closes: '11:00' }], 'lunes'],
      [
        'the same twice on a Saturday',
        [6, 6].map((weekday) => ({ weekday, opens: '10:00', closes: '11:00' })),
        'sábado',
      ],
      [
        'a long one before two short ones',
        [
          { weekday: 7, opens: '09:00', closes: '13:00' },
          { weekday: 7, opens: '13:00', closes: '14:00' },
          { weekday: 7, opens: '13:30', closes: '15:00' },
        ],
        'domingo',
      ],
    ])('refuses %s, and keeps what was there', async (_what, week, day) => {
      const found = await as('admin', async (stage) => {
        const before = await ofClinic(stage)
        const { outcome, message } = await set(stage, week)
        expect(await ofClinic(stage)).toEqual(before)
        return [outcome, message]
      })
      expect(found).toEqual(['PT400', `Los horarios de ${day} se enciman.`])
    })

    it.each([
      ['a quarter past', [{ ...monday, opens: '10:15' }], 'Usa horas en punto o y media.'],
      ['a window backwards', [{ ...monday, closes: '09:00' }], 'La hora de cierre debe ser posterior.'],
      [
        'five windows a day',
        ['08', '10', '12', '14', '16'].map((hour) => ({
          weekday: 2,
          opens: `${hour}:00`,
          closes: `${hour}:30`,
        })),
        'Agrega como máximo 4 horarios por día.',
      ],
    ])('refuses %s', async (_what, week, words) => {
      const found = await as('admin', (stage) => set(stage, week))
      expect([found.outcome, found.message]).toEqual(['PT400', words])
    })

    it('takes windows that touch, and four a day', async () => {
      const week = ['08', '09', '10', '12'].map((hour) => ({
        weekday: 2,
        opens: `${hour}:00`,
        closes: `${String(Number(hour) + 1).padStart(2, '0')}:00`,
      }))
      expect((await as('admin', (stage) => set(stage, week))).outcome).toBe('done')
    })

    it.each([people.patientA, uuid('8000', 98)])('knows no doctor %s', async (doctor) => {
      const found = await as('admin', (stage) => set(stage, [monday], doctor))
      expect([found.outcome, found.message]).toEqual(['PT404', 'No se pudo encontrar al doctor.'])
    })

    it('names the open appointments to come that it leaves outside, and changes none', async () => {
      const found = await as('admin', async (stage) => {
        const before = await stage.owner('select * from public.citas order by id')
        await stage.owner(`update public.citas set status = 'completada' where id = $1`, [
          appointments.ofClosedPatient,
        ])
        const ofDoctorB = await set(stage, [{ weekday: 1, opens: '12:00', closes: '13:00' }], people.doctorB)
        const ofAll = await set(stage, [{ weekday: 1, opens: '10:00', closes: '12:00' }])
        const again = await set(stage, [{ weekday: 1, opens: '10:00', closes: '12:00' }])
        const after = await stage.owner('select * from public.citas order by id')
        expect(after.map(({ status, ...row }) => row)).toEqual(before.map(({ status, ...row }) => row))
        return [ofDoctorB, ofAll, again].map(({ rows }) => rows[0]?.value)
      })
      const cita = (id: string, time: string) => ({
        id,
        appointment_date: '2099-01-05',
        appointment_time: `${time}:00`,
      })
      // 10:30, 11:30, 12:30 and so on; the one at 13:30 is over.
      expect(found).toMatchObject([
        { affected: [cita(appointments.B, '11:30')] },
        {
          affected: [
            cita(appointments.ofNewPatient, '12:30'),
            cita(appointments.ofClosedDoctor, '14:30'),
            cita(appointments.ofFactorDoctor, '15:30'),
            cita(appointments.ofFormerDoctor, '16:30'),
          ],
        },
        { affected: [] },
      ])
    })

    it('is in the trail, once a week', async () => {
      const found = await as('admin', async (stage) => {
        await set(stage, [monday])
        await set(stage, [monday], people.doctorA)
        return trail(stage)
      })
      expect(found).toEqual([
        { action: 'set', row_id: null, actor: people.admin },
        { action: 'set', row_id: people.doctorA, actor: people.admin },
      ])
    })
  })

  describe('the week of the installation', () => {
    const wish = [{ weekday: 3, opens: '09:00', closes: '10:00' }]

    it('is taken as often as it is offered, and told when it changes something', async () => {
      const found = await as('admin', async (stage) => {
        await stage.become('owner')
        const answers = [await offer(stage, wish), await offer(stage, wish)]
        return [answers, await ofClinic(stage), await trail(stage)]
      })
      expect(found).toEqual([[true, true], wish, [{ action: 'set', row_id: null, actor: null }]])
    })

    it('ends with the first week that a person saves', async () => {
      const found = await as('admin', async (stage) => {
        await set(stage, [monday], people.doctorA)
        const beside = await offer(stage, wish)
        await set(stage, [monday])
        return [beside, await offer(stage, wish), await ofClinic(stage)]
      })
      expect(found).toEqual([true, false, [monday]])
    })
  })

  describe('clinic_week', () => {
    const today = `(now() at time zone 'America/Mexico_City')::date`
    const ask = (stage: Stage) => call(stage, 'select public.clinic_week() as value')

    it.each(callers)('answers %s', async (caller) => {
      const found = await as(caller, async (stage) => {
        const rows = await stage.owner(
          `select (${today} - 1)::text as yesterday, (${today} + 2)::text as soon, (${today} + 30)::text as last,
             (${today} + 31)::text as later`,
        )
        const { yesterday, soon, last, later } = Object.fromEntries(
          Object.entries(rows[0] ?? {}).map(([name, day]) => [name, String(day)]),
        )
        const label = 'Fiesta'
        await stageHours(stage, {
          week: [
            { doctor_id: null, ...monday },
            { doctor_id: 'ana', weekday: 2, opens: '10:00', closes: '11:00' },
          ],
          closures: [
            closure('cierre', yesterday ?? '', { label }),
            closure('cierre', yesterday ?? '', { label: 'Puente', last_day: soon ?? '' }),
            closure('cierre', soon ?? ''),
            closure('cierre', last ?? '', { label, opens: '14:00' }),
            closure('cierre', later ?? '', { label }),
            closure('ausencia', soon ?? '', { doctor_id: 'ana', label: 'Congreso' }),
            closure('apertura', soon ?? '', { label, opens: '20:00', closes: '21:00' }),
          ],
        })
        const answer = await ask(stage)
        const none = { doctor_id: null, kind: 'cierre', opens: null, closes: null }
        expect(answer).toEqual([
          {
            week: [stored(monday)],
            closures: [
              { ...none, first_day: yesterday, last_day: soon, label: 'Puente' },
              { ...none, first_day: last, last_day: last, label, opens: '14:00:00' },
            ],
            complete: false,
          },
        ])
        await stage.owner('update public.clinic_closures set removed_at = now()')
        return ask(stage)
      })
      expect(found).toEqual([{ week: [stored(monday)], closures: [], complete: true }])
    })

    const untold: [string, boolean, Parameters<typeof closure>[0], number, object][] = [
      ['a closure of today without a reason', false, 'cierre', 0, {}],
      ['one in a week', false, 'cierre', 7, {}],
      ['one that is over', true, 'cierre', -1, {}],
      ['one in eight days', true, 'cierre', 8, {}],
      [
        'an opening with a reason',
        false,
        'apertura',
        1,
        { label: 'Sábado', opens: '20:00', closes: '21:00' },
      ],
      ['a closure with a reason', true, 'cierre', 1, { label: 'Fiesta' }],
      ['an absence', true, 'ausencia', 1, { doctor_id: 'ana' }],
      ['a doctor’s opening', true, 'apertura', 1, { doctor_id: 'ana', opens: '20:00', closes: '21:00' }],
    ]
    it.each(untold)('with %s is complete: %s', async (_what, complete, kind, days, more) => {
      const found = await as('anonymous', async (stage) => {
        const [row] = await stage.owner(`select (${today} + ${days})::text as day`)
        await stageHours(stage, { week: [], closures: [closure(kind, String(row?.day), more)] })
        return ask(stage)
      })
      expect(found).toEqual([expect.objectContaining({ complete })])
    })

    it('takes 60 a minute from one address, whoever it is', async () => {
      const found = await as(
        'anonymous',
        async (stage) => {
          await ask(stage)
          await stage.owner(
            `update private.rate_limits set hits = 59 where bucket = 'clinic_week' and client = '192.0.2.7'`,
          )
          await ask(stage)
          return ask(stage)
        },
        { 'x-forwarded-for': '192.0.2.7' },
      )
      expect(found).toBe('PT429')
    })
  })
})
