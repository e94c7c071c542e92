import type { Orientation, Plane, Point, Vector, VolumeInfo } from '#web/imaging/types.ts'
import { dot } from '#web/imaging/vectors.ts'
import { voxelSides } from '#web/imaging/volume/grid.ts'
import { turnedInfo } from '#web/imaging/volume/orientation.ts'

/**
 * Between lengths from a volume's corner, which sheets are in, and mm of the patient, which are kept: those are the same however
 * the volume was reduced.
 */
export type Frame = {
  /** Lengths along the volume's axes to a place in the patient, and back. */
  toPatient(lengths: Vector): Vector
  toLengths(place: Vector): Vector
  /** The same along one axis. */
  kept(length: number, axis: Axis): number
  length(kept: number, axis: Axis): number
  /** How high the volume is: cuts are counted down from its upper side. */
  height: number
}
type Axis = 0 | 1 | 2

/** Of a volume as it is turned; null of one that does not know where it lies. */
export function frameOf(volume: VolumeInfo, orientation: Orientation | null | undefined): Frame | null {
  const { place, size, spacing } = turnedInfo(volume, orientation)
  if (!place) return null
  const { corner, axes } = place
  const origins = axes.map((axis) => dot(axis, corner))
  const originOf = (axis: Axis) => origins[axis] ?? 0
  const along = (place: Vector, axis: Axis) => dot(axes[axis], place) - originOf(axis)
  return {
    toPatient: (lengths) => {
      const part = (at: Axis) =>
        corner[at] + axes[0][at] * lengths[0] + axes[1][at] * lengths[1] + axes[2][at] * lengths[2]
      return [part(0), part(1), part(2)]
    },
    toLengths: (place) => [along(place, 0), along(place, 1), along(place, 2)],
    kept: (length, axis) => length + originOf(axis),
    length: (kept, axis) => kept - originOf(axis),
    height: size[2] * voxelSides(spacing)[2],
  }
}

/** Where a place (lengths along the volume's axes) lies on a plane's cut, and how deep that is; `lengthsOf` is the way back. */
export function pointOf(plane: Plane, [x, y, z]: Vector, height: number): { point: Point; depth: number } {
  if (plane === 'axial') return { point: { x, y }, depth: z }
  if (plane === 'coronal') return { point: { x, y: height - z }, depth: y }
  return { point: { x: y, y: height - z }, depth: x }
}

/** A curve of an axial cut, kept as pairs of mm. */
export const keptArch = (arch: readonly Point[], { kept }: Frame): [number, number][] =>
  arch.map(({ x, y }) => [kept(x, 0), kept(y, 1)])

export const archLengthsOf = (arch: readonly (readonly [number, number])[], { length }: Frame): Point[] =>
  arch.map(([x, y]) => ({ x: length(x, 0), y: length(y, 1) }))
