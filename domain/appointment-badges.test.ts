import { expect, it } from 'vitest'
import { type Badged, hasBegun, isOverbooked, isWarned, overbookingReason } from './appointment-badges.ts'

const appointment = (more: Partial<Badged> = {}): Badged => ({
  appointment_date: '2026-11-24',
  appointment_time: '10:00:00',
  status: 'pendiente',
  seat: 0,
  warned_at: null,
  over: [],
  ...more,
})
const reason = (text: string, to_time = '10:00:00', at = '2026-11-20T12:00:00Z') => ({
  to_day: '2026-11-24',
  to_time,
  reason: text,
  at,
})

it('gives the reason of the start that it has now, the latest of several', () => {
  expect(overbookingReason(appointment())).toBeNull()
  expect(overbookingReason(appointment({ over: [reason('Dolor', '09:00:00')] }))).toBeNull()
  const later = reason('Viene de lejos', undefined, '2026-11-20T12:00:01Z')
  expect(overbookingReason(appointment({ over: [later, reason('Dolor')] }))).toBe('Viene de lejos')
})

it('is overbooked behind others, or outside of the hours with a reason', () => {
  const over = [reason('Dolor')]
  expect(isOverbooked(appointment({ seat: 1, over }), false)).toBe(true)
  expect(isOverbooked(appointment({ over }), true)).toBe(true)
  expect(isOverbooked(appointment(), true)).toBe(false)
  // Moved up to the first seat.
  expect(isOverbooked(appointment({ over }), false)).toBe(false)
  expect(isOverbooked(appointment({ seat: 1, over, status: 'cancelada' }), false)).toBe(false)
})

it('is warned of while it stands', () => {
  const warned_at = '2026-11-24T12:00:00Z'
  expect(isWarned(appointment({ warned_at }))).toBe(true)
  expect(isWarned(appointment({ warned_at, status: 'no_asistio' }))).toBe(false)
  expect(isWarned(appointment())).toBe(false)
})

it.each([
  [{}, false],
  [{ appointment_time: '09:30:00' }, true],
  [{ appointment_time: '09:59:00' }, true],
  [{ appointment_time: null }, true],
  [{ appointment_date: '2026-11-23' }, true],
  [{ appointment_date: '2026-11-25', appointment_time: null }, false],
])('has begun at 09:59 of its day: %j %s', (more, begun) => {
  expect(hasBegun(appointment(more), { day: '2026-11-24', time: '09:59' })).toBe(begun)
})
