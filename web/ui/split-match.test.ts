import { expect, test } from 'vitest'
import { splitMatch } from './split-match.ts'

/** The pieces in one line, the marked ones in brackets. */
const told = (name: string, typed: string) =>
  splitMatch(name, typed)
    .map(({ text, marked }) => (marked ? `[${text}]` : text))
    .join('')

test.each([
  ['Dra. Alejandra Pérez', 'pe', 'Dra. Alejandra [Pé]rez'],
  ['Dra. Alejandra Pérez', 'PÉREZ', 'Dra. Alejandra [Pérez]'],
  ['Ñáñez', 'nan', '[Ñáñ]ez'],
  ['Juan', 'pe', 'Juan'],
  ['Juan', ' ', 'Juan'],
  ['Juan', '%', 'Juan'],
  ['Mariana López Hernández', 'hernandez mari', '[Mari]ana López [Hernández]'],
  ['Mariana López Hernández', 'LÓPEZ, mariana he', '[Mariana] [López] [He]rnández'],
  ['Mariana López', 'ana maria', '[Mariana] López'],
  ["Ana D'Angelo", 'd’angelo', "Ana [D'Angelo]"],
  ['Mª Elena', 'elena ma', '[Mª] [Elena]'],
  ['mariana@clinica.test', 'hernandez mariana', '[mariana]@clinica.test'],
])('%s for %s', (name, typed, pieces) => {
  expect(told(name, typed)).toBe(pieces)
})
