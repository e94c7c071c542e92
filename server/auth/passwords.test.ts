import { expect, it } from 'vitest'
import { checkNewPassword, hashPassword, isBcryptHash, passwordMatches } from './passwords.ts'

it('opens with the right password only', async () => {
  const stored = await hashPassword('Contraseña-1')
  expect(stored).toMatch(/^\$2[ab]\$10\$/)
  expect(isBcryptHash(stored)).toBe(true)
  expect(await passwordMatches('Contraseña-1', stored)).toBe(true)
  expect(await passwordMatches('contraseña-1', stored)).toBe(false)
})

it('never opens an account without a password', async () => {
  expect(await passwordMatches('', null)).toBe(false)
  expect(await passwordMatches('', '')).toBe(false)
})

it('does not let the first 72 bytes stand for a longer password', async () => {
  const stored = await hashPassword('a'.repeat(72))
  expect(await passwordMatches('a'.repeat(72), stored)).toBe(true)
  expect(await passwordMatches('a'.repeat(73), stored)).toBe(false)
})

it.each([
  ['corta', 'weak_password'],
  ['secreta1', 'weak_password'],
  ['ana2026!', 'weak_password'],
  ['🦷🦷🦷', 'weak_password'],
  ['a'.repeat(73), 'validation_failed'],
  ['ñ'.repeat(37), 'validation_failed'],
  ['secreta\0mente', 'validation_failed'],
])('refuses %j as a new password', (password, code) => {
  expect(() => checkNewPassword(password, ['ana@clinica.test'])).toThrow(
    expect.objectContaining({ status: 422, code }),
  )
})

it.each(['muelas', 'a'.repeat(72), 'ñandú1'])('takes %j as a new password', (password) => {
  expect(() => checkNewPassword(password, ['ana@clinica.test'])).not.toThrow()
})

it.each(['', 'Demo-2026!', '$2b$31$aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '$1$abc'])(
  'does not take %j for a stored hash',
  (text) => {
    expect(isBcryptHash(text)).toBe(false)
  },
)
