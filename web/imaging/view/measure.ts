import type { PixelSpacing, Point } from '#web/imaging/types.ts'

/** What one can measure; how many points each takes. */
export const measures = { length: 2, angle: 3 } as const
export type MeasureKind = keyof typeof measures

/** Points in pixels of the picture (0 at its top left corner), so that no zoom or turn changes what they say. */
export type Measurement = { id: number; kind: MeasureKind; points: Point[] }

export type Measured = { value: number; unit: 'mm' | 'px' | '°' }

/** Millimetres only where the file states them for the patient; else pixels. */
export function measure(
  kind: MeasureKind,
  points: readonly Point[],
  spacing?: PixelSpacing,
): Measured | null {
  const [first, second, third] = points
  if (!first || !second) return null
  if (kind === 'length') {
    const mm = spacing?.trusted ? spacing : null
    const across = (second.x - first.x) * (mm?.column ?? 1)
    const down = (second.y - first.y) * (mm?.row ?? 1)
    return { value: Math.hypot(across, down), unit: mm ? 'mm' : 'px' }
  }
  return third ? { value: angle(first, second, third, spacing), unit: '°' } : null
}

/** Degrees between the legs from the second point, 0 to 180. Only the ratio of the spacing matters, so it need not be trusted. */
function angle(from: Point, corner: Point, to: Point, spacing?: PixelSpacing): number {
  const leg = (end: Point) => ({
    x: (end.x - corner.x) * (spacing?.column ?? 1),
    y: (end.y - corner.y) * (spacing?.row ?? 1),
  })
  const one = leg(from)
  const other = leg(to)
  const turn = Math.atan2(one.x * other.y - one.y * other.x, one.x * other.x + one.y * other.y)
  return Math.abs((turn * 180) / Math.PI)
}

/** '12.3 mm', '48 px', '91.5°'. */
export function measuredText({ value, unit }: Measured): string {
  if (unit === 'px') return `${value.toFixed(value < 10 ? 1 : 0)} px`
  return unit === 'mm' ? `${value.toFixed(1)} mm` : `${value.toFixed(1)}°`
}

/** The point of a measurement that is nearest to a place and not farther than `reach`, all in the same pixels. */
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
