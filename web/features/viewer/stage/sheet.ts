import type { Orientation, Plane, Point } from '#web/imaging/types.ts'

/**
 * The picture that a mark lies on, by its content and not its place on the screen. Lengths are in the unit of
 * the volume (mm where known): depths from its right, front or lower side, curves from its right front
 * corner, points from the upper left corner of their cut. So they stay valid when a volume is loaded smaller. A volume that is
 * turned has lengths of its own.
 */
export type Sheet =
  | { view: 'picture'; part: string; frame: number }
  | ({ part: string; orientation?: Orientation } & (
      | { view: Plane; depth: number }
      | { view: 'panoramic'; arch: readonly Point[] }
      /** Across the curve, so far along it. */
      | { view: 'section'; arch: readonly Point[]; along: number }
    ))

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

/** How wide a cut across the curve is. */
export const sectionWidth = 30

/** Whether what lies on `sheet` is seen on the shown one. */
export function isOn(sheet: Sheet, { sheet: shown, thick }: Pick<ShownSheet, 'sheet' | 'thick'>): boolean {
  if (sheet.part !== shown.part || !isTurnedLike(sheet, turnOf(shown))) return false
  if (sheet.view === 'picture') return shown.view === 'picture' && sheet.frame === shown.frame
  if (sheet.view === 'panoramic') return shown.view === 'panoramic' && isSameCurve(sheet.arch, shown.arch)
  if (sheet.view === 'section')
    return shown.view === 'section' && sheet.along === shown.along && isSameCurve(sheet.arch, shown.arch)
  if (!('depth' in shown) || shown.view !== sheet.view) return false
  const off = sheet.depth - shown.depth
  return off >= -thick / 2 && off < thick / 2
}

/** How the volume that a sheet lies in is turned. */
export const turnOf = (sheet: Sheet): Orientation | undefined =>
  sheet.view === 'picture' ? undefined : sheet.orientation

/** Whether a sheet lies in the volume as it is turned; tenths of a degree are all that is told apart. */
function isTurnedLike(sheet: Sheet, orientation: Orientation | undefined): boolean {
  const own = turnOf(sheet)
  if (!own || !orientation) return own === orientation
  return own.every((angle, at) => Math.abs(angle - (orientation[at] ?? 0)) < 0.05)
}

/** Whether a sheet lies in the volume turned in another way. */
export const isOfOtherTurn = (sheet: Sheet, part: string, orientation: Orientation | undefined) =>
  sheet.part === part && sheet.view !== 'picture' && !isTurnedLike(sheet, orientation)

/** Whether a sheet lies along another curve, in the volume as it is turned. There lengths and places mean something else. */
export const isOfOtherCurve = (
  sheet: Sheet,
  part: string,
  orientation: Orientation | undefined,
  arch: readonly Point[],
) =>
  sheet.part === part && 'arch' in sheet && isTurnedLike(sheet, orientation) && !isSameCurve(sheet.arch, arch)

function isSameCurve(one: readonly Point[], other: readonly Point[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ x, y }, at) => {
      const point = other[at]
      // But for rounding, also of what was kept as mm of the patient.
      return point !== undefined && Math.hypot(x - point.x, y - point.y) < 1e-3
    })
  )
}

export const toPixels = ({ x, y }: Point, pixel: Point): Point => ({ x: x / pixel.x, y: y / pixel.y })
export const fromPixels = ({ x, y }: Point, pixel: Point): Point => ({ x: x * pixel.x, y: y * pixel.y })
