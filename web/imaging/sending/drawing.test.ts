// @vitest-environment node
import { expect, it } from 'vitest'
import type { GreyPicture } from '#web/imaging/types.ts'
import { drawingOf, sizeWithin, tintOf } from './drawing.ts'

const grey: GreyPicture = {
  kind: 'grey',
  columns: 2,
  rows: 1,
  pixels: Uint8Array.of(0, 200),
  slope: 1,
  intercept: 0,
  windows: [{ center: 100, width: 100 }],
  inverted: false,
  range: [0, 200],
  spacing: { known: 'mm', row: 0.4, column: 0.2 },
}

it('draws an image with its own window, and its pixels as high as they are', () => {
  const { pixels, ratio } = drawingOf(grey)
  expect([...pixels]).toEqual([0, 0, 0, 255, 255, 255, 255, 255])
  expect(ratio).toBe(2)
})

it.each([
  ['a large one', { columns: 2000, rows: 1000, ratio: 1 }, { width: 480, height: 240 }],
  ['a small one stays', { columns: 100, rows: 80, ratio: 1 }, { width: 100, height: 80 }],
  ['high pixels', { columns: 100, rows: 80, ratio: 2 }, { width: 100, height: 160 }],
  ['flat pixels', { columns: 100, rows: 80, ratio: 0.5 }, { width: 200, height: 80 }],
  ['a thread', { columns: 9000, rows: 1, ratio: 1 }, { width: 480, height: 1 }],
])('keeps everything of %s within the longer side', (_, drawing, size) => {
  expect(sizeWithin(drawing, 480)).toEqual(size)
})

it('gives the mean colour as 6 hex digits', () => {
  expect(tintOf(Uint8ClampedArray.of(0, 10, 255, 255, 2, 20, 255, 255))).toBe('010fff')
})
