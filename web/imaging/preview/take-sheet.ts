import type { VolumeInfo } from '#web/imaging/types.ts'
import { type OpenVolume, viewsOf } from '#web/imaging/volume/open-volume.ts'
import type { SheetOfPreview } from '#web/imaging/worker/protocol.ts'
import { createPreviewGrid, type PreviewGrid } from './preview-grid.ts'
import { readSheet } from './read-sheet.ts'
import type { SheetsShape } from './tiles.ts'

const grids = new WeakMap<OpenVolume, PreviewGrid>()

/**
 * Takes a sheet of a preview volume, which is among `volumes` from its first sheet on and finer with each of the others.
 * Throws ImagingError 'corrupt' where it is not one of this volume.
 */
export async function takeSheet(
  volumes: Map<string, OpenVolume>,
  { id, shape, known, sheet, blob }: SheetOfPreview,
): Promise<VolumeInfo> {
  const volume = volumes.get(id) ?? emptyVolume(shape, known)
  await readSheet(blob, (pixels) => grids.get(volume)?.take(sheet, pixels))
  volumes.set(id, volume)
  return volume.info
}

function emptyVolume(shape: SheetsShape, known: boolean): OpenVolume {
  const { size, mm, low, high, unit } = shape
  const made = createPreviewGrid(shape, known)
  const volume = viewsOf(
    {
      size,
      spacing: known ? { known, mm } : { known, assumed: mm },
      // Of Hounsfield units the viewer knows the usual windows.
      windows: unit === 'HU' ? [] : [{ center: (low + high) / 2, width: high - low, name: 'Toda la escala' }],
      range: [low, high],
      ...(unit && { unit }),
      inverted: false,
      scale: { slope: 1, intercept: 0 },
      notices: [],
    },
    made.grid,
  )
  grids.set(volume, made)
  return volume
}
