import { expect, it } from 'vitest'
import { nextOf, previewOf } from './day-plan.ts'

const at = (appointment_time: string | null, status = 'pendiente') => ({ appointment_time, status })

it('the next appointment is the first open one that has not begun', () => {
  const rows = [
    at('09:30:00', 'completada'),
    at('10:00:00'),
    at('10:30:00', 'cancelada'),
    at('11:00:00', 'confirmada'),
    at(null),
  ]
  expect(nextOf(rows, '10:00')).toBe(rows[1])
  expect(nextOf(rows, '10:01')).toBe(rows[3])
  expect(nextOf(rows, '11:01')).toBeUndefined()
})

it.each([
  [0, '12345'],
  [2, '12345'],
  [4, '12345'],
  [7, '12348'],
  [-1, '12345'],
])('a preview of eight rows has the first, and the one at %i', (focus, shown) => {
  expect(previewOf([...'12345678'], 5, focus).join('')).toBe(shown)
})

it('a short list is shown whole', () => {
  expect(previewOf([1, 2, 3], 5, 2)).toEqual([1, 2, 3])
})
