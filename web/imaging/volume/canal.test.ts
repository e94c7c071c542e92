// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { canalPoints } from '#tools/imaging/head/canal.ts'
import type { Vector } from '#web/imaging/types.ts'

import { canalLine, lineLength, shortestBetween, withCanalPoint } from './canal.ts'
import { distance } from './distance.ts'

// The line that a person draws through points of the canal, beside the canal that the demo head was made with.

/** Every sixth mm, as somebody would set them, and the last one. */
const some = (truth: readonly Vector[]) => truth.filter((_, at) => at % 6 === 0 || at === truth.length - 1)

/** How far the worst place of one line is off another, in mm. */
const worst = (one: readonly Vector[], other: readonly Vector[]) =>
  Math.max(...one.map((place) => shortestBetween([place], other)?.mm ?? Number.POSITIVE_INFINITY))

describe.each([
  ['right', -1],
  ['left', 1],
] as const)('through points of the true canal on the %s', (_side, sign) => {
  const truth = canalPoints(sign)
  const line = canalLine(some(truth))

  it('lies within 0.5 mm of it everywhere, and goes through every point', () => {
    expect(some(truth).length).toBeLessThan(12)
    expect(worst(truth, line)).toBeLessThan(0.5)
    expect(worst(line, truth)).toBeLessThan(0.5)
    expect(worst(some(truth), line)).toBeLessThan(0.01)
  })

  it('is as long as it within 1 %', () => {
    expect(Math.abs(lineLength(line) / lineLength(truth) - 1)).toBeLessThan(0.01)
  })

  it('is as far from places and lines around it within 1 %', () => {
    const middle = truth[30] ?? [0, 0, 0]
    for (const off of [
      [0, 0, 8],
      [6, 3, 5],
      [-12, 4, 20],
    ] as const) {
      const end: Vector = [middle[0] + off[0], middle[1] + off[1], middle[2] + off[2]]
      const nearest = Math.min(...truth.map((place) => distance(place, end)))
      const far = shortestBetween(line, [end])?.mm ?? 0
      // The truth is known at every mm only.
      const exact = shortestBetween(truth, [end])?.mm ?? 0
      expect(exact).toBeLessThanOrEqual(nearest)
      expect(Math.abs(far / exact - 1)).toBeLessThan(0.01)
    }
  })

  it('has its points in the same order, whichever was set first', () => {
    const wanted = some(truth)
    for (const step of [1, 3, 7]) {
      const mixed = wanted.map((_, at): Vector => wanted[(at * step) % wanted.length] ?? [0, 0, 0])
      const set = mixed.reduce<readonly Vector[]>((points, place) => withCanalPoint(points, place).points, [])
      expect([wanted, wanted.toReversed()]).toContainEqual(set)
    }
  })
})

it('a new point stands last, first or between two, and says where', () => {
  const points: Vector[] = [
    [0, 0, 0],
    [10, 0, 0],
  ]
  expect(withCanalPoint([], [1, 2, 3])).toEqual({ points: [[1, 2, 3]], at: 0 })
  expect(withCanalPoint(points.slice(0, 1), [10, 0, 0])).toEqual({ points, at: 1 })
  expect(withCanalPoint(points, [14, 1, 0]).at).toBe(2)
  expect(withCanalPoint(points, [-3, 1, 0]).at).toBe(0)
  expect(withCanalPoint(points, [4, 1, 0])).toEqual({ points: [points[0], [4, 1, 0], points[1]], at: 1 })
})

it('pieces of a line are short, and a single point is a line, too', () => {
  const line = canalLine([
    [0, 0, 0],
    [20, 0, 0],
    [20, 20, 0],
  ])
  for (const [at, place] of line.entries()) expect(distance(line[at - 1] ?? place, place)).toBeLessThan(0.5)
  expect(canalLine([[1, 2, 3]])).toEqual([[1, 2, 3]])
  expect(lineLength([[1, 2, 3]])).toBe(0)
})

describe('the shortest way between two lines', () => {
  const along: Vector[] = [
    [0, 0, 0],
    [10, 0, 0],
  ]
  it.each<[string, Vector[], number, Vector, Vector]>([
    [
      'that pass each other',
      [
        [4, -5, 3],
        [4, 5, 3],
      ],
      3,
      [4, 0, 0],
      [4, 0, 3],
    ],
    [
      'that cross',
      [
        [4, -5, 0],
        [4, 5, 0],
      ],
      0,
      [4, 0, 0],
      [4, 0, 0],
    ],
    [
      'beyond the end of one',
      [
        [13, 4, 0],
        [20, 4, 0],
      ],
      5,
      [10, 0, 0],
      [13, 4, 0],
    ],
    ['and a place', [[6, 0, -2]], 2, [6, 0, 0], [6, 0, -2]],
  ])('%s', (_which, other, mm, from, to) => {
    const way = shortestBetween(along, other)
    expect(way?.mm).toBeCloseTo(mm, 9)
    expect(way?.from.map((part) => part + 0)).toEqual(from)
    expect(way?.to.map((part) => part + 0)).toEqual(to)
  })

  it('that run side by side is how far apart they are', () => {
    expect(
      shortestBetween(along, [
        [2, 0, 7],
        [30, 0, 7],
      ])?.mm,
    ).toBeCloseTo(7, 9)
  })

  it('is none where there is no line', () => {
    expect(shortestBetween(along, [])).toBeNull()
    expect(shortestBetween([], along)).toBeNull()
  })
})
