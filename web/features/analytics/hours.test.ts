import { expect, it } from 'vitest'
import { hourRows } from './hours.ts'

it('adds the half hours of each hour up, by week day, and leaves no hour between them out', () => {
  expect(hourRows({ 1: { '09:30': 2 }, 7: { '11:00': 3, '11:30': 4 } })).toEqual([
    { hour: '09:00', days: [2, 0, 0, 0, 0, 0, 0] },
    { hour: '10:00', days: [0, 0, 0, 0, 0, 0, 0] },
    { hour: '11:00', days: [0, 0, 0, 0, 0, 0, 7] },
  ])
  expect(hourRows({})).toEqual([])
})
