import { expect, it } from 'vitest'
import { daysOf, firstFree, stripStart } from './open-days.ts'

const start = (day: string, time: string, taken = false) => ({ day, time, taken })
const starts = [
  start('2026-11-24', '09:30', true),
  start('2026-11-26', '09:30', true),
  start('2026-11-26', '10:00'),
]

it('gives every day its starts, and counts the free ones', () => {
  expect(daysOf('2026-11-24', 3, starts)).toEqual([
    { day: '2026-11-24', free: 0, slots: [{ time: '09:30', taken: true }] },
    { day: '2026-11-25', free: 0, slots: [] },
    {
      day: '2026-11-26',
      free: 1,
      slots: [
        { time: '09:30', taken: true },
        { time: '10:00', taken: false },
      ],
    },
  ])
})

it('finds the first day with a free start', () => {
  expect(firstFree(daysOf('2026-11-24', 3, starts))?.day).toBe('2026-11-26')
  expect(firstFree(daysOf('2026-11-24', 2, starts))).toBeUndefined()
})

it.each([
  ['2026-12-01', '2026-12-01'],
  ['2026-11-20', '2026-11-23'],
  [null, '2026-11-23'],
])('for the wish %s begins on %s', (wanted, first) => {
  expect(stripStart(wanted, '2026-11-23')).toBe(first)
})
