import { expect, it } from 'vitest'
import { parseRequestNumber, requestNumber } from './request-number.ts'

it.each([
  [1, '000001'],
  [123456, '123456'],
  [1234567, '1234567'],
])('%i reads %s', (id, number) => {
  expect(requestNumber(id)).toBe(number)
  expect(parseRequestNumber(number)).toBe(id)
})

it.each(['', '0', '-1', '1.5', 'abc', '1e3', '9'.repeat(16)])('no request has the number "%s"', (text) => {
  expect(parseRequestNumber(text)).toBeNull()
})
