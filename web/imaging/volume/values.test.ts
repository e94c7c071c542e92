// @vitest-environment node
import { describe, expect, it } from 'vitest'
import type { GreyPicture } from '#web/imaging/types.ts'
import { scaleOf, windowsIn, writeValues } from './values.ts'

function grey(pixels: GreyPicture['pixels'], more: Partial<GreyPicture> = {}): GreyPicture {
  const { slope = 1, intercept = 0 } = more
  const values = Array.from(pixels, (stored) => stored * slope + intercept)
  const range = [Math.min(...values), Math.max(...values)] as const
  return {
    kind: 'grey',
    columns: pixels.length,
    rows: 1,
    pixels,
    slope,
    intercept,
    windows: [],
    inverted: false,
    range,
    ...more,
  }
}

/** The picture's values after they were voxels. */
function kept(picture: GreyPicture): number[] {
  const scale = scaleOf([picture])
  const voxels = new Int16Array(picture.pixels.length)
  writeValues(picture, scale, voxels)
  return Array.from(voxels, (voxel) => voxel * scale.slope + scale.intercept)
}

describe('voxels keep', () => {
  it('Hounsfield units as they are, those that 16 bits cannot hold at the end', () => {
    const picture = grey(Uint16Array.of(0, 1024, 65535), { intercept: -1024, unit: 'HU' })
    expect(scaleOf([picture])).toEqual({ slope: 1, intercept: 0 })
    expect(kept(picture)).toEqual([-1024, 0, 32767])
  })

  it('Hounsfield units of a slope that is no whole number, to the nearest', () => {
    expect(kept(grey(Int16Array.of(-100, 3, 4), { slope: 2.5, intercept: 0.25, unit: 'HU' }))).toEqual([
      -250, 8, 10,
    ])
  })

  it('all of 16 bits without a sign', () => {
    expect(kept(grey(Uint16Array.of(0, 1, 40_000, 65_535)))).toEqual([0, 1, 40_000, 65_535])
  })

  it('fractions to their step', () => {
    const values = kept(grey(Uint16Array.of(0, 1, 2, 5000), { slope: 0.004 }))
    expect(values.map((value) => value.toFixed(6))).toEqual(['0.000000', '0.004000', '0.008000', '20.000000'])
  })

  it('32 bits as finely as 16 can say', () => {
    const values = kept(grey(Uint32Array.of(0, 1_000_000, 2_000_000)))
    for (const [at, value] of values.entries()) expect(Math.abs(value - at * 1_000_000)).toBeLessThan(32)
  })

  it('what a table says', () => {
    const modalityTable = { first: 10, data: Uint16Array.of(5, 50, 500), bits: 16 }
    expect(kept(grey(Uint8Array.of(0, 10, 11, 200), { modalityTable, range: [5, 500] }))).toEqual([
      5, 5, 50, 500,
    ])
  })

  it('and windows are said in their values', () => {
    expect(windowsIn([{ center: 10, width: 4, name: 'a' }], { slope: 0.5, intercept: 2 })).toEqual([
      { center: 16, width: 8, name: 'a' },
    ])
  })
})
