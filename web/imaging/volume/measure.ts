import type { Point } from '#web/imaging/types.ts'
import { degrees } from '#web/imaging/vectors.ts'

/** mm of one pixel, as a cut has them. */
export type PixelSize = { mmAcross: number; mmDown: number }

/** The length between two places of a cut (pixels, also between them) in mm, right also where pixels are not square. */
export function lengthMm(from: Point, to: Point, { mmAcross, mmDown }: PixelSize): number {
  return Math.hypot((to.x - from.x) * mmAcross, (to.y - from.y) * mmDown)
}

/** The angle at `corner` in degrees from 0 to 180, as it is in the patient. */
export function angleDegrees(
  one: Point,
  corner: Point,
  other: Point,
  { mmAcross, mmDown }: PixelSize,
): number {
  const arm = ({ x, y }: Point) => ({ x: (x - corner.x) * mmAcross, y: (y - corner.y) * mmDown })
  const [a, b] = [arm(one), arm(other)]
  return degrees(Math.atan2(Math.abs(a.x * b.y - a.y * b.x), a.x * b.x + a.y * b.y))
}
