import type { GreyPicture, Picture, PixelSpacing } from '#web/imaging/types.ts'
import { ownShade, paintGrey, type Shade } from '#web/imaging/view/grey.ts'

/** Colours to be made into a picture file; RGBA, row by row from the top left. `ratio`: height of a pixel over its width. */
export type Drawing = { columns: number; rows: number; ratio: number; pixels: Uint8ClampedArray<ArrayBuffer> }

/** An image, or a slice of a volume, with the greys that the viewer opens it with. */
export function drawingOf(picture: Picture): Drawing {
  return picture.kind === 'grey'
    ? shaded(picture, ownShade(picture))
    : { ...picture, ratio: ratioOf(picture.spacing) }
}

/** A picture with chosen greys. */
export function shaded(picture: GreyPicture, shade: Shade): Drawing {
  const { columns, rows, spacing } = picture
  const pixels = new Uint8ClampedArray(columns * rows * 4)
  paintGrey(picture, shade, false, new Uint32Array(pixels.buffer))
  return { columns, rows, ratio: ratioOf(spacing), pixels }
}

function ratioOf(spacing: PixelSpacing | undefined): number {
  if (!spacing) return 1
  return spacing.known === 'mm' ? spacing.row / spacing.column : spacing.ratio
}

/** The mean colour as 6 hex digits. */
export function tintOf(pixels: Uint8ClampedArray): string {
  const sums = [0, 0, 0]
  for (let at = 0; at < pixels.length; at++)
    if (at % 4 < 3) sums[at % 4] = (sums[at % 4] ?? 0) + (pixels[at] ?? 0)
  const bytes = sums.map((sum) => Math.round((sum * 4) / Math.max(1, pixels.length)))
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The size of a drawing as it is seen, its longer side at most `side`; whole pixels, never more than there are. */
export function sizeWithin(
  { columns, rows, ratio }: Pick<Drawing, 'columns' | 'rows' | 'ratio'>,
  side: number,
): { width: number; height: number } {
  const [width, height] = [columns / Math.min(1, ratio), rows * Math.max(1, ratio)]
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
