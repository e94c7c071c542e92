import { expect, it } from 'vitest'
import { findPhrases, hasBlank, inserted, nextBlank, slashBefore } from './report-blanks.ts'

it('finds blanks one after the other', () => {
  const text = 'Diente [número] con [hallazgo].'
  expect(nextBlank(text, 0)).toEqual({ start: 7, end: 15 })
  expect(nextBlank(text, 15)).toEqual({ start: 20, end: 30 })
  expect(nextBlank(text, 30)).toBeNull()
  expect([hasBlank(text), hasBlank('Diente 36'), hasBlank('Un ] y un [')]).toEqual([true, false, false])
})

it('knows a slash that begins a word', () => {
  expect(slashBefore('Hueso /sen', 10)).toEqual({ start: 6, typed: 'sen' })
  expect(slashBefore('/', 1)).toEqual({ start: 0, typed: '' })
  expect(slashBefore('12/11', 5)).toBeNull()
  expect(slashBefore('Hueso /sen os', 13)).toBeNull()
})

it('puts a phrase at the cursor and goes to its first blank', () => {
  expect(inserted('Ver /se.', { start: 4, end: 7 }, 'seno [lado] libre')).toEqual({
    text: 'Ver seno [lado] libre.',
    select: { start: 9, end: 15 },
  })
  expect(inserted('Ver ', { start: 4, end: 4 }, 'todo').select).toEqual({ start: 8, end: 8 })
})

it('finds phrases by letters without accents, those that begin with them first', () => {
  const phrases = [
    { title: 'Senos libres', text: 'Ambos senos.' },
    { title: 'Lesión apical', text: 'Imagen en [diente].' },
    { title: 'Sin lesiones', text: 'Nada.' },
    { title: 'Otro', text: 'Con lesion vieja.' },
  ]
  expect(findPhrases(phrases, 'LESIÓN').map(({ title }) => title)).toEqual([
    'Lesión apical',
    'Sin lesiones',
    'Otro',
  ])
  expect(findPhrases(phrases, '')).toHaveLength(4)
  expect(findPhrases(phrases, 'zzz')).toEqual([])
})
