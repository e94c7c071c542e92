import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import type { Shown } from './shown.ts'
import { usePainted } from './use-painted.ts'

beforeEach(() => {
  const drawing = { setTransform() {}, fillRect() {}, drawImage() {} }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(drawing as never)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const stage = { width: 1200, height: 900, ratio: 3 }
const picture = (): Shown => ({
  kind: 'photo',
  columns: 300,
  rows: 225,
  image: {} as ImageBitmap,
  factor: 1,
})

/** Draws pictures of so many times their size on a dense screen. */
function drawn(scale: number, dragging = false) {
  const canvas = { current: document.createElement('canvas') }
  const draw = (shown: Shown) => ({
    shown,
    shade: { kind: 'table' } as const,
    inverted: false,
    matrix: { a: scale, b: 0, c: 0, d: scale, e: 0, f: 0 },
    stage,
    dragging,
  })
  const { rerender } = renderHook((given) => usePainted(canvas, given), { initialProps: draw(picture()) })
  return {
    leaf: () => rerender(draw(picture())),
    width: (is: number) => until(() => expect(canvas.current.width).toBe(is)),
  }
}

it('a dense screen shows a picture at its full density', () => drawn(2).width(1200))

it('and at half of it while a finger drags', () => drawn(2, true).width(600))

it('and where the pixels of the picture are so large that nobody could tell', () => drawn(4).width(600))

it('and while somebody leafs, sharp again afterwards', async () => {
  const { leaf, width } = drawn(2)
  await width(1200)
  leaf()
  await width(600)
  await width(1200)
})
