import { expect, it } from 'vitest'
import { seemsOther } from './patient-match.ts'

const today = '2026-11-21'
const other = (name: string | undefined, full_name: string | null) =>
  seemsOther({ name }, { full_name, age: null }, today)

it.each([
  ['Lucía Fernanda Prueba', 'Lucía Fernanda Prueba'],
  ['LUCIA FERNANDA PRUEBA', 'Lucía Fernanda Prueba'],
  ['Prueba, Lucía Fernanda', 'Lucía Fernanda Prueba'],
  ['Lucia Prueba', 'Lucía Fernanda Prueba'],
  ['José Núñez Ibáñez', 'Jose Nunez'],
  ['María de la Luz Peña', 'Maria Luz Peña'],
  ['Dra. Ana Ruiz', 'Ana Ruiz'],
  ['Ana Ruiz', 'Ana Ruiz y Ruiz'],
  [undefined, 'Ana Ruiz'],
  ['', 'Ana Ruiz'],
  ['Ana Ruiz', null],
])('%j and %j are one person', (name, full_name) => expect(other(name, full_name)).toBe(false))

it.each([
  ['Luz Paz', 'Ana Ruiz'],
  ['Ana Ruiz', 'Ana Paz'],
  ['Ana Ruiz Paz', 'Ana Ruiz Gil'],
  ['Ana', 'Ana Ruiz'],
  ['Ana Ruiz', 'Ana Ruiz Gil Paz'],
  ['Ana Ana', 'Ana Ruiz'],
  ['Anonymous', 'Ana Ruiz'],
])('%j and %j are not', (name, full_name) => expect(other(name, full_name)).toBe(true))

it.each([
  ['1990-11-21', 36, false],
  ['1990-11-22', 35, false],
  ['1990-11-22', 36, false],
  ['1990-11-22', 37, true],
  ['1990-01-01', 31, false],
  ['1990-01-01', 30, true],
  ['1990-01-01', null, false],
])('born %s and aged %s: somebody else is %s', (birthDate, age, expected) => {
  expect(seemsOther({ name: 'Ana Ruiz', birthDate }, { full_name: 'Ana Ruiz', age }, today)).toBe(expected)
})
