import { expect, it } from 'vitest'
import { closedWords, isLate } from './appointment-day.ts'

const at = (appointment_time: string | null, status = 'pendiente', appointment_date = '2026-11-20') => ({
  appointment_date,
  appointment_time,
  status,
})

it.each([
  [at('10:00:00'), '10:15', false],
  [at('10:00:00'), '10:16', true],
  [at('10:00:00', 'confirmada'), '11:00', true],
  [at('10:00:00', 'completada'), '11:00', false],
  [at('10:00:00', 'no_asistio'), '11:00', false],
  [at(null), '11:00', false],
  [at(null, 'pendiente', '2026-11-19'), '11:00', true],
  [at('10:00:00', 'pendiente', '2026-11-21'), '11:00', false],
])('%j at %s is late: %s', (appointment, time, expected) => {
  expect(isLate(appointment, { day: '2026-11-20', time })).toBe(expected)
})

it('counts what became of closed appointments', () => {
  const all = ['completada', 'completada', 'cancelada', 'no_asistio', 'no_asistio'].map((status) => ({
    status,
  }))
  expect(closedWords(all)).toBe('2 atendidas, 1 cancelada, 2 no asistieron')
  expect(closedWords(all.slice(0, 1))).toBe('1 atendida')
})
