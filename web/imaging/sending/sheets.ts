import { previewSheets } from '#domain/study-preview.ts'
import { paintSheet, shapeOf } from '#web/imaging/preview/paint-sheet.ts'
import { shrunk } from '#web/imaging/preview/shrink.ts'
import type { SheetsShape } from '#web/imaging/preview/tiles.ts'
import { ImagingError, type VolumeInfo } from '#web/imaging/types.ts'
import type { Grid } from '#web/imaging/volume/grid.ts'
import { fileWithin } from './encode.ts'
import type { MadeSheets } from './preview.ts'

/** Voxels along the longest side: fewer where noise makes the sheets too heavy. */
const sides = [256, 192, 128]

type Loaded = { grid: Grid; info: Pick<VolumeInfo, 'unit'> }

/** The preview volume as four files, in a worker with a canvas. Throws ImagingError 'too_large' where they weigh too much even when small. */
export async function sheetsOf({ grid, info }: Loaded): Promise<MadeSheets> {
  // Turned round, values are no Hounsfield units any more.
  const unit = grid.inverted ? null : (info.unit ?? null)
  for (const longest of sides) {
    const small = shrunk(grid, longest)
    const shape = shapeOf(small, unit)
    const files = await filesOf(small, shape)
    if (files) return { ...shape, size: [...shape.size], mm: [...shape.mm], files }
  }
  throw new ImagingError('too_large')
}

async function filesOf(small: Grid, shape: SheetsShape): Promise<Blob[] | undefined> {
  const files: Blob[] = []
  try {
    for (let sheet = 0; sheet < previewSheets.count; sheet++) files.push(await fileOf(small, shape, sheet))
    return files
  } catch (error) {
    if (error instanceof ImagingError && error.problem === 'too_large') return undefined
    throw error
  }
}

function fileOf(small: Grid, shape: SheetsShape, sheet: number): Promise<Blob> {
  const { width, height, pixels } = paintSheet(small, shape, sheet)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new ImagingError('not_loaded', 'There is no canvas')
  context.putImageData(new ImageData(pixels, width, height), 0, 0)
  return fileWithin(canvas, previewSheets.quality, previewSheets.bytes / previewSheets.count)
}
