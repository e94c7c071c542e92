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
  // Abbreviated, beside two words that are the same.
  ['MARIANA LOPEZ HDEZ', 'Mariana López Hernández'],
  ['Mariana Lopez Hernandez', 'Mariana López Hdez.'],
  ['MARIANA LPZ HERNANDEZ', 'Mariana López Hernández'],
  ['JUAN MTZ GLEZ PEREZ', 'Juan Pérez Martínez González'],
  ['MA GUADALUPE RUIZ PAZ', 'María Guadalupe Ruiz Paz'],
  ['Mª Guadalupe Ruiz', 'María Guadalupe Ruiz'],
  ['MA. GPE. RUIZ PAZ', 'María Guadalupe Ruiz Paz'],
  ['J. JESUS RUIZ PAZ', 'José Jesús Ruiz Paz'],
  ['FCO JAVIER RUIZ', 'Francisco Javier Ruiz'],
  // Letters that nobody could read count for nothing.
  ['MARIANA LàPEZ HERNµNDEZ', 'Mariana López Hernández'],
  ['MARIANA L?PEZ HERN?NDEZ', 'Mariana López Hernández'],
  ['MARIANA L\ufffdPEZ', 'Mariana López'],
  ['JESéS GARCÖA', 'Jesús García'],
  ['ANA NU#EZ', 'Ana Núñez'],
  ['ANA NU¥EZ', 'Ana Núñez'],
  ['ANA LÃ³PEZ', 'Ana López'],
  ['ANA NUÃ‘EZ', 'Ana Núñez'],
  ["Ana D'Angelo", 'Ana D’Angelo'],
  [undefined, 'Ana Ruiz'],
  ['', 'Ana Ruiz'],
  ['Ana Ruiz', null],
])('%j and %j are one person', (name, full_name) => expect(other(name, full_name)).toBe(false))

it.each([
  ['Luz Paz', 'Ana Ruiz'],
  ['Ana Ruiz', 'Ana Paz'],
  ['Ana Ruiz Paz', 'Ana Ruiz Gil'],
  ['Ana', 'Ana Ruiz'],
  ['Ana Hdez Paz', 'Ana Ruiz Paz'],
  ['Ana Hdez', 'Ana Hernández'],
  ['Ana Ruiz Paz', 'Adriana Ruiz Paz'],
  ['Rosa Ruiz Paz', 'Rosalía Ruiz Paz'],
  ['Ma Ruiz Paz', 'Mariana Ruiz Paz'],
  ['J Ruiz Paz', 'Juana Ruiz Paz'],
  ['Mtz Glez Paz', 'Martínez González Paz'],
  ['Ana L?pez', 'Ana Lara'],
  ['Ana ??? Paz', 'Ana Ruiz Paz Gil'],
  ['Ana Peña', 'Ana Pera'],
  ['王小东', 'Ana Ruiz'],
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
  // No day of birth but what programs write for none.
  ['1900-01-01', 36, false],
  ['1800-01-01', 36, false],
  ['1111-11-11', 36, false],
  ['9999-12-31', 36, false],
  ['2026-11-22', 36, false],
  ['1907-01-01', 36, true],
])('born %s and aged %s: somebody else is %s', (birthDate, age, expected) => {
  expect(seemsOther({ name: 'Ana Ruiz', birthDate }, { full_name: 'Ana Ruiz', age }, today)).toBe(expected)
})
