// @vitest-environment node
import { describe, expect, it, vi } from 'vitest'
import { createPhantom, hounsfield, scan } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights } from '#tools/imaging/phantom-files.ts'
import { centerOf } from '#tools/imaging/seen.ts'
import type { Plane, Vector } from '#web/imaging/types.ts'
import { panoramicOf } from '#web/imaging/volume/along-arch.ts'
import { guessArch } from '#web/imaging/volume/arch.ts'
import { cutOf } from '#web/imaging/volume/cut.ts'
import type { Grid } from '#web/imaging/volume/grid.ts'
import { pixelOf } from '#web/imaging/volume/places.ts'
import { paintSheet, shapeOf } from './paint-sheet.ts'
import { createPreviewGrid } from './preview-grid.ts'
import type { Sheet } from './read-sheet.ts'
import { shrunk } from './shrink.ts'
import { type SheetsShape, sheetSides, slicesOf, tileAt } from './tiles.ts'

// Millions of voxels, on machines that do other things besides.
const gridOf = (size: Vector, sides: Vector, voxels: Int16Array, more: Partial<Grid> = {}): Grid => ({
  voxels,
  size,
  sides,
  known: true,
  stacked: 2,
  inverted: false,
  outside: -1000,
  ...more,
})
const filled = (size: Vector, valueAt: (x: number, y: number, z: number) => number) =>
  Int16Array.from({ length: size[0] * size[1] * size[2] }, (_, at) =>
    valueAt(at % size[0], Math.floor(at / size[0]) % size[1], Math.floor(at / size[0] / size[1])),
  )

/** A head with voxels of 0.6 x 0.8 x 1 mm. */
const sides: Vector = [0.6, 0.8, 1]
const size: Vector = [150, 112, 60]
const phantom = createPhantom(14, [size[0] * sides[0], size[1] * sides[1], size[2] * sides[2]])
function head(): Grid {
  const raster = { columns: size[0], rows: size[1], mmAcross: sides[0], mmDown: sides[1] }
  const voxels = new Int16Array(size[0] * size[1] * size[2])
  for (const [at, slice] of axialSlices(evenHeights(size[2], sides[2])).entries()) {
    voxels.set(scan(phantom, slice, raster), at * size[0] * size[1])
  }
  return gridOf(size, sides, voxels)
}
const whole = head()
const small = shrunk(whole)
const shape = shapeOf(small, 'HU')

/** A sheet as `readSheet` opens it. */
const opened = ({ width, height, pixels }: ReturnType<typeof paintSheet>): Sheet => ({
  width,
  height,
  tile(x, y, across, down) {
    const tile = new Uint8ClampedArray(across * down * 4)
    for (let row = 0; row < down; row++) {
      const from = ((y + row) * width + x) * 4
      tile.set(pixels.subarray(from, from + across * 4), row * across * 4)
    }
    return tile
  },
})

function preview(order: number[], of: SheetsShape = shape, grid: Grid = small): Grid {
  const made = createPreviewGrid(of, true)
  for (const sheet of order) {
    made.take(sheet, opened(paintSheet(grid, of, sheet)))
  }
  return made.grid
}

describe('a preview volume', () => {
  it('has 256 voxels along its longest side, which are cubes, and ends where the volume ends', () => {
    const size: Vector = [300, 220, 120]
    const sides: Vector = [0.3, 0.4, 0.5]
    const made = shrunk(gridOf(size, sides, new Int16Array(300 * 220 * 120)))
    expect(made.size).toEqual([256, 250, 171])
    for (const axis of [0, 1, 2] as const) {
      expect(made.sides[axis]).toBeCloseTo(90 / 256, 2)
      expect(made.sides[axis] * made.size[axis]).toBeCloseTo(size[axis] * sides[axis], 6)
    }
  })

  it('is no finer than the finest side of the volume, and has a slice for each sheet', () => {
    const thin = shrunk(gridOf([40, 30, 2], [1, 1, 0.5], new Int16Array(2400)))
    expect([thin.size, thin.sides]).toEqual([
      [80, 60, 4],
      [0.5, 0.5, 0.25],
    ])
  })

  it('holds the mean of what is in each voxel, and mixes neighbours that lie further apart', () => {
    const steps = gridOf(
      [512, 4, 4],
      [1, 1, 4],
      filled([512, 4, 4], (x, _y, z) => (x % 2) * 100 + z * 40),
    )
    const made = shrunk(steps)
    expect([made.size, made.sides]).toEqual([
      [256, 2, 8],
      [2, 2, 2],
    ])
    const along = Array.from({ length: 8 }, (_, z) => made.voxels[z * 512] ?? 0)
    expect(along).toEqual([50, 60, 80, 100, 120, 140, 160, 170])
  })

  it('is made in the memory of a few planes, however many there are', () => {
    let bytes = 0
    const counted: ProxyHandler<Float32ArrayConstructor> = {
      construct(target, [length]: [number]) {
        bytes += length * target.BYTES_PER_ELEMENT
        return new target(length)
      },
    }
    vi.stubGlobal('Float32Array', new Proxy(Float32Array, counted))
    shrunk(gridOf([40, 30, 200], [1, 1, 1], new Int16Array(240_000)), 100)
    vi.unstubAllGlobals()
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThan(4 * 40 * 30 * Float32Array.BYTES_PER_ELEMENT)
  })

  it('of an inverted volume is bright where most is absorbed', () => {
    const valued = filled([4, 4, 4], (x) => x * 10)
    const made = shrunk(gridOf([4, 4, 4], [1, 1, 1], valued, { inverted: true, outside: 30 }))
    expect(made.inverted).toBe(false)
    expect([...made.voxels.slice(0, 4), made.outside]).toEqual([-1, -11, -21, -31, -31])
  })

  it('without Hounsfield units tells apart what lies between its 0.5th and 99.5th percentile', () => {
    const valued = filled([10, 10, 100], (x, y, z) => x + y * 10 + z * 100)
    expect(shapeOf(gridOf([10, 10, 100], [1, 1, 1], valued), null)).toMatchObject({ low: 50, high: 9949 })
    const flat = shapeOf(gridOf([4, 4, 4], [1, 1, 1], new Int16Array(64).fill(7)), null)
    expect(flat).toMatchObject({ low: 7, high: 8 })
  })
})

describe('its sheets', () => {
  it('are at most 2048 x 2048 and hold each slice once', () => {
    const largest = { ...shape, size: [256, 256, 256] } satisfies SheetsShape
    for (const sheet of [0, 1, 2, 3])
      expect(sheetSides(largest, sheet)).toEqual({ width: 2048, height: 2048 })
    const all = [0, 1, 2, 3].flatMap((sheet) => slicesOf(shape, sheet))
    expect(all.toSorted((a, b) => a - b)).toEqual(Array.from({ length: shape.size[2] }, (_, at) => at))
    expect([0, 1, 2, 3].map((sheet) => slicesOf(shape, sheet).slice(0, 2))).toEqual([
      [0, 4],
      [2, 6],
      [1, 5],
      [3, 7],
    ])
  })

  it('have tiles whose sides are multiples of 16 and repeat the edge of their slice', () => {
    const grid = gridOf(
      [20, 18, 4],
      [1, 1, 1],
      filled([20, 18, 4], (x, y) => x * 100 + y * 14),
    )
    const of = shapeOf(grid, 'HU')
    expect(tileAt(of, 4)).toMatchObject({ sheet: 0, x: 32, y: 0, tile: { width: 32, height: 32 } })
    const { pixels, width } = paintSheet(grid, of, 0)
    const at = (x: number, y: number) => [...pixels.slice((y * width + x) * 4, (y * width + x) * 4 + 4)]
    expect(at(31, 5)).toEqual(at(19, 5))
    expect(at(7, 31)).toEqual(at(7, 17))
    expect(at(19, 17)).toEqual([222, 222, 222, 255])
  })

  it('give the values back within half a grey of 14 HU', () => {
    const { voxels } = preview([0, 1, 2, 3])
    const off = voxels.reduce((most, value, at) => {
      const held = Math.min(2600, Math.max(-1000, small.voxels[at] ?? 0))
      return Math.max(most, Math.abs(value - held))
    }, 0)
    expect(off).toBeLessThanOrEqual(8)
  })

  it('2 to 4 give the same volume in whatever order they come', () => {
    const bytesOf = ({ voxels }: Grid) => Buffer.from(voxels.buffer)
    const inOrder = bytesOf(preview([0, 1, 2, 3]))
    for (const order of [
      [0, 3, 2, 1],
      [0, 2, 3, 1],
      [3, 1, 0, 2],
    ])
      expect(bytesOf(preview(order)).equals(inOrder)).toBe(true)
  })

  it('fill the gaps between them with mixtures of their neighbours, finer with each sheet', () => {
    const grid = gridOf(
      [4, 4, 8],
      [1, 1, 1],
      filled([4, 4, 8], (_x, _y, z) => z * z * 40),
    )
    const of = shapeOf(grid, 'HU')
    const heights = (order: number[]) => {
      const { voxels } = preview(order, of, grid)
      return Array.from({ length: 8 }, (_, z) => Math.round((voxels[z * 16] ?? 0) / 20) * 20)
    }
    expect(heights([0])).toEqual([0, 160, 320, 480, 640, 640, 640, 640])
    expect(heights([0, 1])).toEqual([0, 80, 160, 400, 640, 1040, 1440, 1440])
  })

  it('of another volume are refused', () => {
    const made = createPreviewGrid(shape, true)
    expect(() => made.take(0, opened({ ...paintSheet(small, shape, 0), height: 16 }))).toThrow('corrupt')
  })
})

describe('seen in a preview', () => {
  const metal = (hounsfield.metal + hounsfield.tooth) / 2
  const placed = ([x, y, z]: Vector): Vector => {
    // Places are counted from the middle of the first voxel, sides of voxels from the volume's own.
    const [a, b, c] = [x + sides[0] / 2, y + sides[1] / 2, z + sides[2] / 2]
    return [a / small.sides[0] - 0.5, b / small.sides[1] - 0.5, c / small.sides[2] - 0.5]
  }

  it.each<Plane>(['axial', 'coronal', 'sagittal'])(
    'the marker is within a voxel of its place in the %s plane, right and left as they are',
    (plane) => {
      const grid = preview([0, 1, 2, 3])
      const expected = pixelOf(plane, placed(phantom.marker.at), grid.size)
      const cut = cutOf(grid, plane, expected.at)
      const seen = centerOf(cut, metal, { x: 0, y: 0 }, 1e6)
      expect(Math.abs((seen?.x ?? 99) - expected.x)).toBeLessThan(1)
      expect(Math.abs((seen?.y ?? 99) - expected.y)).toBeLessThan(1)
      if (plane !== 'sagittal') expect(seen?.x).toBeLessThan(cut.columns / 2)
      expect(cut.spacing).toEqual({
        known: 'mm',
        column: expect.closeTo(0.6, 1),
        row: expect.closeTo(0.6, 1),
      })
    },
  )

  it('after the first sheet alone are the planes, the arch and the panoramic', () => {
    const [first, all] = [preview([0]), preview([0, 1, 2, 3])]
    for (const plane of ['axial', 'coronal', 'sagittal'] as const) {
      const [rough, fine] = [cutOf(first, plane, 61), cutOf(all, plane, 61)]
      const off = rough.values.reduce((sum, value, at) => sum + Math.abs(value - (fine.values[at] ?? 0)), 0)
      expect(off / rough.values.length).toBeLessThan(40)
    }
    const arch = guessArch(first)
    const panoramic = panoramicOf(first, arch, { thicknessMm: 15 })
    expect(panoramic.rows).toBe(first.size[2])
    expect(panoramic.columns * first.sides[0]).toBeGreaterThan(60)
  })
})
