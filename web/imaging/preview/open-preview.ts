import type { VolumeInfo } from '#web/imaging/types.ts'
import { type OpenVolume, viewsOf } from '#web/imaging/volume/open-volume.ts'
import { createPreviewGrid } from './preview-grid.ts'
import { readSheet } from './read-sheet.ts'
import type { SheetsShape } from './tiles.ts'

export type OpenPreview = {
  volume: OpenVolume
  /** Decodes a sheet (0 to 3). Throws ImagingError 'corrupt' where it is not one of this volume. */
  take(sheet: number, blob: Blob): Promise<void>
}

/** A preview volume whose sheets have yet to come; `known` where the study's file states its scale. */
export function openPreview(shape: SheetsShape, known: boolean): OpenPreview {
  const { size, mm, low, high, unit } = shape
  const { grid, take } = createPreviewGrid(shape, known)
  const info: VolumeInfo = {
    size,
    spacing: known ? { known, mm } : { known, assumed: mm },
    // Of Hounsfield units the viewer knows the usual windows.
    windows: unit === 'HU' ? [] : [{ center: (low + high) / 2, width: high - low, name: 'Toda la escala' }],
    range: [low, high],
    ...(unit && { unit }),
    inverted: false,
    scale: { slope: 1, intercept: 0 },
    notices: [],
  }
  return {
    volume: viewsOf(info, grid),
    async take(sheet, blob) {
      take(sheet, await readSheet(blob))
    },
  }
}
