import type { PixelSpacing } from '#web/imaging/types.ts'
import { aspectOf } from '#web/imaging/view/measure.ts'

/** How long a slice's pixels are in the unit of the volume: mm where the file states them, else as if voxels were cubes `step` wide. */
export function pixelSides(
  spacing: PixelSpacing | undefined,
  step: number,
): { across: number; down: number } {
  if (spacing?.known === 'mm') return { across: spacing.column, down: spacing.row }
  return { across: step, down: step * aspectOf(spacing) }
}

/** Whether a slice states the millimetres that the volume is built with: one that does not, or states others, makes them doubtful for all. */
export function isSameScale(
  spacing: PixelSpacing | undefined,
  { across, down }: { across: number; down: number },
): boolean {
  return spacing?.known === 'mm' && isClose(spacing.column, across) && isClose(spacing.row, down)
}

/** Equal except for the number of digits written. */
const isClose = (one: number, other: number) => Math.abs(one - other) <= 0.001 * other
