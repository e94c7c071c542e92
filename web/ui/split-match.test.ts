import { expect, test } from 'vitest'
import { splitMatch } from './split-match.ts'

test.each<[string, string, [string, string, string]]>([
  ['Dra. Alejandra Pérez', 'pe', ['Dra. Alejandra ', 'Pé', 'rez']],
  ['Dra. Alejandra Pérez', 'PÉREZ', ['Dra. Alejandra ', 'Pérez', '']],
  ['Ñáñez', 'nan', ['', 'Ñáñ', 'ez']],
  ['Juan', 'pe', ['Juan', '', '']],
  ['Juan', ' ', ['Juan', '', '']],
])('%s around %s', (name, typed, parts) => {
  expect(splitMatch(name, typed)).toEqual(parts)
})
