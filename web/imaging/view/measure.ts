import type { PixelSpacing, Point } from '#web/imaging/types.ts'

/** What one can measure; how many points each takes. */
export const measures = { length: 2, angle: 3 } as const
export type MeasureKind = keyof typeof measures

/** Points in pixels of the picture (0 at its top left corner), so that no zoom or turn changes what they say. */
export type Measurement = { id: string; kind: MeasureKind; points: Point[] }

export type Measured = { value: number; unit: 'mm' | 'px' | '°' }

/**
 * Millimetres only if the file states them for the patient; else pixels. An angle needs only
 * the pixel's proportions. Null when a point is still missing, or nothing true can be said.
 */
export function measure(
  kind: MeasureKind,
  points: readonly Point[],
  spacing?: PixelSpacing,
): Measured | null {
  const [first, second, third] = points
  if (!first || !second) return null
  if (kind === 'length') {
    const across = second.x - first.x
    const down = second.y - first.y
    if (spacing?.known !== 'mm') return { value: Math.hypot(across, down), unit: 'px' }
    return { value: Math.hypot(across * spacing.column, down * spacing.row), unit: 'mm' }
  }
  if (!third || spacing?.known === 'nothing') return null
  return { value: angle(first, second, third, aspectOf(spacing)), unit: '°' }
}

/** How much taller than wide a pixel is; a file that does not say has squares (PS3.3 C.7.6.3.1.7). */
export function aspectOf(spacing: PixelSpacing | undefined): number {
  if (!spacing) return 1
  return spacing.known === 'mm' ? spacing.row / spacing.column : spacing.ratio
}

/** Degrees between the legs from the second point, 0 to 180, of pixels that are `aspect` times as tall as wide. */
function angle(from: Point, corner: Point, to: Point, aspect: number): number {
  const leg = (end: Point) => ({ x: end.x - corner.x, y: (end.y - corner.y) * aspect })
  const one = leg(from)
  const other = leg(to)
  const turn = Math.atan2(one.x * other.y - one.y * other.x, one.x * other.x + one.y * other.y)
  return Math.abs((turn * 180) / Math.PI)
}

/** What stands beside a measurement, '12.3 mm supuestos' where the distance of slices is assumed; nothing before its last point. */
export function measurementText(kind: MeasureKind, points: readonly Point[], spacing?: PixelSpacing): string {
  const measured = measure(kind, points, spacing)
  const isAssumed = spacing?.known === 'mm' && spacing.assumed
  if (measured) return `${measuredText(measured)}${isAssumed ? ' supuestos' : ''}`
  return points.length < measures[kind] ? '' : 'sin escala'
}

/** '12.3 mm', '48 px', '91.5°'. */
export function measuredText({ value, unit }: Measured): string {
  if (unit === 'px') return `${value.toFixed(value < 10 ? 1 : 0)} px`
  return unit === 'mm' ? `${value.toFixed(1)} mm` : `${value.toFixed(1)}°`
}

/** The point of a measurement nearest to a place, at most `reach` away, all in the same pixels. */
export function nearestHandle<Handle extends Point>(
  handles: readonly Handle[],
  place: Point,
  reach: number,
): Handle | null {
  let best: Handle | null = null
  let closest = reach
  for (const handle of handles) {
    const distance = Math.hypot(handle.x - place.x, handle.y - place.y)
    if (distance > closest) continue
    best = handle
    closest = distance
  }
  return best
}
