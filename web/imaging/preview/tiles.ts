import { previewSheets } from '#domain/study-preview.ts'

/** What the sheets of a preview volume hold: greys from 0 to 255 stand for values from `low` to `high`. */
export type SheetsShape = {
  /** Voxels to the patient's left, to the back, to the head. */
  size: [number, number, number]
  /** From one voxel to the next; assumed where the file does not state its scale. */
  mm: [number, number, number]
  low: number
  high: number
  unit: 'HU' | null
  /** Tiles in a row of a sheet. */
  columns: number
}

export const tilesInARow = 8

/** The sheet of every fourth slice, from slice 0, 1, 2 and 3 on: the first two sheets together hold every second slice. */
const sheetOf: readonly number[] = [0, 2, 1, 3]

/** Encoders work on squares of so many pixels: a tile of whole squares does not bleed into the next. */
const square = 16
const rounded = (side: number) => Math.ceil(side / square) * square

/** Where the tile of a slice lies: its sheet, counted from 0, and its first pixel. Its sides are `tile`. */
export function tileAt({ size, columns }: SheetsShape, slice: number) {
  const at = Math.floor(slice / previewSheets.count)
  const tile = { width: rounded(size[0]), height: rounded(size[1]) }
  return {
    sheet: sheetOf[slice % previewSheets.count] ?? 0,
    x: (at % columns) * tile.width,
    y: Math.floor(at / columns) * tile.height,
    tile,
  }
}

/** The slices of a sheet, from the lowest up. */
export function slicesOf({ size }: SheetsShape, sheet: number): number[] {
  const first = sheetOf.indexOf(sheet)
  const count = Math.ceil((size[2] - first) / previewSheets.count)
  return Array.from({ length: count }, (_, at) => first + at * previewSheets.count)
}

/** The pixels of a sheet; 256 slices of 256 x 256 fill one of 2048 x 2048. */
export function sheetSides(shape: SheetsShape, sheet: number): { width: number; height: number } {
  const count = slicesOf(shape, sheet).length
  const { tile } = tileAt(shape, 0)
  return {
    width: Math.min(count, shape.columns) * tile.width,
    height: Math.ceil(count / shape.columns) * tile.height,
  }
}
