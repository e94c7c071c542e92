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

function gridOf(phantom: Phantom, [across, deep, high] = extent, mm = side): Grid {
  const [columns, rows, count] = [across / mm, deep / mm, high / mm]
  const voxels = new Int16Array(columns * rows * count)
  for (const [at, slice] of axialSlices(evenHeights(count, mm)).entries())
    voxels.set(scan(phantom, slice, { columns, rows, mmAcross: mm, mmDown: mm }), at * columns * rows)
  return {
    voxels,
    size: [columns, rows, count],
    sides: [mm, mm, mm],
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

/** The head in the middle of a field that holds a whole skull, under a base of dense bone that is larger than all teeth. */
const under: Vector = [36, 20, 16]
const skull: Phantom = {
  ...head,
  valueAt(x, y, z) {
    const base = Math.abs(x - 84) < 52 && y > 24 && y < 110 && z > 86 && z < 98
    return base ? hounsfield.bone : head.valueAt(x - under[0], y - under[1], z - under[2])
  },
}

it('runs through every tooth', () => {
  expect(off(head.teeth, plain)).toBeLessThan(2)
})

it('runs through the teeth of a whole skull, whose base has more bone than they have', () => {
  const mm = 1.6
  const curve = guessArch(gridOf(skull, [168, 168, 160], mm)).map(({ x, y }) => ({ x: x * mm, y: y * mm }))
  const teeth = head.teeth.map(({ x, y }) => ({ x: x + under[0], y: y + under[1] }))
  expect(off(teeth, evenSteps(curve, 0.5))).toBeLessThan(3)
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
