import { expect, it } from 'vitest'
import { partOver } from './now-line.tsx'

it.each([
  ['09:30', '09:30', 0],
  ['09:30', '09:45', 0.5],
  ['09:30', '10:00', null],
  ['09:30', '09:29', null],
])('of the half hour at %s is over at %s: %s', (time, now, part) => {
  expect(partOver(time, now)).toBe(part)
})
