import { expect, it } from 'vitest'
import { greeting } from './greeting.ts'

it.each([
  ['04:59', 'Buenas noches'],
  ['05:00', 'Buenos días'],
  ['11:59', 'Buenos días'],
  ['12:00', 'Buenas tardes'],
  ['18:59', 'Buenas tardes'],
  ['19:00', 'Buenas noches'],
])('at %s: %s', (time, words) => {
  expect(greeting(time)).toBe(words)
})
