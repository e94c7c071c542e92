// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { canalPoints } from '#tools/imaging/head/canal.ts'
import type { Orientation, Plane, Vector, VolumeInfo } from '#web/imaging/types.ts'
import { distance, mixed } from '#web/imaging/volume/distance.ts'
import { betweenTurns, sumOf, turnedInfo } from '#web/imaging/volume/orientation.ts'
import { canalGap } from './canal-gap.ts'
import type { Sheet } from './sheet.ts'
import { turnedCanals } from './use-canals.ts'

const volume: VolumeInfo = {
  size: [120, 120, 80],
  spacing: { known: true, mm: [0.5, 0.5, 0.5] },
  windows: [],
  range: [0, 1],
  inverted: false,
  scale: { slope: 1, intercept: 0 },
  notices: [],
}
/** Runs to the back, 10 mm from the patient's right and 12 mm above the floor. */
const points: Vector[] = [
  [10, 5, 12],
  [10, 55, 12],
]
const canal = { points, diameterMm: 2.5 }
const arch = [
  { x: 10, y: 50 },
  { x: 10.001, y: 30 },
  { x: 10.002, y: 10 },
]

const length = (sheet: Sheet, ...ends: [number, number][]) =>
  ({ id: '1', kind: 'length', sheet, points: ends.map(([x, y]) => ({ x, y })) }) as const

it.each<[string, Sheet, [number, number][], number]>([
  // Its lower end is 8 mm above the line; cuts are counted down from the volume's upper side.
  [
    'coronal',
    { view: 'coronal', part: '1', depth: 30 },
    [
      [10, 5],
      [10, 20],
    ],
    8 - 1.25,
  ],
  [
    'sagittal',
    { view: 'sagittal', part: '1', depth: 16 },
    [
      [20, 28],
      [40, 28],
    ],
    6 - 1.25,
  ],
  [
    'axial',
    { view: 'axial', part: '1', depth: 17 },
    [
      [10, 30],
      [10, 40],
    ],
    5 - 1.25,
  ],
  // The curve lies over the canal: the middle of a section is above it.
  [
    'section',
    { view: 'section', part: '1', arch, along: 12 },
    [
      [15.25, 10],
      [15.25, 18],
    ],
    10 - 1.25,
  ],
])(
  'from the surface of the tube to the nearest end or side of a length, in mm: %s',
  (_view, sheet, ends, wanted) => {
    const gap = canalGap(canal, length(sheet, ...ends), volume) ?? 0
    expect(Math.abs(gap / wanted - 1)).toBeLessThan(0.01)
  },
)

it('follows the diameter, and is nothing where the mark touches the tube', () => {
  const mark = length({ view: 'axial', part: '1', depth: 17 }, [10, 30], [10, 40])
  expect(canalGap({ ...canal, diameterMm: 4 }, mark, volume)).toBeCloseTo(3, 6)
  const through = length({ view: 'coronal', part: '1', depth: 30 }, [5, 28], [20, 28])
  expect(canalGap(canal, through, volume)).toBe(0)
})

it('says nothing of what has no place in the volume, of no tube, and where no scale is known', () => {
  const ends: [number, number][] = [
    [1, 1],
    [2, 2],
  ]
  const axial = length({ view: 'axial', part: '1', depth: 17 }, ...ends)
  expect(canalGap(canal, length({ view: 'panoramic', part: '1', arch }, ...ends), volume)).toBeNull()
  expect(canalGap(canal, length({ view: 'picture', part: '1', frame: 0 }, ...ends), volume)).toBeNull()
  expect(canalGap({ ...canal, points: [] }, axial, volume)).toBeNull()
  const unknown: VolumeInfo = { ...volume, spacing: { known: false, assumed: [1, 1, 1] } }
  expect(canalGap(canal, axial, unknown)).toBeNull()
})

describe.each([
  ['right', -1],
  ['left', 1],
] as const)('beside the true canal of the demo head on the %s', (_side, sign) => {
  const head: VolumeInfo = {
    ...volume,
    size: [300, 300, 200],
    spacing: { known: true, mm: [0.4, 0.4, 0.4] },
  }
  const high = 80
  /** Lengths from the volume's corner, a mm apart. */
  const truth = canalPoints(sign).map(([x, y, z]): Vector => [x + 60, y + 10, z + 50])
  // As somebody would set them.
  const set = truth.filter((_, at) => at % 4 === 0 || at === truth.length - 1)

  /** mm between the true line and a straight one. */
  function truly(from: Vector, to: Vector): number {
    const along = Array.from({ length: 201 }, (_, at) => mixed(from, to, at / 200))
    const fine = truth.flatMap((place, at) =>
      Array.from({ length: 10 }, (_, step) => mixed(place, truth[at + 1] ?? place, step / 10)),
    )
    return Math.min(...along.map((one) => Math.min(...fine.map((place) => distance(one, place)))))
  }

  type Way = [depth: number, from: Vector, to: Vector]
  // Around the canal, as the site of an implant is measured.
  it.each<[Plane, (at: Vector) => Way, (at: Vector) => [number, number]]>([
    ['axial', ([x, y, z]) => [z + 8, [x - 5, y + 1, z + 8], [x + 5, y + 1, z + 8]], ([x, y]) => [x, y]],
    ['coronal', ([x, y, z]) => [y, [x + 1, y, z + 6], [x + 2, y, z + 16]], ([x, , z]) => [x, high - z]],
    ['sagittal', ([x, y, z]) => [x, [x, y + 1, z + 6], [x, y + 2, z + 16]], ([, y, z]) => [y, high - z]],
  ])('a length on a cut (%s) says how far it is from the surface within 0.2 mm', (view, wayAt, on) => {
    for (let at = 3; at < truth.length - 3; at += 7) {
      const [depth, from, to] = wayAt(truth[at] ?? [0, 0, 0])
      const mark = length({ view, part: '1', depth }, on(from), on(to))
      const gap = canalGap({ points: set, diameterMm: 2.5 }, mark, head) ?? 0
      expect(Math.abs(gap - (truly(from, to) - 1.25))).toBeLessThan(0.2)
    }
  })
})

it('a mark drawn in a turned volume is as far from the tube as the same places are', () => {
  const orientation: Orientation = [0, 0, 90]
  const turned = turnedInfo(volume, orientation)
  // A quarter clockwise on the axial cut.
  const seen = betweenTurns(volume, null, orientation)
  const [from, to] = [seen([10, 30, 17]), seen([10, 40, 17])]
  expect([from, to].map((at) => at.map((one) => Math.round(one)))).toEqual([
    [30, 10, 17],
    [20, 10, 17],
  ])
  const sheet: Sheet = { view: 'axial', part: '1', orientation, depth: from[2] }
  const mark = length(sheet, [from[0], from[1]], [to[0], to[1]])
  expect(canalGap(canal, mark, volume)).toBeCloseTo(5 - 1.25, 6)
  // Taken for a mark of the upright volume it would lie elsewhere.
  expect(
    canalGap(canal, { ...mark, sheet: { view: 'axial', part: '1', depth: 17 } }, volume),
  ).not.toBeCloseTo(5 - 1.25, 1)
  expect(turned.size).toEqual(volume.size)
})

it('the tube of a turned volume is seen where that cut shows its places', () => {
  const orientation: Orientation = [12, -7, 20]
  const seen = turnedCanals({ right: canal }, volume, orientation).right?.points ?? []
  const info = turnedInfo({ ...volume, place }, orientation)
  for (const [at, point] of points.entries()) {
    const [wanted, found] = [lie(place, point), info.place && lie(info.place, seen[at] ?? [0, 0, 0])]
    expect(found?.map((one, axis) => Math.abs(one - (wanted[axis] ?? 0)) < 1e-6)).toEqual([true, true, true])
  }
  expect(turnedCanals({ right: canal }, volume, undefined).right).toBe(canal)
})

const place: NonNullable<VolumeInfo['place']> = {
  corner: [-30, -20, 5],
  axes: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
}
const lie = ({ corner, axes }: typeof place, at: Vector) => sumOf(corner, axes, at)
