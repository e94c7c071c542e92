import { expect, it } from 'vitest'
import { agendaOf, shortTime } from './agenda.ts'

const zone = 'America/Mexico_City'
const friday = '2026-11-20'
const sunday = '2026-11-22'
const before = { now: new Date('2026-11-19T12:00:00Z'), zone }

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
  const { rows } = agendaOf(friday, [], { now: new Date('2026-11-20T23:40:00Z'), zone })
  expect(rows.filter(({ free }) => free).map(({ time }) => time)).toEqual(['18:00'])
  expect(agendaOf(friday, [], { now: new Date('2026-11-21T12:00:00Z'), zone }).rows).toHaveLength(18)
  expect(
    agendaOf(friday, [], { now: new Date('2026-11-21T12:00:00Z'), zone }).rows.some(({ free }) => free),
  ).toBe(false)
})

it.each([
  ['09:30:00', '09:30'],
  ['13:00', '01:00'],
  ['18:00', '06:00'],
  ['08:00', '08:00 a. m.'],
  ['20:00', '08:00 p. m.'],
  ['10:15', '10:15 a. m.'],
  [null, 'Por definir'],
])('%s is short for narrow places: %s', (time, short) => {
  expect(shortTime(time)).toBe(short.replaceAll(' ', '\u00a0').replace('Por\u00a0', 'Por '))
})
