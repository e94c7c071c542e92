// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { createPhantom, hounsfield } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, phantomFiles } from '#tools/imaging/phantom-files.ts'
import { volumeHere } from '#tools/imaging/volume-here.ts'
import type { Cut, Orientation, Plane, Point, Vector, VolumeInfo } from '#web/imaging/types.ts'
import { measure } from '#web/imaging/view/measure.ts'
import { evenSteps } from './curve.ts'
import type { Grid } from './grid.ts'
import { turnedInfo, turnedSize } from './orientation.ts'
import { turnedViews } from './turned.ts'

// Metal balls at places that are known, turned by hand: pitch, roll and yaw written out, one after the other.

const side = 0.4
const size: Vector = [110, 100, 90]
const middle: Vector = [22, 20, 18]
const radius = 1.2

const clockwise = (right: number, down: number, angle: number): [number, number] => {
  const turn = (angle * Math.PI) / 180
  return [right * Math.cos(turn) - down * Math.sin(turn), right * Math.sin(turn) + down * Math.cos(turn)]
}

/** As somebody sees it who turns the axial picture, then the coronal one, then the sagittal one; mm from the middle. */
function turnedByHand([x0, y0, z0]: Vector, [pitch, roll, yaw]: Orientation): Vector {
  const [x1, y1] = clockwise(x0, y0, yaw)
  const [x2, low] = clockwise(x1, -z0, roll)
  const [y2, low2] = clockwise(y1, low, pitch)
  return [x2, y2, -low2]
}

/** Back again, by the opposite angles in the opposite order. */
function backByHand([x2, y2, z2]: Vector, [pitch, roll, yaw]: Orientation): Vector {
  const [y1, low] = clockwise(y2, -z2, -pitch)
  const [x1, low0] = clockwise(x2, low, -roll)
  const [x0, y0] = clockwise(x1, y1, -yaw)
  return [x0, y0, -low0]
}

/** Balls so many mm from the middle. */
function volumeWith(balls: readonly Vector[]) {
  const [nx, ny, nz] = size
  const voxels = new Int16Array(nx * ny * nz).fill(hounsfield.tissue)
  const from = (voxel: number, axis: 0 | 1 | 2) => (voxel + 0.5) * side - middle[axis]
  for (const [bx, by, bz] of balls)
    for (let z = 0, at = 0; z < nz; z++)
      for (let y = 0; y < ny; y++)
        for (let x = 0; x < nx; x++, at++) {
          const off = Math.hypot(from(x, 0) - bx, from(y, 1) - by, from(z, 2) - bz)
          // An edge as soft as a voxel is long.
          const part = Math.min(1, Math.max(0, (radius - off) / side + 0.5))
          if (part > 0)
            voxels[at] = Math.round(hounsfield.tissue + part * (hounsfield.metal - hounsfield.tissue))
        }
  const grid: Grid = {
    voxels,
    size,
    sides: [side, side, side],
    known: true,
    stacked: 2,
    inverted: false,
    outside: hounsfield.air,
  }
  const info: VolumeInfo = {
    size,
    spacing: { known: true, mm: grid.sides },
    windows: [],
    range: [-1000, 3000],
    inverted: false,
    scale: { slope: 1, intercept: 0 },
    notices: [],
  }
  return { info, grid }
}

/** The middle of what is metal in a part of a cut, in pixels from its upper left corner, and how much it is. */
function metalIn({ columns, rows, values }: Cut, near?: Point): Point & { much: number } {
  let [sumX, sumY, much] = [0, 0, 0]
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      const weight = (values[y * columns + x] ?? 0) - 300
      if (weight <= 0 || (near && Math.hypot(x + 0.5 - near.x, y + 0.5 - near.y) > 8)) continue
      sumX += (x + 0.5) * weight
      sumY += (y + 0.5) * weight
      much += weight
    }
  return { x: sumX / much, y: sumY / much, much }
}

const boxOf = (orientation: Orientation) => turnedInfo(volumeWith([]).info, orientation).size

/** Where something is in a turned box, in voxels from its corner; mm from the middle. */
const inBox = (at: Vector, box: Vector): Vector => [
  at[0] / side + box[0] / 2,
  at[1] / side + box[1] / 2,
  at[2] / side + box[2] / 2,
]

const orientations: Orientation[] = [
  [10, 0, 0],
  [0, -7.5, 0],
  [0, 0, 21.3],
  [12.5, -6, 8],
  [-45, 30, 17.2],
]

/** Three places of one plane, 4.2 mm above the middle. */
const seen: Vector[] = [
  [-9, 4, 4.2],
  [8, 6, 4.2],
  [-1, -9, 4.2],
]

describe.each(orientations)('turned by %s°, %s°, %s°', (...orientation) => {
  const box = boxOf(orientation)
  const balls = seen.map((place) => backByHand(place, orientation))
  const volume = turnedViews(volumeWith(balls).grid, orientation)

  it('balls of one plane lie in it within half a voxel, on all three cuts', () => {
    for (const place of seen) {
      expect(turnedByHand(backByHand(place, orientation), orientation)).toEqual(
        place.map((mm) => expect.closeTo(mm, 9)),
      )
      const [x, y, z] = inBox(place, box)
      for (const [plane, through, at] of [
        ['axial', z, { x, y }],
        ['coronal', y, { x, y: box[2] - z }],
        ['sagittal', x, { x: y, y: box[2] - z }],
      ] as const) {
        const found = metalIn(volume.cut(plane, Math.floor(through)), at)
        expect(Math.hypot(found.x - at.x, found.y - at.y), plane).toBeLessThan(0.5)
      }
    }
  })

  it('lengths between them are true within one in a hundred, angles within a degree', () => {
    const cut = volume.cut('axial', Math.floor(inBox([0, 0, 4.2], box)[2]))
    const points = seen.map((place) => {
      const [x, y] = inBox(place, box)
      return metalIn(cut, { x, y })
    })
    const [a, b, c] = balls
    const [p, q, r] = points
    if (!a || !b || !c || !p || !q || !r) throw new Error('There are three')
    const far = (one: Vector, other: Vector) =>
      Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])
    for (const [ends, truth] of [
      [[p, q], far(a, b)],
      [[q, r], far(b, c)],
      [[p, r], far(a, c)],
    ] as const) {
      const { value, unit } = measure('length', [...ends], cut.spacing) ?? {}
      expect(unit).toBe('mm')
      expect(Math.abs((value ?? 0) / truth - 1)).toBeLessThan(0.01)
    }
    const truth = Math.acos((far(a, b) ** 2 + far(b, c) ** 2 - far(a, c) ** 2) / (2 * far(a, b) * far(b, c)))
    const { value = 0 } = measure('angle', [p, q, r], cut.spacing) ?? {}
    expect(Math.abs(value - (truth * 180) / Math.PI)).toBeLessThan(1)
  })

  it('nothing of the volume is outside of its box', () => {
    const corners: Vector[] = [-1, 1].flatMap((x) =>
      [-1, 1].flatMap((y) => [-1, 1].map((z): Vector => [x * middle[0], y * middle[1], z * middle[2]])),
    )
    for (const corner of corners)
      for (const [axis, mm] of turnedByHand(corner, orientation).entries())
        expect(Math.abs(mm)).toBeLessThanOrEqual(((box[axis] ?? 0) * side) / 2 + 1e-6)
  })
})

it('a box that holds more goes on evenly on both sides, and is the volume’s own where nothing is turned', () => {
  for (const orientation of orientations)
    for (const [axis, count] of boxOf(orientation).entries()) expect((count - (size[axis] ?? 0)) % 2).toBe(0)
  const straight: [Vector, Vector, Vector] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]
  expect(turnedSize(size, [side, side, side], straight)).toEqual(size)
})

it('sections and the panoramic picture are those of the turned volume', () => {
  const orientation: Orientation = [12.5, -6, 8]
  const box = boxOf(orientation)
  const bow = [
    { x: -14, y: 9 },
    { x: 0, y: -9 },
    { x: 14, y: 9 },
  ]
  const along = 20
  const [station] = evenSteps(bow, 1000, along)
  if (!station) throw new Error('The curve is longer')
  const place: Vector = [station.x + station.outX * 3, station.y + station.outY * 3, -5]
  const volume = turnedViews(volumeWith([backByHand(place, orientation)]).grid, orientation)
  const arch = bow.map(({ x, y }) => ({
    x: x / side + box[0] / 2 - 0.5,
    y: y / side + box[1] / 2 - 0.5,
  }))
  const low = box[2] / 2 + 5 / side
  const [section] = volume.crossSections(arch, { everyMm: 50, widthMm: 20, fromMm: along })
  if (!section) throw new Error('One at least')
  const onSection = metalIn(section)
  expect(Math.abs(section.columns / 2 - 3 / side - onSection.x)).toBeLessThan(1)
  expect(Math.abs(onSection.y - low)).toBeLessThan(1)
  const onPicture = metalIn(volume.panoramic(arch, { thicknessMm: 12, mode: 'mip' }))
  expect(Math.abs(onPicture.x * side - along)).toBeLessThan(2 * side)
  expect(Math.abs(onPicture.y - low)).toBeLessThan(1)
})

it('a slab holds what lies within, and what lies outside of the volume counts for nothing', () => {
  const orientation: Orientation = [20, 0, 0]
  const box = boxOf(orientation)
  const place: Vector = [0, 0, 3]
  const volume = turnedViews(volumeWith([backByHand(place, orientation)]).grid, orientation)
  const at = Math.floor(inBox([0, 0, 0], box)[2])
  const most = (mm: number) => Math.max(...volume.cut('axial', at, { mm, mode: 'mip' }).values)
  expect(most(2)).toBe(hounsfield.tissue)
  expect(most(8)).toBeGreaterThan(2900)
  const mean = volume.cut('axial', at, { mm: 30, mode: 'mean' }).values
  expect([...new Set(mean)].filter((value) => value !== hounsfield.air && value < hounsfield.tissue)).toEqual(
    [],
  )
})

it('the outermost cut of a volume that is turned about one axis alone is there, too', () => {
  const volume = turnedViews(volumeWith([]).grid, [20, 0, 0])
  for (const at of [0, size[0] - 1])
    expect(new Set(volume.cut('sagittal', at).values)).toEqual(new Set([hounsfield.air, hounsfield.tissue]))
})

it('while it is being turned a cut has as many pixels, of half the density', () => {
  const orientation: Orientation = [12.5, -6, 8]
  const { grid } = volumeWith([backByHand([4, 4, 0], orientation)])
  const [fine, coarse] = [turnedViews(grid, orientation), turnedViews(grid, orientation, 2)]
  for (const plane of ['axial', 'coronal', 'sagittal'] as const) {
    const [one, other] = [fine.cut(plane, 50), coarse.cut(plane, 50)]
    expect([other.columns, other.rows]).toEqual([one.columns, one.rows])
    for (const [x, y] of [
      [40, 40],
      [52, 46],
    ] as const) {
      const value = one.values[y * one.columns + x]
      for (const [right, down] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const)
        expect(other.values[(y + down) * one.columns + x + right]).toBe(value)
    }
  }
})

describe('the phantom', () => {
  const phantom = createPhantom(8, [60, 60, 40])
  const raster = { columns: 120, rows: 120, mmAcross: 0.5, mmDown: 0.5 }
  const files = () => phantomFiles(phantom, axialSlices(evenHeights(80, 0.5)), raster)
  const orientation: Orientation = [11, -5, 9]
  const [tooth] = phantom.teeth
  if (!tooth) throw new Error('No tooth')

  it('has its values within 5 HU in tooth, metal, air and tissue, in every turned plane', async () => {
    const { study, volume } = await volumeHere(files())
    const info = turnedInfo(volume, orientation)
    const turned = volume.turned(info, false)
    const places: [Vector, number][] = [
      [[tooth.x, tooth.y, (tooth.from + tooth.to) / 2], hounsfield.tooth],
      [phantom.marker.at, hounsfield.metal],
      [[3, 3, 20], hounsfield.air],
      [[30, 45, 20], hounsfield.tissue],
    ]
    for (const [[x, y, z], wanted] of places) {
      // The phantom's places are told from the middle of its first voxel.
      const off: Vector = [x + 0.25 - 30, y + 0.25 - 30, z + 0.25 - 20]
      const box = turnedByHand(off, orientation).map((mm, axis) => mm / 0.5 + (info.size[axis] ?? 0) / 2)
      const [i = 0, j = 0, k = 0] = box.map(Math.floor)
      const down = info.size[2] - 1 - k
      const read = async (plane: Plane, at: number, column: number, row: number) => {
        const { columns, values } = await turned.cut(plane, at)
        return values[row * columns + column] ?? 0
      }
      for (const [plane, value] of [
        ['axial', await read('axial', k, i, j)],
        ['coronal', await read('coronal', j, i, down)],
        ['sagittal', await read('sagittal', i, j, down)],
      ] as const)
        expect(Math.abs(value - wanted), plane).toBeLessThanOrEqual(5)
    }
    study.close()
  })

  it('not turned any more it has exactly the pixels of before', async () => {
    const { study, volume } = await volumeHere(files())
    const before = await volume.cut('sagittal', 60)
    const turned = volume.turned(turnedInfo(volume, orientation), false)
    expect((await turned.cut('sagittal', 60)).values).not.toEqual(before.values)
    const back = volume.turned(turnedInfo(volume, null), false)
    expect(await back.cut('sagittal', 60)).toEqual(before)
    study.close()
  })

  it('shows its teeth under the suggested curve', async () => {
    const { study, volume } = await volumeHere(files())
    const info = turnedInfo(volume, orientation)
    const arch = await volume.turned(info, false).arch()
    const curve = evenSteps(
      arch.map(({ x, y }) => ({ x: (x + 0.5) * 0.5, y: (y + 0.5) * 0.5 })),
      0.25,
    )
    for (const { x, y, from, to } of phantom.teeth.slice(1, -1)) {
      const off: Vector = [x + 0.25 - 30, y + 0.25 - 30, (from + to) / 2 + 0.25 - 20]
      const [across, back] = turnedByHand(off, orientation)
      const place = { x: across + info.size[0] / 4, y: back + info.size[1] / 4 }
      const off2 = Math.min(...curve.map((at) => Math.hypot(at.x - place.x, at.y - place.y)))
      expect(off2).toBeLessThan(2.5)
    }
    study.close()
  })
})
