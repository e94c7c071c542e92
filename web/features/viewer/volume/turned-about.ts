import type { Orientation, Plane } from '#web/imaging/types.ts'
import { straight } from './planes.ts'

/** What a volume is turned by on the cut of each plane: its place among the angles, and its name. */
export const turns = {
  sagittal: { at: 0, name: 'Cabeceo' },
  coronal: { at: 1, name: 'Inclinación' },
  axial: { at: 2, name: 'Giro' },
} as const satisfies Record<Plane, { at: 0 | 1 | 2; name: string }>

/** Degrees: no occlusal plane is tilted more. */
export const steepest = 45

/** The orientation with another angle on the cut of a plane, in tenths of a degree; null of a volume that is not turned. */
export function turnedAbout(
  orientation: Orientation | undefined,
  plane: Plane,
  degrees: number,
): Orientation | null {
  const next: [number, number, number] = [...(orientation ?? straight)]
  next[turns[plane].at] = Math.round(Math.min(steepest, Math.max(-steepest, degrees)) * 10) / 10 || 0
  return next.some((angle) => angle !== 0) ? next : null
}
