import { expect, it } from 'vitest'
import { dailyAverage, daysInMonth, formatChange, monthChange } from './change.ts'

it.each([
  [0, 0, 0, '0%'],
  [5, 0, 100, '+100%'],
  [0, 5, -100, '-100%'],
  [12, 10, 20, '+20%'],
  [2, 3, -33, '-33%'],
  [10, 10, 0, '0%'],
  [399, 400, 0, '0%'],
  [315, 200, 58, '+58%'],
])('%i after %i is a change of %i', (current, previous, percentage, shown) => {
  expect(monthChange(current, previous)).toBe(percentage)
  expect(formatChange(monthChange(current, previous))).toBe(shown)
})

it.each([
  ['2026-11-20', 30],
  ['2026-12-31', 31],
  ['2024-02-01', 29],
  ['2026-02-28', 28],
])('the month of %s has %i days', (day, days) => {
  expect(daysInMonth(day)).toBe(days)
})

it('the daily average divides by every day of the month', () => {
  expect(dailyAverage(100, '2026-11-20')).toBe(3)
  expect(dailyAverage(105, '2026-11-20')).toBe(4)
  expect(dailyAverage(0, '2026-11-20')).toBe(0)
})
