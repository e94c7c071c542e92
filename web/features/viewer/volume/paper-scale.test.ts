import { describe, expect, it } from 'vitest'
import { hounsfield } from '#tools/imaging/phantom.ts'
import { papers } from '#web/hooks/paper.ts'
import type { Cut, Point, Vector } from '#web/imaging/types.ts'
import { crossSectionsOf, panoramicOf } from '#web/imaging/volume/along-arch.ts'
import { evenSteps } from '#web/imaging/volume/curve.ts'
import type { Grid } from '#web/imaging/volume/grid.ts'
import { archLength } from './arch-points.ts'
import { canalsOnPaper } from './paper-canals.ts'
import { paperPlan, rowsAround } from './paper-plan.ts'

// Metal balls whose places are known, measured on the page where their cuts are drawn.

const side = 0.4
const size = [150, 100, 100] as const
const lengthOf = (voxel: number) => voxel * side
/** A bow, in mm: from the patient's right to the left. */
const arch: Point[] = [
  { x: 8, y: 30 },
  { x: 18, y: 16 },
  { x: 30, y: 11 },
  { x: 42, y: 16 },
  { x: 52, y: 30 },
]
const along = 26
const [station] = evenSteps(arch, 1000, along)
if (!station) throw new Error('The curve is longer')
/** Where a ball lies: so far to the outside of the curve and so high. */
const at = (out: number, z: number): Vector => [
  station.x + station.outX * out,
  station.y + station.outY * out,
  z,
]
const balls = [at(4, 8), at(4, 32), at(-6, 8)]
const radius = 1.2

function gridOf(): Grid {
  const [nx, ny, nz] = size
  const voxels = new Int16Array(nx * ny * nz).fill(hounsfield.tissue)
  for (let z = 0, voxel = 0; z < nz; z++)
    for (let y = 0; y < ny; y++)
      for (let x = 0; x < nx; x++, voxel++)
        for (const [bx, by, bz] of balls)
          if (Math.hypot(lengthOf(x) - bx, lengthOf(y) - by, lengthOf(z) - bz) <= radius)
            voxels[voxel] = hounsfield.metal
  return {
    voxels,
    size,
    sides: [side, side, side],
    known: true,
    stacked: 2,
    inverted: false,
    outside: hounsfield.air,
  }
}

const grid = gridOf()
const voxelArch = arch.map(({ x, y }) => ({ x: x / side, y: y / side }))

/** The middle of what is metal in a part of a cut, in pixels from its upper left corner. */
function middleOf({ columns, rows, values }: Cut, within: (x: number, y: number) => boolean): Point {
  let [sumX, sumY, count] = [0, 0, 0]
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      const weight = (values[y * columns + x] ?? 0) - 1000
      if (weight <= 0 || !within(x, y)) continue
      sumX += (x + 0.5) * weight
      sumY += (y + 0.5) * weight
      count += weight
    }
  return { x: sumX / count, y: sumY / count }
}

describe.each(papers)('on %s', (paper) => {
  it.each([1, 2])('at %i:1 lengths on the page are those of the patient within one in a hundred', (scale) => {
    const choice = { everyMm: 2, fromMm: 20, toMm: 30, widthMm: 30, heightMm: 38, scale }
    const plan = paperPlan(choice, { width: side, height: side }, paper)
    const placed = plan.pages.flat().find((section) => section.along === along)
    const cuts = crossSectionsOf(grid, voxelArch, choice)
    expect(cuts).toHaveLength(plan.pages.flat().length)
    const cut = cuts[(placed?.number ?? 0) - 1]
    if (!cut || !placed) throw new Error('The section is one of them')
    const rows = rowsAround(cut.rows / 2, Math.round(plan.heightMm / side), cut.rows)
    const onPage = (within: (x: number, y: number) => boolean) => {
      const { x, y } = middleOf(cut, within)
      const { box } = placed
      return {
        x: box.x + (x / cut.columns) * box.width,
        y: box.y + ((y - rows.from) / rows.count) * box.height,
      }
    }
    const [half, middle] = [cut.columns / 2, cut.rows / 2]
    const low = onPage((x, y) => x < half && y > middle)
    const high = onPage((x, y) => x < half && y < middle)
    const inner = onPage((x, y) => x > half && y > middle)
    const within = (seen: number, truth: number) =>
      expect(Math.abs(seen / truth / scale - 1)).toBeLessThan(0.01)
    within(Math.hypot(high.x - low.x, high.y - low.y), 24)
    // What is outside, vestibular, is left.
    within(inner.x - low.x, 10)
    within(Math.hypot(inner.x - high.x, inner.y - high.y), Math.hypot(24, 10))
  })
})

describe('a canal on a page', () => {
  const [ball] = balls
  if (!ball) throw new Error('There are balls')
  /** From the right end of the curve to the left one through the first ball, as lengths from the volume's corner. */
  const lengths = ([x, y, z]: Vector): Vector => [x + side / 2, y + side / 2, z + side / 2]
  const canals = { right: { points: [at(4, 8), balls[1] ?? ball].map(lengths), diameterMm: 2.4 } }
  const curve = arch.map(({ x, y }) => ({ x: x + side / 2, y: y + side / 2 }))
  const pixel = { x: side, y: side }
  const middle = (path: string) => {
    const [, left, y, radius] = /M(\S+) (\S+)A(\S+) /.exec(path) ?? []
    return { x: Number(left) + Number(radius), y: Number(y) }
  }

  it.each([20, 30, 37])(
    'lies on what was cut, in a section %i mm wide and on rows in its middle',
    (widthMm) => {
      const [cut] = crossSectionsOf(grid, voxelArch, { everyMm: 50, widthMm, fromMm: along })
      if (!cut) throw new Error('There is a section')
      const half = cut.columns / 2
      const low = middleOf(cut, (x, y) => x < half && y > cut.rows / 2)
      const from = 40
      const sheet = { view: 'section', part: '', arch: curve, along } as const
      const [tube] = canalsOnPaper(canals, sheet, cut, pixel, from)
      const { x, y } = middle(tube?.path ?? '')
      expect(Math.abs(x - low.x)).toBeLessThan(1)
      expect(Math.abs(y - (low.y - from))).toBeLessThan(1)
    },
  )

  it('is a band on the strip where the ball is', () => {
    const cut = panoramicOf(grid, voxelArch, { thicknessMm: 12, mode: 'mip' })
    const { x } = middleOf(cut, () => true)
    const sheet = { view: 'panoramic', part: '', arch: curve } as const
    const [band] = canalsOnPaper(canals, sheet, cut, pixel, 0)
    expect(band?.band?.wide).toBeCloseTo(2.4 / side, 6)
    expect(Math.abs(Number(/^M(\S+) /.exec(band?.path ?? '')?.[1]) - x)).toBeLessThan(1)
  })
})

describe('sections of a part of the curve', () => {
  const all = crossSectionsOf(grid, voxelArch, { everyMm: 2, widthMm: 20 })

  it('are those of the whole one at the same mm', () => {
    const some = crossSectionsOf(grid, voxelArch, { everyMm: 2, widthMm: 20, fromMm: 20, toMm: 30 })
    expect(some).toEqual(all.slice(10, 16))
  })

  it('a slab along the curve holds what a thin cut beside it misses, as much as half of its thickness away', () => {
    const seen = (from: number, slab?: { mm: number; mode: 'mip' | 'mean' }) => {
      const [cut] = crossSectionsOf(grid, voxelArch, {
        everyMm: 50,
        widthMm: 20,
        fromMm: from,
        ...(slab && { slab }),
      })
      return Math.max(...(cut?.values ?? []))
    }
    expect(seen(along)).toBeGreaterThan(2500)
    expect(seen(along - 4)).toBe(hounsfield.tissue)
    expect(seen(along - 4, { mm: 8, mode: 'mip' })).toBeGreaterThan(2500)
    expect(seen(along - 4, { mm: 2, mode: 'mip' })).toBe(hounsfield.tissue)
    const mean = seen(along - 4, { mm: 8, mode: 'mean' })
    expect(mean).toBeGreaterThan(hounsfield.tissue)
    expect(mean).toBeLessThan(2500)
  })

  it('the curve is as long as its cuts reach, and the ball lies on the strip where its section does', () => {
    const length = archLength(arch)
    expect(
      crossSectionsOf(grid, voxelArch, { everyMm: 1, widthMm: 20, fromMm: Math.floor(length) }),
    ).toHaveLength(1)
    const cut = panoramicOf(grid, voxelArch, { thicknessMm: 12, mode: 'mip' })
    const { x } = middleOf(cut, () => true)
    expect(Math.abs(x * side - along)).toBeLessThan(side)
  })
})
