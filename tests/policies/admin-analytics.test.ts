import { describe, expect, it } from 'vitest'
import { daysInMonth, monthChange } from '#domain/change.ts'
import { addDays, monthStart, weekday } from '#domain/days.ts'
import { engines } from '#tests/engines.ts'
import { monthOfInstant, pesos, readRows, tally, workForYears } from './admin-rows.ts'
import { callers, identityOf } from './people.ts'
import { call, rehearse } from './rehearse.ts'
import { useWorld } from './world.ts'

type Rows = Awaited<ReturnType<typeof readRows>>

/** The month `back` months before that of `day`, as its first day. */
const monthsBefore = (day: string, back: number): string =>
  back === 0 ? monthStart(day) : monthsBefore(addDays(monthStart(day), -1), back - 1)

/** What the screen should show, row by row. */
function recount({ today, profiles, citas: appointments, studies, payments }: Rows) {
  const [month, before] = [monthsBefore(today, 0), monthsBefore(today, 1)]
  const trend = (months: string[]) => ({
    total: months.length,
    this_month: inMonth(months, month),
    change: monthChange(inMonth(months, month), inMonth(months, before)),
  })
  const inMonth = (months: string[], wanted: string) => months.filter((one) => one === wanted).length
  const booked = appointments.map(({ day }) => monthStart(day))
  const [now, then] = [inMonth(booked, month), inMonth(booked, before)]
  const twelve = Array.from({ length: 12 }, (_, index) => monthsBefore(today, 11 - index))
  const requested = tally(appointments.flatMap(({ study_type }) => study_type ?? []))
    .slice(0, 15)
    .map(([study_type, count]) => ({ study_type, count }))

  const named = tally(studies.flatMap(({ study_type }) => study_type ?? []))
  const shown = new Set(named.slice(0, 15).map(([name]) => name))
  const kinds = studies.map(({ study_type }) => (study_type && shown.has(study_type) ? study_type : 'Otros'))

  const hours: Record<string, Record<string, number>> = {}
  for (const { day, time } of appointments) {
    if (!time || !twelve.includes(monthStart(day))) continue
    const ofDay = hours[weekday(day) || 7] ?? {}
    ofDay[time] = (ofDay[time] ?? 0) + 1
    hours[weekday(day) || 7] = ofDay
  }
  return {
    users: trend(profiles.map(({ at }) => monthOfInstant(at))),
    appointments: trend(booked),
    studies: trend(studies.map(({ at }) => monthOfInstant(at))),
    daily_average: {
      value: Math.round(now / daysInMonth(today)),
      change: monthChange(now / daysInMonth(today), then / daysInMonth(before)),
    },
    most_requested: requested[0] ?? null,
    requested,
    busiest: tally(appointments.map(({ doctor_id }) => doctor_id))
      .slice(0, 5)
      .map(([doctor_id, count]) => ({ doctor_id, count })),
    months: twelve.map((first) => ({
      month: first.slice(0, 7),
      income: pesos(payments.filter(({ day, annulled }) => !annulled && monthStart(day) === first)),
      appointments: inMonth(booked, first),
    })),
    study_types: tally(kinds).map(([study_type, count]) => ({ study_type, count })),
    hours,
  }
}

describe.each(engines())('admin_analytics on $name', (engine) => {
  const world = useWorld(engine)

  it.each(callers)('answers administrators alone: %s', async (caller) => {
    const found = await rehearse(world(), identityOf(caller), (stage) =>
      call(stage, `select jsonb_typeof(public.admin_analytics() -> 'months') as value`),
    )
    const isAdmin = caller === 'admin' || caller === 'mainAdmin'
    expect(found).toEqual(isAdmin ? ['array'] : caller === 'anonymous' ? 'no grant' : 'rule')
  })

  it('agrees with a recount of every row, to the cent', async () => {
    const [found, rows] = await rehearse(world(), identityOf('admin'), async (stage) => {
      await workForYears(stage)
      return [
        await call(
          stage,
          `select jsonb_set(a, '{busiest}', (
             select jsonb_agg(b - 'name' order by n) from jsonb_array_elements(a -> 'busiest') with ordinality as x (b, n)
           )) as value from public.admin_analytics() a`,
        ),
        await readRows(stage),
      ] as const
    })
    const wanted = recount(rows)
    expect(found).toEqual([wanted])
    // The data could show an error in each number.
    expect(wanted.busiest.length).toBe(5)
    expect(wanted.requested.length).toBe(15)
    expect(wanted.study_types.map(({ study_type }) => study_type)).toContain('Otros')
    expect(Object.keys(wanted.hours)).toHaveLength(7)
    expect(wanted.months.every(({ income, appointments }) => income > 0 && appointments > 0)).toBe(true)
  })

  it('names the busiest doctors, also those whose account was closed', async () => {
    const found = await rehearse(world(), identityOf('admin'), (stage) =>
      call(stage, `select public.admin_analytics() #>> '{busiest,0,name}' as value`),
    )
    expect(found).toEqual(['Nombre doctorA'])
  })

  it('answers zeros for an empty clinic', async () => {
    const found = await rehearse(world(), identityOf('admin'), async (stage) => {
      for (const table of ['citas', 'studies', 'invoices']) {
        await stage.owner(`alter table public.${table} disable trigger user`)
        await stage.owner(`delete from public.${table}`)
      }
      return call(stage, `select public.admin_analytics() - 'users' - 'months' as value`)
    })
    const none = { total: 0, this_month: 0, change: 0 }
    expect(found).toEqual([
      {
        appointments: none,
        studies: none,
        daily_average: { value: 0, change: 0 },
        most_requested: null,
        requested: [],
        busiest: [],
        study_types: [],
        hours: {},
      },
    ])
  })
})
