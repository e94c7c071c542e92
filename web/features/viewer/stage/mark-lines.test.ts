import { expect, it } from 'vitest'
import { linesOf } from './mark-lines.ts'

const matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }
const points = [
  { x: 0, y: 0 },
  { x: 30, y: 40 },
]
const spacing = { known: 'mm', column: 0.2, row: 0.2 } as const

it.each([
  ['as it was stored', 10, '10.0 mm · Dra. Rivas'],
  ['otherwise than it was stored', 10.4, '10.0 mm · Medida recalculada · Dra. Rivas'],
])('says what is measured now, %s', (_, value, text) => {
  const stored = { value, unit: 'mm' } as const
  expect(linesOf({ kind: 'length', points, stored, author: 'Dra. Rivas' }, matrix, spacing).text).toBe(text)
})

it('a length across slices whose distance is assumed says so, and is no other than was stored', () => {
  const mark = { kind: 'length', points, stored: { value: 10, unit: 'mm' } } as const
  expect(linesOf(mark, matrix, { ...spacing, assumed: true }).text).toBe('10.0 mm supuestos')
})

it.each([
  ['to the right and down', [30, 0], [0, 30], { x: 1, y: -1 }],
  ['to the right and up', [40, -10], [-20, 10], { x: -1, y: -1 }],
  ['up on both sides', [30, -30], [-30, -30], { x: 1, y: 1 }],
])('the number of an angle whose arms lead %s lies on none of them', (_, one, other, beside) => {
  const points = [one, [0, 0], other].map(([x = 0, y = 0]) => ({ x, y }))
  expect(linesOf({ kind: 'angle', points }, matrix).beside).toEqual(beside)
})
