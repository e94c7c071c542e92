import { expect, it } from 'vitest'
import { seedWeek } from './clinic-hours.ts'
import { closedWeek, weekDraftOf, weekProblems, weekRowsOf } from './week-draft.ts'

const split = [
  { opens: '16:00', closes: '18:30' },
  { opens: '09:30', closes: '14:00' },
]
const onMonday = (...windows: [string, string][]) =>
  weekProblems({ ...closedWeek(), lunes: windows.map(([opens, closes]) => ({ opens, closes })) }).lunes

it('a week comes back as it was stored', () => {
  const draft = weekDraftOf(seedWeek.map((row) => ({ ...row, opens: `${row.opens}:00` })))
  expect(draft.domingo).toEqual([{ opens: '09:30', closes: '13:30' }])
  expect(weekRowsOf(draft)).toEqual(seedWeek.map(({ doctor_id: _, ...row }) => row))
})

it('the hours of a day stand in their order', () => {
  const rows = split.map((hours) => ({ weekday: 3, ...hours }))
  expect(weekDraftOf(rows).miércoles).toEqual([...split].reverse())
})

it('a split day, hours that touch and a closed week are right', () => {
  expect(weekProblems({ ...closedWeek(), martes: split })).toEqual({})
  expect(onMonday(['09:30', '14:00'], ['14:00', '24:00'])).toBeUndefined()
})

it.each<[string, [string, string][]]>([
  ['Usa horas en punto o y media.', [['09:15', '14:00']]],
  ['Usa horas en punto o y media.', [['', '14:00']]],
  ['La hora de cierre debe ser posterior.', [['14:00', '14:00']]],
  [
    'Los horarios de lunes se enciman.',
    [
      ['12:00', '15:00'],
      ['09:00', '12:30'],
    ],
  ],
  [
    'Agrega como máximo 4 horarios por día.',
    ['08', '10', '12', '14', '16'].map((hour): [string, string] => [`${hour}:00`, `${hour}:30`]),
  ],
])('%s', (sentence, windows) => {
  expect(onMonday(...windows)).toBe(sentence)
})
