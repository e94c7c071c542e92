import { expect, it } from 'vitest'
import { axisTop, percentOf, shadeOf } from './scale.ts'

it.each([
  [0, 1000],
  [999, 1000],
  [1000, 1000],
  [1001, 2000],
  [5000, 5000],
  [15_750.25, 20_000],
  [42_000, 50_000],
  [99_999, 100_000],
  [1_234_567, 2_000_000],
  [2_320_983, 3_000_000],
])('an axis for %d ends at %d', (most, top) => {
  expect(axisTop(most, 1000)).toBe(top)
})

it('keeps a little visible, and nothing invisible', () => {
  expect(percentOf(0, 1000)).toBe(0)
  expect(percentOf(1, 1_000_000)).toBe(1)
  expect(percentOf(500, 1000)).toBe(50)
  expect(percentOf(5, 0)).toBe(0)
})

it('has four shades for what there is', () => {
  expect([0, 1, 25, 26, 50, 51, 75, 76, 100].map((value) => shadeOf(value, 100))).toEqual([
    0, 1, 1, 2, 2, 3, 3, 4, 4,
  ])
  expect(shadeOf(0, 0)).toBe(0)
})
