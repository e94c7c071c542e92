// @vitest-environment node
import { expect, it, vi } from 'vitest'
import { createPhantom, hounsfield, type Phantom, scan } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights } from '#tools/imaging/phantom-files.ts'
import type { Point, Vector } from '#web/imaging/types.ts'
import { guessArch } from './arch.ts'
import { evenSteps } from './curve.ts'
import type { Grid } from './grid.ts'

// The suggested curve runs through the teeth, also where there is metal that is none of them.

vi.setConfig({ testTimeout: 120_000 })

/** mm of a voxel's side. */
const side = 0.8
const extent: Vector = [100, 100, 60]
const head = createPhantom(14, extent)

type Ball = { at: Vector; radius: number }
const withMetal = ({ at: [bx, by, bz], radius }: Ball): Phantom => ({
  ...head,
  valueAt: (x, y, z) =>
    (x - bx) ** 2 + (y - by) ** 2 + (z - bz) ** 2 <= radius ** 2 ? hounsfield.metal : head.valueAt(x, y, z),
})

function gridOf(phantom: Phantom): Grid {
  const [columns, rows, count] = [extent[0] / side, extent[1] / side, extent[2] / side]
  const voxels = new Int16Array(columns * rows * count)
  for (const [at, slice] of axialSlices(evenHeights(count, side)).entries())
    voxels.set(scan(phantom, slice, { columns, rows, mmAcross: side, mmDown: side }), at * columns * rows)
  return {
    voxels,
    size: [columns, rows, count],
    sides: [side, side, side],
    known: true,
    stacked: 2,
    inverted: false,
    outside: hounsfield.air,
  }
}

/** The curve in mm, in small steps. */
const curveOf = (phantom: Phantom) =>
  evenSteps(
    guessArch(gridOf(phantom)).map(({ x, y }) => ({ x: x * side, y: y * side })),
    0.5,
  )
/** How far the worst of some places is off a line, in mm. */
const off = (places: Point[], line: Point[]) =>
  Math.max(...places.map(({ x, y }) => Math.min(...line.map((one) => Math.hypot(one.x - x, one.y - y)))))

const plain = curveOf(head)

it('runs through every tooth', () => {
  expect(off(head.teeth, plain)).toBeLessThan(2)
})

it.each<[string, Vector]>([
  ['in the cheek, far back', [12, 50, 36]],
  ['in the cheek', [14, 38, 36]],
  ['in front of the teeth on the left', [80, 25, 36]],
  ['in the lip', [50, 8, 36]],
  ['on the tongue', [50, 45, 36]],
  ['below the teeth', [20, 40, 12]],
])('metal %s does not pull it', (_where, at) => {
  for (const radius of [3, 6, 9]) {
    const curve = curveOf(withMetal({ at, radius }))
    expect(off(head.teeth, curve), `a ball of ${radius} mm`).toBeLessThan(3)
    expect(off(curve, plain), `a ball of ${radius} mm`).toBeLessThan(6)
  }
})
