import { expect, test } from 'vitest'
import { readDay } from './typed-day.ts'

test.each([
  ['05/12/2026', '2026-12-05'],
  ['5/1/2027', '2027-01-05'],
  ['5-1-2027', '2027-01-05'],
  [' 05.12.2026 ', '2026-12-05'],
  ['2026-12-05', '2026-12-05'],
  ['29/02/2028', '2028-02-29'],
])('reads %s', (typed, day) => {
  expect(readDay(typed)).toBe(day)
})

test.each(['31/02/2026', '29/02/2027', '12/25/2026', '5/12/26', 'mañana', '00/01/2027'])(
  '%s is no day',
  (typed) => {
    expect(readDay(typed)).toBeUndefined()
  },
)
