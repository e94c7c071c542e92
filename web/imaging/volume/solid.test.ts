// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { createPhantom, hounsfield, scan } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, phantomFiles } from '#tools/imaging/phantom-files.ts'
import { volumeHere } from '#tools/imaging/volume-here.ts'
import { ImagingError, type Solid, type Vector } from '#web/imaging/types.ts'
import type { Grid } from './grid.ts'
import { solidOf } from './solid.ts'

// Millions of voxels, on machines that do other things besides.
const mm = 0.5
const size: Vector = [160, 150, 80]
const phantom = createPhantom(10, [size[0] * mm, size[1] * mm, size[2] * mm])
const raster = { columns: size[0], rows: size[1], mmAcross: mm, mmDown: mm }
const slices = axialSlices(evenHeights(size[2], mm))

function head(more: Partial<Grid> = {}): Grid {
  const voxels = new Int16Array(size[0] * size[1] * size[2])
  for (const [at, slice] of slices.entries()) voxels.set(scan(phantom, slice, raster), at * size[0] * size[1])
  if (more.inverted) for (let at = 0; at < voxels.length; at++) voxels[at] = ~(voxels[at] ?? 0)
  return {
    voxels,
    size,
    sides: [mm, mm, mm],
    known: true,
    stacked: 2,
    inverted: false,
    outside: -1000,
    ...more,
  }
}
const info = { unit: 'HU' as const } as Parameters<typeof solidOf>[0]['info']
const whole = head()

/** The value that a byte stands for. */
const meant = ({ low, high }: Solid, byte: number) => low + (byte / 255) * (high - low)
/** The byte at a place in mm, counted from the middle of the volume's first voxel. */
function byteAt({ size: [nx, ny, nz], sides, values }: Solid, [x, y, z]: Vector): number {
  const along = (place: number, axis: 0 | 1 | 2, count: number) =>
    Math.min(count - 1, Math.floor((place + mm / 2) / sides[axis]))
  return values[(along(z, 2, nz) * ny + along(y, 1, ny)) * nx + along(x, 0, nx)] ?? 0
}

describe('a volume reduced for three dimensions', () => {
  it('takes a byte a voxel, and never more voxels along a side than asked for', async () => {
    for (const longest of [128, 64]) {
      const solid = await solidOf({ grid: whole, info }, longest)
      expect(Math.max(...solid.size)).toBe(longest)
      expect(solid.values.byteLength).toBe(solid.size[0] * solid.size[1] * solid.size[2])
      for (const axis of [0, 1, 2] as const)
        expect(solid.size[axis] * solid.sides[axis]).toBeCloseTo(size[axis] * mm, 6)
    }
    // It is not blown up.
    expect((await solidOf({ grid: whole, info }, 256)).size).toEqual(size)
  })

  it('has teeth, tissue and the metal ball where they are, within half a grey', async () => {
    const solid = await solidOf({ grid: whole, info }, 80)
    const tooth = phantom.teeth[3]
    if (!tooth) throw new Error('The phantom has teeth')
    const middle = (tooth.from + tooth.to) / 2
    expect(Math.abs(meant(solid, byteAt(solid, [tooth.x, tooth.y, middle])) - hounsfield.tooth)).toBeLessThan(
      8,
    )
    expect(byteAt(solid, phantom.marker.at)).toBe(255)
    const tissue: Vector = [size[0] * mm * 0.5, size[1] * mm * 0.75, size[2] * mm * 0.5]
    expect(Math.abs(meant(solid, byteAt(solid, tissue)) - hounsfield.tissue)).toBeLessThan(8)
    expect(byteAt(solid, [0, 0, 0])).toBe(0)
  })

  it('begins its surface between tissue and bone, also where values are no Hounsfield units', async () => {
    for (const [grid, facts] of [
      [whole, info],
      [whole, {} as typeof info],
      [head({ inverted: true }), {} as typeof info],
    ] as const) {
      const solid = await solidOf({ grid, info: facts }, 80)
      const begin = meant(solid, solid.surface * 255)
      expect(begin).toBeGreaterThan(hounsfield.tissue + 20)
      expect(begin).toBeLessThan(hounsfield.bone)
    }
  })

  it('is bright where most is absorbed, whichever way the file is written', async () => {
    const usual = await solidOf({ grid: whole, info: {} as typeof info }, 64)
    const inverted = await solidOf({ grid: head({ inverted: true }), info: {} as typeof info }, 64)
    const off = usual.values.reduce(
      (most, byte, at) => Math.max(most, Math.abs(byte - (inverted.values[at] ?? 0))),
      0,
    )
    expect(off).toBeLessThanOrEqual(1)
  })

  it('is given up in the middle when nobody waits for it any more', async () => {
    const controller = new AbortController()
    const solid = solidOf({ grid: whole, info }, 128, controller.signal)
    controller.abort()
    await expect(solid).rejects.toEqual(new ImagingError('cancelled'))
  })

  it('comes from the worker while cuts are still answered', async () => {
    const { study, volume } = await volumeHere(phantomFiles(phantom, slices, raster))
    const order: string[] = []
    const solid = volume.solid(128).then((made) => {
      order.push('solid')
      return made
    })
    await volume.cut('axial', 3)
    order.push('cut')
    expect(Math.max(...(await solid).size)).toBe(128)
    expect(order).toEqual(['cut', 'solid'])
    study.close()
    await expect(volume.solid(128)).rejects.toEqual(new ImagingError('cancelled'))
  })
})
