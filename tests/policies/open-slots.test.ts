import { describe, expect, it } from 'vitest'
import { seedWeek } from '#domain/clinic-hours.ts'
import { slotTimes } from '#domain/day-slots.ts'
import { dayCases } from '#domain/slots-cases.ts'
import { engines } from '#tests/engines.ts'
import { closure, doctorOf, stageHours } from './hours-stage.ts'
import { everyone } from './matrix.ts'
import { type Caller, callers, identityOf, people } from './people.ts'
import { rehearse, rehearseAsOwner, type Stage } from './rehearse.ts'
import { appointments, useWorld } from './world.ts'

/** A Thursday, Friday, Saturday and Sunday far ahead. */
const [thursday, friday, saturday, sunday] = ['2098-11-20', '2098-11-21', '2098-11-22', '2098-11-23']

const staff = <T>(answer: T, otherwise: T): Record<Caller, T> => ({
  ...everyone(otherwise),
  doctorA: answer,
  doctorB: answer,
  factorPassed: answer,
  admin: answer,
  mainAdmin: answer,
})

const book = (stage: Stage, day: string, time: string) =>
  stage.attempt(
    `insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, study_type)
     values ($1, $2, $3, $4, 'Escaneo Intraoral')`,
    [people.patientA, people.doctorA, day, time],
  )

const slots = (stage: Stage, day: unknown, days: unknown, doctor: string = people.doctorA) =>
  stage.attempt(
    `select day::text as day, to_char(at, 'HH24:MI') as at, taken from public.open_slots($1, $2, $3)`,
    [doctor, day, days],
  )

describe.each(engines())('open hours on $name', (engine) => {
  const world = useWorld(engine)
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf(caller), run)

  it.each([...new Set(dayCases.map(({ name }) => name))])('agree with the domain: %s', async (name) => {
    const known = dayCases.filter((one) => one.name === name)
    const found = await rehearseAsOwner(world(), async (stage) => {
      await stageHours(stage, known[0]?.hours ?? { week: [], closures: [] })
      const answers = []
      for (const { hours, day } of known) {
        const [answer] = await stage.owner(
          `select
             (select coalesce(string_agg(to_char(w.opens, 'HH24:MI') || '-' || to_char(w.closes, 'HH24:MI'), ' '), '')
              from private.day_windows($1, $2) w) as windows,
             (select coalesce(string_agg(to_char(t, 'HH24:MI'), ' ' order by t), '')
              from generate_series(timestamp '2000-01-01', '2000-01-01 23:45', interval '15 minutes') t
              where private.is_open($1, $2, t::time)) as starts`,
          [doctorOf(hours.doctorId), day],
        )
        answers.push({ who: hours.doctorId, day, ...answer })
      }
      return answers
    })
    expect(found).toEqual(
      known.map(({ hours, day, windows }) => ({
        who: hours.doctorId,
        day,
        windows,
        starts: slotTimes(day, hours).join(' '),
      })),
    )
  })

  it('count no closure that was taken back', async () => {
    const found = await rehearseAsOwner(world(), async (stage) => {
      await stageHours(stage, { week: seedWeek, closures: [closure('cierre', friday)] })
      const open = () =>
        stage.owner(`select private.is_open($1, $2, '10:00') as open`, [people.doctorA, friday])
      const before = await open()
      await stage.owner('update public.clinic_closures set removed_at = now()')
      return [before, await open()]
    })
    expect(found).toEqual([[{ open: false }], [{ open: true }]])
  })

  describe('booking', () => {
    it('on a split day is refused between two windows, and at the end of each', async () => {
      const week = [
        { doctor_id: null, weekday: 5, opens: '09:30', closes: '14:00' },
        { doctor_id: null, weekday: 5, opens: '16:00', closes: '18:30' },
      ]
      const times = ['13:30', '14:00', '14:30', '15:30', '16:00', '18:00', '18:30']
      const found = await as('doctorA', async (stage) => {
        await stageHours(stage, { week, closures: [] })
        const outcomes = []
        for (const time of times) outcomes.push((await book(stage, friday, time)).outcome)
        return outcomes
      })
      expect(found).toEqual(['done', 'PT400', 'PT400', 'PT400', 'done', 'done', 'PT400'])
    })

    it('says which kind of closed it is', async () => {
      const closures = [
        closure('cierre', thursday, { label: 'Fiesta' }),
        closure('cierre', friday),
        closure('ausencia', saturday, { doctor_id: 'ana' }),
        closure('cierre', sunday, { opens: '10:00', label: 'Tarde' }),
      ]
      const found = await as('doctorA', async (stage) => {
        await stageHours(stage, { week: seedWeek, closures })
        const words = []
        for (const day of [thursday, friday, saturday, sunday])
          words.push((await book(stage, day, '12:00')).message)
        return words
      })
      expect(found).toEqual([
        'La clínica está cerrada ese día: Fiesta.',
        'La clínica está cerrada ese día.',
        'Nombre doctorA no atiende ese día.',
        'Hora: elige uno de los horarios de la agenda.',
      ])
    })

    it('on a day off of somebody else is not refused', async () => {
      const closures = [closure('ausencia', friday, { doctor_id: 'beto' })]
      const found = await as('doctorA', async (stage) => {
        await stageHours(stage, { week: seedWeek, closures })
        return (await book(stage, friday, '12:00')).outcome
      })
      expect(found).toBe('done')
    })

    it('of before a closure stays, and keeps being answered', async () => {
      const found = await as('doctorA', async (stage) => {
        await book(stage, friday, '12:00')
        await stageHours(stage, { week: seedWeek, closures: [closure('cierre', friday)] })
        const done = await stage.attempt(
          `update public.citas set status = 'completada' where appointment_date = $1`,
          [friday],
        )
        return done.outcome
      })
      expect(found).toBe('done')
    })
  })

  describe('open_slots', () => {
    const week = [{ doctor_id: null, weekday: 1, opens: '10:00', closes: '12:00' }]
    it.each(callers)('for %s', async (caller) => {
      const found = await as(caller, async (stage) => {
        await stageHours(stage, { week, closures: [] })
        const { outcome, rows } = await slots(stage, '2099-01-05', 1)
        return outcome === 'done' ? rows : outcome
      })
      const open = ['10:00', '10:30', '11:00', '11:30'].map((at) => ({
        day: '2099-01-05',
        at,
        taken: at === '10:30',
      }))
      expect(found).toEqual({ ...staff<unknown>(open, 'rule'), anonymous: 'no grant' }[caller])
    })

    it('counts neither cancelled appointments nor those of others', async () => {
      const found = await as('doctorA', async (stage) => {
        await stage.owner(`update public.citas set status = 'cancelada' where id = $1`, [appointments.A])
        const { rows } = await slots(stage, '2099-01-05', 1)
        return rows.filter(({ taken }) => taken).map(({ at }) => at)
      })
      expect(found).toEqual(['12:30', '13:30', '16:30'])
    })

    it('goes on for as many days, over closed ones and past midnight', async () => {
      const found = await as('admin', async (stage) => {
        await stageHours(stage, {
          week: [{ doctor_id: null, weekday: 5, opens: '23:30', closes: '24:00' }],
          closures: [closure('apertura', sunday, { opens: '00:00', closes: '00:30' })],
        })
        const { rows } = await slots(stage, thursday, 4)
        return rows.map(({ day, at }) => `${day} ${at}`)
      })
      expect(found).toEqual([`${friday} 23:30`, `${sunday} 00:00`])
    })

    it('leaves out what has begun', async () => {
      const found = await as('doctorA', async (stage) => {
        await stageHours(stage, {
          week: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
            doctor_id: null,
            weekday,
            opens: '00:00',
            closes: '24:00',
          })),
          closures: [],
        })
        const { rows } = await stage.attempt(
          `select count(*)::int as starts,
             min(day + at) > now() at time zone 'America/Mexico_City' as coming,
             min(day + at) <= now() at time zone 'America/Mexico_City' + interval '30 minutes' as next
           from public.open_slots($1, (now() at time zone 'America/Mexico_City')::date - 1, 3)`,
          [people.doctorA],
        )
        return rows[0]
      })
      expect(found).toMatchObject({ coming: true, next: true })
    })

    it.each([0, 32, -1, null])('is refused for %s days', async (days) => {
      expect((await as('doctorA', (stage) => slots(stage, friday, days))).outcome).toBe('PT400')
    })

    it('is refused for a day that no calendar has', async () => {
      const found = await as('doctorA', async (stage) => (await slots(stage, 'infinity', 1)).outcome)
      expect(found).toBe('PT400')
    })
  })
})
