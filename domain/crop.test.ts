import { expect, it } from 'vitest'
import { middleOf, moved, zoomed } from './crop.ts'

const wide = { width: 1200, height: 800 }

it('begins with the largest square in the middle', () => {
  expect(middleOf(wide)).toEqual({ left: 200, top: 0, side: 800 })
  expect(middleOf({ width: 300, height: 900 })).toEqual({ left: 0, top: 300, side: 300 })
})

it('moves, and never leaves the picture', () => {
  expect(moved(middleOf(wide), 50, 10, wide)).toEqual({ left: 250, top: 0, side: 800 })
  expect(moved(middleOf(wide), -500, 0, wide)).toEqual({ left: 0, top: 0, side: 800 })
  expect(moved({ left: 0, top: 0, side: 200 }, 5000, 5000, wide)).toEqual({
    left: 1000,
    top: 600,
    side: 200,
  })
})

it('goes closer around the same middle, four times at most', () => {
  expect(zoomed(middleOf(wide), 2, wide)).toEqual({ left: 400, top: 200, side: 400 })
  expect(zoomed(middleOf(wide), 9, wide)).toEqual({ left: 500, top: 300, side: 200 })
})

it('comes back as far as there is, inside the picture', () => {
  const corner = moved(zoomed(middleOf(wide), 4, wide), 5000, 5000, wide)
  expect(zoomed(corner, 1, wide)).toEqual({ left: 400, top: 0, side: 800 })
  expect(zoomed(corner, 0, wide)).toEqual({ left: 400, top: 0, side: 800 })
})
