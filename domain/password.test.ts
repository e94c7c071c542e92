import { expect, it } from 'vitest'
import { newPasswordProblem } from './password.ts'

const tooLong =
  'La contraseña es demasiado larga: usa 72 caracteres como máximo (los acentos, la ñ y los emojis ocupan más).'

it.each([
  ['secreta', 'secretA', 'Las contraseñas no coinciden.'],
  ['corta', 'corta', 'La contraseña debe tener al menos 6 caracteres.'],
  ['', '', 'La contraseña debe tener al menos 6 caracteres.'],
  ['🦷🦷🦷', '🦷🦷🦷', 'La contraseña debe tener al menos 6 caracteres.'],
  ['secret', 'secret', null],
  ['a'.repeat(72), 'a'.repeat(72), null],
  ['a'.repeat(73), 'a'.repeat(73), tooLong],
  ['ñ'.repeat(37), 'ñ'.repeat(37), tooLong],
])('the password %s repeated as %s answers %j', (password, repeat, problem) => {
  expect(newPasswordProblem(password, repeat)).toBe(problem)
})

it('needs no repetition where nobody types it twice', () => {
  expect(newPasswordProblem('secreta')).toBeNull()
})
