import type { GreyPicture, PixelSpacing, Point } from '#web/imaging/types.ts'
import { meaningOf } from './grey.ts'
import { aspectOf } from './measure.ts'

/** A circle is its middle and a point of its edge, a rectangle two opposite corners. */
export type RegionShape = 'circle' | 'rectangle'

/** Values of the pixels whose middle lies inside; `deviation` is that of all of them (divided by their number). */
export type RegionValues = { count: number; mean: number; deviation: number; lowest: number; highest: number }

/**
 * What values of a picture are called: HU only where the file says that they are (`isHounsfield` in dicom/grey.ts); a device
 * that does not calibrate, as most CBCT, gives greys that mean nothing beside those of another one.
 */
export const valueUnit = ({ unit }: Pick<GreyPicture, 'unit'>): string => unit ?? 'valores de gris'

/** What a pixel means in the file's own unit. Of a volume that was scaled to 16 bits, the file's number again. */
function readAt(picture: GreyPicture, index: number): number {
  const value = meaningOf(picture, picture.pixels[index] ?? 0)
  const { scale } = picture
  return scale ? value * scale.slope + scale.intercept : value
}

/** The value under a place, in pixels from the upper left corner; null outside. */
export function valueAt(picture: GreyPicture, { x, y }: Point): number | null {
  const [column, row] = [Math.floor(x), Math.floor(y)]
  if (column < 0 || row < 0 || column >= picture.columns || row >= picture.rows) return null
  return readAt(picture, row * picture.columns + column)
}

/** Null where no pixel's middle lies inside. `points` are in pixels of the picture. */
export function regionValues(
  picture: GreyPicture,
  shape: RegionShape,
  points: readonly Point[],
): RegionValues | null {
  const box = boxOf(shape, points, picture.spacing)
  if (!box) return null
  const { left, top, right, bottom } = box
  let [count, sum, squares] = [0, 0, 0]
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let row = first(top); row < Math.min(picture.rows, last(bottom)); row++)
    for (let column = first(left); column < Math.min(picture.columns, last(right)); column++) {
      if (shape === 'circle' && !isInside(box, { x: column + 0.5, y: row + 0.5 })) continue
      const value = readAt(picture, row * picture.columns + column)
      count++
      sum += value
      squares += value * value
      if (value < lowest) lowest = value
      if (value > highest) highest = value
    }
  if (count === 0) return null
  const mean = sum / count
  // Rounding may leave a little less than nothing.
  return { count, mean, deviation: Math.sqrt(Math.max(0, squares / count - mean * mean)), lowest, highest }
}

// Pixels whose middle is not before `from`, and before `to`.
const first = (from: number) => Math.max(0, Math.ceil(from - 0.5))
const last = (to: number) => Math.max(0, Math.floor(to - 0.5) + 1)

type Box = { left: number; top: number; right: number; bottom: number }

/** What a region spans, in pixels; a circle is round as it is seen, also where pixels are no squares. */
export function boxOf(
  shape: RegionShape,
  [one, other]: readonly Point[],
  spacing?: PixelSpacing,
): Box | null {
  if (!one || !other) return null
  if (shape === 'rectangle') {
    return {
      left: Math.min(one.x, other.x),
      top: Math.min(one.y, other.y),
      right: Math.max(one.x, other.x),
      bottom: Math.max(one.y, other.y),
    }
  }
  const aspect = aspectOf(spacing)
  const radius = Math.hypot(other.x - one.x, (other.y - one.y) * aspect)
  return {
    left: one.x - radius,
    top: one.y - radius / aspect,
    right: one.x + radius,
    bottom: one.y + radius / aspect,
  }
}

function isInside({ left, top, right, bottom }: Box, { x, y }: Point): boolean {
  const across = (2 * x - left - right) / (right - left)
  const down = (2 * y - top - bottom) / (bottom - top)
  return across * across + down * down <= 1
}

/** '812', or '3.5' of values that are small. */
const said = (value: number) =>
  (Math.abs(value) < 10 ? Number(value.toFixed(1)) : Math.round(value)).toString()

/** '812 HU', '143 valores de gris'. */
export const valueText = (value: number, picture: Pick<GreyPicture, 'unit'>) =>
  `${said(value)} ${valueUnit(picture)}`

/** 'Media 812 HU', 'DE 35 · Mín. 700 · Máx. 950'. */
export function regionLines(
  { mean, deviation, lowest, highest }: RegionValues,
  picture: Pick<GreyPicture, 'unit'>,
): [string, string] {
  return [
    `Media ${valueText(mean, picture)}`,
    `DE ${said(deviation)} · Mín. ${said(lowest)} · Máx. ${said(highest)}`,
  ]
}
