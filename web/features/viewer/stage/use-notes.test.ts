import { expect, it } from 'vitest'
import { linesOf } from './use-notes.ts'

it.each([
  ['', []],
  ['  Diente   38 ', ['Diente 38']],
  [
    'Zona radiolúcida de bordes definidos en contacto',
    ['Zona radiolúcida de bordes definidos en', 'contacto'],
  ],
  ['x'.repeat(45), ['x'.repeat(45)]],
])('the words of a note stand in lines of at most forty letters: %j', (text, lines) => {
  expect(linesOf(text)).toEqual(lines)
})
