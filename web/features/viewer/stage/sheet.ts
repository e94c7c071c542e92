import type { Plane, Point } from '#web/imaging/types.ts'

/**
 * The picture that a mark lies on, by its content and not its place on the screen. Lengths are in the unit of
 * the volume (mm where known): depths from its right, front or lower side, curves from its right front
 * corner, points from the upper left corner of their cut. So they stay valid when a volume is loaded smaller.
 */
export type Sheet =
  | { view: 'picture'; part: string; frame: number }
  | { view: Plane; part: string; depth: number }
  | { view: 'panoramic'; part: string; arch: readonly Point[] }
  /** Across the curve, so far along it. */
  | { view: 'section'; part: string; arch: readonly Point[]; along: number }

/** A sheet as it is shown now. */
export type ShownSheet = {
  sheet: Sheet
  /** How long a pixel of it is across and down, in the unit of its points; 1 in pictures. */
  pixel: Point
  /** Thickness of the cut: it shows marks whose depth lies within. */
  thick: number
}

/** A picture by itself, or one of a series: its points are in pixels. */
export const pictureSheet = (part: string, frame: number): ShownSheet => ({
  sheet: { view: 'picture', part, frame },
  pixel: { x: 1, y: 1 },
  thick: 0,
})

/** Whether what lies on `sheet` is seen on the shown one. */
export function isOn(sheet: Sheet, { sheet: shown, thick }: Pick<ShownSheet, 'sheet' | 'thick'>): boolean {
  if (sheet.part !== shown.part) return false
  if (sheet.view === 'picture') return shown.view === 'picture' && sheet.frame === shown.frame
  if (sheet.view === 'panoramic') return shown.view === 'panoramic' && isSameCurve(sheet.arch, shown.arch)
  if (sheet.view === 'section')
    return shown.view === 'section' && sheet.along === shown.along && isSameCurve(sheet.arch, shown.arch)
  if (!('depth' in shown) || shown.view !== sheet.view) return false
  const off = sheet.depth - shown.depth
  return off >= -thick / 2 && off < thick / 2
}

/** Whether a sheet is of this curve. Along another one lengths and places mean something else. */
export const isAlong = (sheet: Sheet, arch: readonly Point[]) =>
  'arch' in sheet && isSameCurve(sheet.arch, arch)

function isSameCurve(one: readonly Point[], other: readonly Point[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ x, y }, at) => {
      const point = other[at]
      // But for rounding.
      return point !== undefined && Math.hypot(x - point.x, y - point.y) < 1e-6
    })
  )
}

export const toPixels = ({ x, y }: Point, pixel: Point): Point => ({ x: x / pixel.x, y: y / pixel.y })
export const fromPixels = ({ x, y }: Point, pixel: Point): Point => ({ x: x * pixel.x, y: y * pixel.y })
