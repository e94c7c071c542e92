import type { Grid } from '#web/imaging/volume/grid.ts'
import { type SheetsShape, sheetSides, slicesOf, tileAt, tilesInARow } from './tiles.ts'

/** Air to metal: a grey is 14 HU. */
export const hounsfield = { low: -1000, high: 2600 }
/** The part of all voxels that may be darker, and brighter, than what is told apart where there are no Hounsfield units. */
const outer = 0.005

/** How a small volume is written on sheets; `unit` is that of its values. */
export function shapeOf(grid: Grid, unit: 'HU' | null): SheetsShape {
  const { size, sides, voxels } = grid
  const range = unit ? hounsfield : usualRange(voxels)
  return { size: [...size], mm: [...sides], ...range, unit, columns: tilesInARow }
}

/** What is told apart where there are no Hounsfield units. */
export function usualRange(voxels: Int16Array): { low: number; high: number } {
  const counts = new Uint32Array(65536)
  for (const value of voxels) counts[value + 32768] = (counts[value + 32768] ?? 0) + 1
  const beyond = (from: number, step: number) => {
    let [value, seen] = [from, 0]
    for (; seen <= voxels.length * outer && value + step >= 0 && value + step < 65536; value += step)
      seen += counts[value] ?? 0
    return value - step - 32768
  }
  const low = beyond(0, 1)
  return { low, high: Math.max(low + 1, beyond(65535, -1)) }
}

/** The greys of a sheet as RGBA. Past its slice a tile repeats the last column and row. */
export function paintSheet({ voxels }: Grid, shape: SheetsShape, sheet: number) {
  const { width, height } = sheetSides(shape, sheet)
  const [nx, ny] = shape.size
  const scale = 255 / (shape.high - shape.low)
  const pixels = new Uint8ClampedArray(width * height * 4)
  const words = new Uint32Array(pixels.buffer)
  for (const slice of slicesOf(shape, sheet)) {
    const { x, y, tile } = tileAt(shape, slice)
    for (let row = 0; row < tile.height; row++) {
      const line = (slice * ny + Math.min(row, ny - 1)) * nx
      for (let column = 0, to = (y + row) * width + x; column < tile.width; column++, to++) {
        const value = ((voxels[line + Math.min(column, nx - 1)] ?? 0) - shape.low) * scale
        const grey = value <= 0 ? 0 : value >= 255 ? 255 : Math.round(value)
        // The same in every byte, whichever comes first in memory; the last is opaque.
        words[to] = (0xff000000 | (grey << 16) | (grey << 8) | grey) >>> 0
      }
    }
  }
  return { width, height, pixels }
}
