import { expect, it } from 'vitest'
import { commonPasswords } from './common-passwords.ts'
import { isEasyToGuess, newPasswordProblem, newPasswordProblems } from './password.ts'

const tooLong =
  'La contraseña es demasiado larga: usa 72 caracteres como máximo (los acentos, la ñ y los emojis ocupan más).'
const easy =
  'Esa contraseña es fácil de adivinar. Elige otra que no sea una palabra común, el correo ni el nombre de la clínica: por ejemplo, tres palabras sin relación entre sí.'

it.each([
  ['tres-lunas', 'tres-Lunas', 'Las contraseñas no coinciden.'],
  ['corta', 'corta', 'La contraseña debe tener al menos 6 caracteres.'],
  ['', '', 'La contraseña debe tener al menos 6 caracteres.'],
  ['🦷🦷🦷', '🦷🦷🦷', 'La contraseña debe tener al menos 6 caracteres.'],
  ['muelas', 'muelas', null],
  ['a'.repeat(72), 'a'.repeat(72), null],
  ['a'.repeat(73), 'a'.repeat(73), tooLong],
  ['ñ'.repeat(37), 'ñ'.repeat(37), tooLong],
  ['secreta', 'secreta', easy],
])('the password $0 repeated as $1', (password, repeat, problem) => {
  expect(newPasswordProblem(password, repeat)).toBe(problem)
})

it('needs no repetition where nobody types it twice', () => {
  expect(newPasswordProblem('tres-lunas')).toBeNull()
})

it.each([
  '123456',
  'password',
  'PASSWORD',
  'Password1!',
  'Contraseña',
  'contrasena123',
  'México',
  'Mexico2026!',
  'América.',
  'CHIVAS10',
  'futbol12345',
  'abc123',
  'iloveyou!!!',
  'qwerty.1',
  '12345678!',
])('refuses the common password %s', (password) => {
  expect(isEasyToGuess(password)).toBe(true)
})

it.each([
  // The demo clinic's password.
  'Demo-2026!',
  'mexico-lindo-y-querido',
  'mexico123456',
  '2026mexico',
  'contraseñas-largas',
  '739154',
  'x7Kp2mQw9Rtz',
])('takes %s', (password) => {
  expect(isEasyToGuess(password)).toBe(false)
})

const own = ['Ana.Ruiz@correo.mx', 'Imagen Índice']
it.each([
  'anaruiz',
  'ana.ruiz',
  'Ana.Ruiz1',
  'ruiz2026!',
  'ana.ruiz@correo.mx',
  'ÍNDICE',
  'indice1',
  'ImagenIndice',
  'imagen índice',
])('refuses %s for Ana Ruiz in her clinic, and for nobody else', (password) => {
  expect(newPasswordProblem(password, password, own)).toBe(easy)
  expect(newPasswordProblem(password, password, ['otra@correo.mx', 'Otra'])).toBeNull()
})

it.each(['ana-2026!', 'anaruizana', 'correo.mx', 'imagen-indice-7'])('takes %s from Ana Ruiz', (password) => {
  expect(newPasswordProblem(password, password, own)).toBeNull()
})

it('makes no name of what is empty', () => {
  expect(isEasyToGuess('1234', ['', '@', ' '])).toBe(false)
})

it('knows some hundreds of words, each written as it is compared, and stays small', () => {
  expect(commonPasswords.size).toBeGreaterThan(400)
  expect([...commonPasswords].filter((word) => !/^[a-z\d@]+$/.test(word))).toEqual([])
  expect([...commonPasswords].join(' ').length).toBeLessThan(4096)
})

it('of a form with two fields, says that they differ at the second one, once the first is fine', () => {
  expect(newPasswordProblems({ password: 'abc', repeat: 'abd' }, [])).toEqual({
    password: newPasswordProblem('abc'),
    repeat: null,
  })
  expect(newPasswordProblems({ password: 'Molar-77-azul', repeat: 'otra' }, [])).toEqual({
    password: null,
    repeat: newPasswordProblem('Molar-77-azul', 'otra'),
  })
})
