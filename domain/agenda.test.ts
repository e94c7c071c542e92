import { describe, expect, it } from 'vitest'
import { agendaOf, isOutsideHours } from './agenda.ts'
import { seedHours as hours, seedWeek } from './clinic-hours.ts'

const zone = 'America/Mexico_City'
const friday = '2026-11-20'
const sunday = '2026-11-22'
const before = { hours, now: new Date('2026-11-19T12:00:00Z'), zone }

const appointment = (appointment_time: string | null, status = 'pendiente') => ({ appointment_time, status })

it('has a row for each half hour of the clinic, fewer on Sundays', () => {
  expect(agendaOf(friday, [], before).rows.map(({ time }) => time)).toHaveLength(18)
  expect(agendaOf(sunday, [], before).rows.at(-1)).toEqual({ time: '13:00', appointments: [], free: true })
})

it('puts each appointment in its slot, which then is not free', () => {
  const booked = appointment('10:00:00')
  const { rows, loose } = agendaOf(friday, [booked], before)
  expect(rows[0]).toEqual({ time: '09:30', appointments: [], free: true })
  expect(rows[1]).toEqual({ time: '10:00', appointments: [booked], free: false })
  expect(loose).toEqual([])
})

it('keeps the slot of a cancelled appointment free, and shows who booked it again first', () => {
  const [cancelled, booked] = [appointment('10:00', 'Cancelada'), appointment('10:00:00', 'completada')]
  expect(agendaOf(friday, [cancelled], before).rows[1]).toEqual({
    time: '10:00',
    appointments: [cancelled],
    free: true,
  })
  expect(agendaOf(friday, [cancelled, booked], before).rows[1]).toEqual({
    time: '10:00',
    appointments: [booked, cancelled],
    free: false,
  })
})

it('keeps apart what has no time, or one between or after the slots of that day', () => {
  const appointments = [appointment(null), appointment('10:15'), appointment('15:00'), appointment('18:30')]
  expect(agendaOf(friday, appointments, before).loose).toEqual([
    appointments[0],
    appointments[1],
    appointments[3],
  ])
  expect(agendaOf(sunday, appointments, before).loose).toEqual(appointments)
})

it('offers no slot that has begun by the clock of the clinic', () => {
  // 17:40 at the clinic; 23:40 in UTC.
  const { rows } = agendaOf(friday, [], { hours, now: new Date('2026-11-20T23:40:00Z'), zone })
  expect(rows.filter(({ free }) => free).map(({ time }) => time)).toEqual(['18:00'])
  expect(agendaOf(friday, [], { hours, now: new Date('2026-11-21T12:00:00Z'), zone }).rows).toHaveLength(18)
  expect(
    agendaOf(friday, [], { hours, now: new Date('2026-11-21T12:00:00Z'), zone }).rows.some(
      ({ free }) => free,
    ),
  ).toBe(false)
})

describe('an appointment outside of hours', () => {
  const closed = {
    doctor_id: 'ana',
    kind: 'ausencia',
    first_day: '2026-11-25',
    last_day: '2026-11-25',
    opens: null,
    closes: null,
    label: null,
  } as const
  const known = { week: seedWeek, closures: [closed] }
  const booked = {
    doctor_id: 'ana',
    appointment_date: '2026-11-25',
    appointment_time: '10:00:00',
    status: 'pendiente',
  }
  const isOutside = (change: object, today = '2026-11-23') =>
    isOutsideHours({ ...booked, ...change }, known, today)

  it('is an open one of today or later at no slot of its own doctor', () => {
    expect(isOutside({})).toBe(true)
    expect(isOutside({}, '2026-11-25')).toBe(true)
    expect(isOutside({ doctor_id: 'luz' })).toBe(false)
    expect(isOutside({ doctor_id: 'luz', appointment_time: '18:30' })).toBe(true)
  })

  it('is none that is past, final or without a time', () => {
    expect(isOutside({}, '2026-11-26')).toBe(false)
    expect(['completada', 'cancelada', 'raro'].some((status) => isOutside({ status }))).toBe(false)
    expect(isOutside({ appointment_time: null })).toBe(false)
  })
})
