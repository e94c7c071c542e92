import { expect, it } from 'vitest'
import { canLink, pairOf, pairProblem } from './pair-of.ts'

const study = (id: string, study_date: string, patient_id: string | null = 'p') => ({
  id,
  study_date,
  patient_id,
  created_at: '',
})
const kind = (kind: string | null) => ({ study_previews: kind ? ({ kind } as never) : null })

it('the earlier day stands first, whichever was opened', () => {
  const [early, late] = [study('a', '2024-03-01'), study('b', '2026-01-15')]
  const pair = [
    { study: early, when: 'Antes' },
    { study: late, when: 'Después' },
  ]
  expect(pairOf(early, late)).toEqual(pair)
  expect(pairOf(late, early)).toEqual(pair)
})

it('two of one day are neither before nor after', () => {
  const words = pairOf(study('a', '2024-03-01'), study('b', '2024-03-01')).map(({ when }) => when)
  expect(words).toEqual(['Mismo día (1)', 'Mismo día (2)'])
})

it.each([
  ['two of one patient', study('a', 'x'), study('b', 'x'), null],
  ['one that may not be read', study('a', 'x'), null, 'missing'],
  ['the same twice', study('a', 'x'), study('a', 'x'), 'same'],
  ['another patient’s', study('a', 'x'), study('b', 'x', 'q'), 'another_patient'],
  ['two of nobody', study('a', 'x', null), study('b', 'x', null), 'another_patient'],
])('%s: %#', (_what, one, other, problem) => expect(pairProblem(one, other)).toBe(problem))

it.each([
  ['volume', 'volume', true],
  ['image', 'photo', true],
  ['volume', 'photo', false],
  ['mesh', 'mesh', false],
  [null, 'photo', true],
])('%s and %s are linked: %s', (one, other, can) => expect(canLink(kind(one), kind(other))).toBe(can))
