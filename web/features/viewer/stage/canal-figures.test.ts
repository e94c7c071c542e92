// @vitest-environment node
import { expect, it } from 'vitest'
import type { Vector } from '#web/imaging/types.ts'
import type { Matrix } from '#web/imaging/view/view.ts'
import { projectedFigures, tubeFigures, tubesOn } from './canal-figures.ts'
import type { ShownSheet } from './sheet.ts'

/** Pixels of half a mm, three of the screen for each of them. */
const to: Matrix = { a: 3, b: 0, c: 0, d: 3, e: 0, f: 0 }
const perMm = 6
const on = (sheet: ShownSheet['sheet']): ShownSheet => ({ sheet, pixel: { x: 0.5, y: 0.5 }, thick: 0.5 })
const axial = on({ view: 'axial', part: '1', depth: 20 })
const height = 40

const canal = (points: Vector[], diameterMm = 3) => ({ right: { points, diameterMm } })
const upright = canal([
  [10, 15, 5],
  [10, 15, 35],
])
const figuresOn = (canals: Parameters<typeof tubesOn>[0], shown: ShownSheet) =>
  tubeFigures(tubesOn(canals, shown, height), shown, to)

/** Left, right, upper and lower end of an outline of circles. */
function boxOf(path: string) {
  const ends = [...path.matchAll(/M(\S+) (\S+)A(\S+) /g)].map(([, left, y, radius]) => ({
    left: Number(left),
    right: Number(left) + 2 * Number(radius),
    top: Number(y) - Number(radius),
    bottom: Number(y) + Number(radius),
  }))
  return {
    left: Math.min(...ends.map(({ left }) => left)),
    right: Math.max(...ends.map(({ right }) => right)),
    top: Math.min(...ends.map(({ top }) => top)),
    bottom: Math.max(...ends.map(({ bottom }) => bottom)),
  }
}

it('a tube that a plane crosses is a round cut of its true diameter, with an outline', () => {
  for (const diameter of [1.5, 2.5, 4]) {
    const [cut, outline, ...more] = figuresOn(canal([...upright.right.points], diameter), axial)
    expect(more).toEqual([])
    for (const figure of [cut, outline]) {
      const box = boxOf(figure?.path ?? '')
      expect(box.right - box.left).toBeCloseTo(diameter * perMm, 6)
      expect(box.bottom - box.top).toBeCloseTo(diameter * perMm, 6)
      expect([box.left + box.right, box.top + box.bottom]).toEqual([
        expect.closeTo(2 * 10 * perMm, 6),
        expect.closeTo(2 * 15 * perMm, 6),
      ])
    }
    expect(outline?.line).toBe(cut?.fill)
  }
})

it('a tube that runs in the plane, or nearly, is a band as wide as it is, without outlines across it', () => {
  const [band, ...more] = figuresOn(
    canal([
      [10, 15, 19.9],
      [30, 15, 20.1],
    ]),
    axial,
  )
  expect(more).toEqual([])
  const box = boxOf(band?.path ?? '')
  expect(box.right - box.left).toBeCloseTo((20 + 3) * perMm, 0)
  expect(box.bottom - box.top).toBeCloseTo(3 * perMm, 6)
})

it('beside the plane it gets narrower, and further than its radius it is not drawn', () => {
  const beside = (depth: number) =>
    figuresOn(
      canal([
        [10, 15, 20],
        [30, 15, 20],
      ]),
      on({ view: 'axial', part: '1', depth }),
    )
  const box = boxOf(beside(21)[0]?.path ?? '')
  expect(box.bottom - box.top).toBeCloseTo(2 * Math.sqrt(1.5 ** 2 - 1) * perMm, 6)
  expect(beside(21.6)).toEqual([])
})

it('on the panoramic picture it is a band as wide as it is, along the curve and as high as it lies', () => {
  const arch = [
    { x: 5, y: 15 },
    { x: 25, y: 15 },
    { x: 45, y: 15 },
  ]
  const [band] = figuresOn(
    canal([
      [10, 18, 12],
      [30, 18, 12],
    ]),
    on({ view: 'panoramic', part: '1', arch }),
  )
  expect(band?.band?.wide).toBeCloseTo(3 * perMm, 6)
  const ends = /^M(\S+) (\S+)L.*?(\S+) (\S+)$/.exec(
    (band?.path ?? '').replaceAll('L', ' L').replace(' L', 'L'),
  )
  expect(Number(ends?.[1])).toBeCloseTo((10 - 5 + 0.25) * perMm, 3)
  expect(Number(ends?.[2])).toBeCloseTo((40 - 12) * perMm, 6)
})

it('in 3D it is a band of its diameter through the places of its line', () => {
  const project = ([x, , z]: Vector) => ({ x: x * 2, y: 100 - z * 2 })
  const [band] = projectedFigures(upright, project, 2)
  expect(band?.band?.wide).toBe(6)
  expect(band?.path.startsWith('M20 90L')).toBe(true)
  expect(band?.path.endsWith('L20 30')).toBe(true)
})

it('a canal without points is not drawn anywhere', () => {
  expect(figuresOn(canal([]), axial)).toEqual([])
  expect(projectedFigures(canal([]), () => ({ x: 0, y: 0 }), 2)).toEqual([])
})
