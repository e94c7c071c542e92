import { letGo } from '#web/imaging/let-go.ts'
import { ImagingError } from '#web/imaging/types.ts'
import type { Grid } from '#web/imaging/volume/grid.ts'
import type { Sheet } from './read-sheet.ts'
import { type SheetsShape, sheetSides, slicesOf, tileAt } from './tiles.ts'

export type PreviewGrid = {
  /** Changed in place by `take`. */
  grid: Grid
  /** Takes the pixels of a sheet (0 to 3). Throws ImagingError 'corrupt' where they are not those of this volume. */
  take(sheet: number, pixels: Sheet): void
}

/**
 * A volume of 16-bit values from sheets that arrive in any order: slices that are not there yet are mixed of their
 * neighbours. `known` where the file states its scale, or `mm` are only assumed.
 */
export function createPreviewGrid(shape: SheetsShape, known: boolean): PreviewGrid {
  const { size, mm, low, high } = shape
  const layer = size[0] * size[1]
  const voxels = new Int16Array(layer * size[2]).fill(low)
  const there = new Set<number>()
  const values = Int16Array.from({ length: 256 }, (_, grey) => Math.round(low + (grey * (high - low)) / 255))
  const sliceAt = (slice: number) => voxels.subarray(slice * layer, (slice + 1) * layer)

  function read(slice: number, pixels: Sheet): void {
    const { x, y } = tileAt(shape, slice)
    const into = sliceAt(slice)
    const tile = pixels.tile(x, y, size[0], size[1])
    for (let to = 0; to < layer; to++) into[to] = values[tile[to * 4] ?? 0] ?? low
    letGo(tile)
    there.add(slice)
  }

  function fill(slice: number, below: number | undefined, above: number | undefined): void {
    const into = sliceAt(slice)
    const [under, over] = [sliceAt(below ?? above ?? slice), sliceAt(above ?? below ?? slice)]
    const part = below === undefined || above === undefined ? 0 : (slice - below) / (above - below)
    for (let at = 0; at < layer; at++) {
      const value = under[at] ?? 0
      into[at] = Math.round(value + ((over[at] ?? 0) - value) * part)
    }
  }

  return {
    grid: { voxels, size, sides: mm, known, stacked: 2, inverted: false, outside: low },
    take(sheet, pixels) {
      const { width, height } = sheetSides(shape, sheet)
      if (pixels.width !== width || pixels.height !== height) throw new ImagingError('corrupt')
      for (const slice of slicesOf(shape, sheet)) read(slice, pixels)
      let below: number | undefined
      for (let slice = 0; slice < size[2]; slice++) {
        if (there.has(slice)) below = slice
        else fill(slice, below, nextOf(there, slice, size[2]))
      }
    },
  }
}

function nextOf(there: ReadonlySet<number>, slice: number, end: number): number | undefined {
  for (let next = slice + 1; next < end; next++) if (there.has(next)) return next
  return undefined
}
