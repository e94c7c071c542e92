import { expect, test } from 'vitest'
import { ownCode, ownMessage, ownStatus } from './own-message.ts'

test.each([400, 401, 403, 404, 409, 429, 503])('a message of ours under %i says so by its code', (status) => {
  expect(ownStatus(ownCode(status))).toBe(status)
})

test('only a message of ours is read', () => {
  expect(ownMessage('PT400', 'Edad: escribe un número entero entre 0 y 130.')).toBe(
    'Edad: escribe un número entero entre 0 y 130.',
  )
  expect(ownMessage('23514', 'Edad: escribe un número entero entre 0 y 130.')).toBeNull()
  expect(ownMessage(undefined, 'Edad: escribe un número entero entre 0 y 130.')).toBeNull()
  expect(ownMessage('PT400', { text: 'Edad' })).toBeNull()
})

test.each(['23514', '42501', 'P0001', 'PGRST116', 'PT200', 'PTxyz', 'PT4000', 'pt400', ' PT400', ''])(
  'code %j is not ours',
  (code) => {
    expect(ownStatus(code)).toBeNull()
  },
)
