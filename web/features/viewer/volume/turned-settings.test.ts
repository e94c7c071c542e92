import { expect, it } from 'vitest'
import type { Orientation, Vector, VolumeInfo } from '#web/imaging/types.ts'
import { sumOf, turnedInfo } from '#web/imaging/volume/orientation.ts'
import type { Settings } from '../stage/use-setting.tsx'
import { sidesOf } from './planes.ts'
import { turnedSettings } from './turned-settings.ts'

const volume: VolumeInfo = {
  size: [60, 50, 40],
  spacing: { known: true, mm: [1, 1, 2] },
  windows: [],
  range: [0, 1],
  inverted: false,
  scale: { slope: 1, intercept: 0 },
  place: {
    corner: [-30, -20, 5],
    axes: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  },
  notices: [],
}
type Lying = Pick<Settings, 'place' | 'arch' | 'height'> & Partial<Settings>

const start: Lying = {
  place: [10, 20, 30],
  arch: [
    { x: 10, y: 30 },
    { x: 30, y: 10 },
    { x: 50, y: 32 },
  ],
  height: 24,
}

function turned(settings: Lying, to: Orientation | null): Lying {
  const { orientation, place, arch, height } = turnedSettings(settings, volume, to)
  if (!place || !arch || height === undefined) throw new Error('All of it is moved')
  return { ...settings, orientation, place, arch, height }
}

/** Where lengths of a turned volume lie in the patient. */
function inPatient(orientation: Orientation | null, lengths: Vector): Vector {
  const { place } = turnedInfo(volume, orientation)
  if (!place) throw new Error('It lies somewhere')
  return sumOf(place.corner, place.axes, lengths)
}

const near = (numbers: readonly number[]) => numbers.map((mm) => expect.closeTo(mm, 9))
it('the cross stays at its place in the patient', () => {
  const settings = turned(start, [12.5, -6, 8])
  expect(inPatient([12.5, -6, 8], settings.place)).toEqual(near(inPatient(null, start.place)))
  expect(settings.place).not.toEqual(start.place)
})

it('the middle of the curve stays where it is in the patient, and the curve turns with the yaw alone', () => {
  const settings = turned(start, [10, 0, 30])
  const middle = { x: 30, y: 24 }
  const patient = inPatient(null, [middle.x, middle.y, start.height])
  const [x, y] = [0, 1].map(
    (at) => settings.arch.reduce((sum, point) => sum + (at ? point.y : point.x), 0) / 3,
  )
  expect(inPatient([10, 0, 30], [x ?? 0, y ?? 0, settings.height])).toEqual(near(patient))
  const [first, , last] = settings.arch
  const angle = Math.atan2((last?.y ?? 0) - (first?.y ?? 0), (last?.x ?? 0) - (first?.x ?? 0))
  expect(angle).toBeCloseTo(Math.atan2(2, 40) + Math.PI / 6, 9)
})

it('by whatever way the volume is turned, everything comes back as it was', () => {
  const ways: (Orientation | null)[] = [[10, 0, 0], [10, -45, 3.4], [-3, 20, 45], null]
  const back = ways.reduce<Lying>((now, to) => turned(now, to), start)
  expect(back.orientation).toBeNull()
  expect(back.place).toEqual(near(start.place))
  expect(back.height).toBeCloseTo(start.height, 9)
  expect(back.arch.flatMap(({ x, y }) => [x, y])).toEqual(near(start.arch.flatMap(({ x, y }) => [x, y])))
})

it('what was never set is not set by turning', () => {
  expect(turnedSettings({}, volume, [1, 0, 0])).toEqual({ orientation: [1, 0, 0] })
})

it.each([
  ['axial', undefined, 'D I'],
  ['coronal', undefined, 'D I'],
  ['sagittal', undefined, 'A P'],
  ['axial', [20, 20, 20], 'D I'],
  // Clockwise: what was at the lower left of the screen, right and behind, is at its left.
  ['axial', [0, 0, 30], 'DP IA'],
  ['coronal', [0, 0, -30], 'DA IP'],
  ['sagittal', [0, 0, 30], 'AD PI'],
  ['sagittal', [45, 0, 0], 'A P'],
] as const)('the sides of %s turned by %j are %s', (plane, orientation, wanted) => {
  const { left, right } = sidesOf(plane, orientation)
  expect(`${left} ${right}`).toBe(wanted)
})
