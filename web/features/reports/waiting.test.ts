import { expect, it } from 'vitest'
import { waitingSince } from './waiting.ts'

it.each([
  ['2026-11-27', 'desde hoy', false],
  ['2026-11-26', 'desde hoy', false],
  ['2026-11-25', 'desde ayer', false],
  ['2026-11-20', 'hace 6 días', false],
  ['2026-11-19', 'hace 7 días', true],
  ['2026-08-31', 'hace 87 días', true],
])('a study that waits since %s has waited %s; a week is too long', (day, words, isLong) => {
  expect(waitingSince(day, '2026-11-26')).toEqual({ words, isLong })
})
