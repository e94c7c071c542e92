import { describe, expect, it } from 'vitest'
import {
  type Extent,
  fitted,
  matrixOf,
  mirrored,
  moved,
  pixelOnPixel,
  toPicture,
  toStage,
  turned,
  type View,
  zoomed,
} from './view.ts'

const extent: Extent = { columns: 400, rows: 200, aspect: 1 }
const stage = { width: 800, height: 600 }
const round = ({ x, y }: { x: number; y: number }) => [
  Math.round(x * 1e6) / 1e6 + 0,
  Math.round(y * 1e6) / 1e6 + 0,
]
/** Where the top left and the bottom right corner of the picture are seen. */
function corners(view: View, of = extent) {
  const matrix = matrixOf(view, of, stage)
  return [round(toStage(matrix, { x: 0, y: 0 })), round(toStage(matrix, { x: of.columns, y: of.rows }))]
}

describe('a picture on its stage', () => {
  it('fits into it, in the middle', () => {
    const view = fitted(extent, stage)
    expect(view.zoom).toBe(2)
    expect(corners(view)).toEqual([
      [0, 100],
      [800, 500],
    ])
  })

  it('turned by a quarter fits as it stands', () => {
    const view = fitted(extent, stage, { turns: 1, mirrored: false })
    expect(view.zoom).toBe(1.5)
    // Its top left corner is at the top right.
    expect(corners(view)).toEqual([
      [550, 0],
      [250, 600],
    ])
  })

  it('with pixels that are taller than wide is drawn taller', () => {
    const tall = { columns: 100, rows: 100, aspect: 2 }
    expect(corners(fitted(tall, stage), tall)).toEqual([
      [250, 0],
      [550, 600],
    ])
  })

  it('four turns are none, and two reflections are none, however they follow each other', () => {
    const view = { ...fitted(extent, stage), x: 30, y: -20 }
    expect(corners(turned(turned(turned(turned(view)))))).toEqual(corners(view))
    expect(corners(mirrored(mirrored(view)))).toEqual(corners(view))
  })

  it.each([0, 1, 2, 3])(
    'is mirrored as it is seen, also after %i turns, and turns clockwise when mirrored',
    (turns) => {
      const view = { zoom: 1.25, x: 40, y: 10, turns, mirrored: false }
      const flip = ([x = 0, y]: (number | undefined)[]) => [stage.width - x, y]
      expect(corners(mirrored(view))).toEqual(corners(view).map(flip))
      const clockwise = ([x = 0, y = 0]: number[]) => [
        stage.width / 2 - (y - stage.height / 2),
        stage.height / 2 + (x - stage.width / 2),
      ]
      for (const one of [view, mirrored(view)])
        expect(corners(turned(one))).toEqual(corners(one).map(clockwise))
    },
  )

  it('keeps what lies under the pointer when it comes nearer', () => {
    const view = { ...fitted(extent, stage), turns: 1, mirrored: true }
    const at = { x: 120, y: -60 }
    const place = { x: stage.width / 2 + at.x, y: stage.height / 2 + at.y }
    const before = toPicture(matrixOf(view, extent, stage), place)
    const after = toPicture(matrixOf(zoomed(view, 1.7, extent, stage, at), extent, stage), place)
    expect(round(after)).toEqual(round(before))
  })

  it('comes neither nearer than 40 times nor farther than a quarter of what fits', () => {
    const view = fitted({ columns: 4000, rows: 2000, aspect: 1 }, stage)
    const big = { columns: 4000, rows: 2000, aspect: 1 }
    expect(zoomed(view, 1e6, big, stage).zoom).toBe(40)
    expect(zoomed(view, 1e-6, big, stage).zoom).toBe(view.zoom / 4)
  })

  it('cannot be pushed out of sight', () => {
    const [topLeft] = corners(moved(fitted(extent, stage), 1e6, 1e6, extent, stage))
    expect(topLeft?.[0]).toBeLessThan(stage.width)
    expect(topLeft?.[1]).toBeLessThan(stage.height)
  })

  it('pixel on pixel lies on whole pixels, whatever the sizes are', () => {
    const odd = { columns: 401, rows: 199, aspect: 1 }
    for (const turns of [0, 1, 2, 3]) {
      const view = pixelOnPixel({ ...fitted(odd, stage), turns, x: 3.4, y: 1.2 }, odd, stage)
      const { e, f } = matrixOf(view, odd, stage)
      expect([view.zoom, e % 1, f % 1].map(Math.abs)).toEqual([1, 0, 0])
    }
  })

  it('a place on the stage is the place in the picture that is drawn there', () => {
    const view = { zoom: 3.3, x: 12, y: 7, turns: 3, mirrored: true }
    const matrix = matrixOf(view, { ...extent, aspect: 1.5 }, stage)
    expect(round(toPicture(matrix, toStage(matrix, { x: 17.25, y: 133 })))).toEqual([17.25, 133])
  })
})
