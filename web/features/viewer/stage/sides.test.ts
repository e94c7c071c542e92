import { expect, it } from 'vitest'
import { fitted, matrixOf } from '#web/imaging/view/view.ts'
import { sidesOfPicture } from './sides.tsx'

const extent = { columns: 100, rows: 80, aspect: 1 }
const stage = { width: 400, height: 300 }
const lying = (turns: number, mirrored = false) =>
  matrixOf(fitted(extent, stage, { turns, mirrored }), extent, stage)
const axial = { row: [1, 0, 0], column: [0, 1, 0] } as const

it.each([
  ['as it is', axial, lying(0), { left: 'D', right: 'I' }],
  ['mirrored', axial, lying(0, true), { left: 'I', right: 'D' }],
  ['turned over', axial, lying(2), { left: 'I', right: 'D' }],
  // The back, which was below, is on the left.
  ['a quarter clockwise', axial, lying(1), { left: 'P', right: 'A' }],
  [
    'seen from the side',
    { row: [0, 1, 0], column: [0, 0, -1] } as const,
    lying(0),
    { left: 'A', right: 'P' },
  ],
  ['head and feet at the sides', { row: [0, 1, 0], column: [0, 0, -1] } as const, lying(1), null],
])('a slice %s has the letters of where its sides are in the patient', (_, directions, matrix, sides) => {
  expect(sidesOfPicture(directions, matrix)).toEqual(sides)
})
