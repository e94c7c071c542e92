import { createPhantom, hounsfield } from '#tools/imaging/phantom.ts'
import { createPreviewGrid } from '#web/imaging/preview/preview-grid.ts'
import { readSheet } from '#web/imaging/preview/read-sheet.ts'
import { shrunk } from '#web/imaging/preview/shrink.ts'
import { sheetsOf } from '#web/imaging/sending/sheets.ts'
import type { Vector } from '#web/imaging/types.ts'
import type { Grid } from '#web/imaging/volume/grid.ts'

/** `noise` in HU; `unit` null for a machine whose values are no Hounsfield units. */
export type Asked = { size: Vector; mm: number; teeth: number; noise: number; unit: 'HU' | null }
export type Measured = { types: string[]; bytes: number; size: Vector; decibels: number }

Reflect.set(globalThis, 'measureSheets', measure)

/** Makes a phantom's sheets and reads them back: how far its greys are then from those of the reduced volume. */
async function measure({ size, mm, teeth, noise, unit }: Asked): Promise<Measured> {
  const grid = phantomGrid(size, mm, teeth, noise)
  const sheets = await sheetsOf({ grid, info: { unit: unit ?? undefined } })
  const read = createPreviewGrid(sheets, true)
  for (const [sheet, file] of sheets.files.entries())
    await readSheet(file, (pixels) => read.take(sheet, pixels))
  const grey = (value: number) =>
    Math.min(255, Math.max(0, Math.round(((value - sheets.low) * 255) / (sheets.high - sheets.low))))
  const { voxels } = shrunk(grid)
  let squares = 0
  for (const [at, value] of voxels.entries()) squares += (grey(value) - grey(read.grid.voxels[at] ?? 0)) ** 2
  return {
    types: [...new Set(sheets.files.map(({ type }) => type))],
    bytes: sheets.files.reduce((sum, { size }) => sum + size, 0),
    size: sheets.size,
    decibels: 10 * Math.log10((255 ** 2 * voxels.length) / squares),
  }
}

function phantomGrid(size: Vector, mm: number, teeth: number, noise: number): Grid {
  const phantom = createPhantom(teeth, [size[0] * mm, size[1] * mm, size[2] * mm])
  const random = randomNumbers()
  const voxels = new Int16Array(size[0] * size[1] * size[2])
  let at = 0
  for (let z = 0; z < size[2]; z++)
    for (let y = 0; y < size[1]; y++)
      for (let x = 0; x < size[0]; x++) {
        // Nearly as normal noise is.
        const spread = (random() + random() + random() + random() - 2) * Math.sqrt(3) * noise
        voxels[at++] = phantom.valueAt(x * mm, y * mm, z * mm) + spread
      }
  return {
    voxels,
    size,
    sides: [mm, mm, mm],
    known: true,
    stacked: 2,
    inverted: false,
    outside: hounsfield.air,
  }
}

/** Numbers from 0 to 1, the same in every run. */
function randomNumbers(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
