import { expect, it } from 'vitest'
import { daysOf, firstFree, firstFreeStart, stripStart } from './open-days.ts'

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
  [null, '2026-11-24 18:00'],
  [{ day: '2026-11-24', time: '18:00' }, '2026-11-24 18:00'],
  [{ day: '2026-11-25', time: '17:49' }, '2026-11-25 18:00'],
  [{ day: '2026-11-25', time: '18:01' }, '2026-11-26 09:30'],
  [{ day: '2026-11-27', time: '00:00' }, undefined],
])('proposes nothing before %j', (from, found) => {
  const days = daysOf('2026-11-24', 3, [
    start('2026-11-24', '17:30', true),
    start('2026-11-24', '18:00'),
    start('2026-11-25', '17:30'),
    start('2026-11-25', '18:00'),
    start('2026-11-26', '09:30'),
  ])
  const first = firstFreeStart(days, from)
  expect(first && `${first.day} ${first.time}`).toBe(found)
})

it.each([
  ['2026-12-01', '2026-12-01'],
  ['2026-11-20', '2026-11-23'],
  [null, '2026-11-23'],
])('for the wish %s begins on %s', (wanted, first) => {
  expect(stripStart(wanted, '2026-11-23')).toBe(first)
})
