import type { Orientation, Vector, VolumeInfo } from '#web/imaging/types.ts'
import { voxelSides } from './grid.ts'

/**
 * The axes of a turned volume along those of the volume itself: to the left, to the back, to the head. Yaw comes first, then roll,
 * then pitch; each turns clockwise what is seen on the axial, the coronal, the sagittal cut.
 */
export function turnedAxes(orientation: Orientation): readonly [Vector, Vector, Vector] {
  const [pitch, roll, yaw] = orientation.map((angle) => (angle * Math.PI) / 180)
  const [cp, sp] = [Math.cos(pitch ?? 0), Math.sin(pitch ?? 0)]
  const [cr, sr] = [Math.cos(roll ?? 0), Math.sin(roll ?? 0)]
  const [cy, sy] = [Math.cos(yaw ?? 0), Math.sin(yaw ?? 0)]
  return [
    [cr * cy, -cr * sy, sr],
    [cp * sy - sp * sr * cy, cp * cy + sp * sr * sy, sp * cr],
    [-sp * sy - cp * sr * cy, -sp * cy + cp * sr * sy, cp * cr],
  ]
}

/** Voxels of the upright box that holds all of a turned volume around the same middle; voxels are as large as before. */
export function turnedSize(size: Vector, sides: Vector, axes: readonly [Vector, Vector, Vector]): Vector {
  const along = (axis: 0 | 1 | 2) => {
    const [x, y, z] = axes[axis]
    const length =
      Math.abs(x) * size[0] * sides[0] + Math.abs(y) * size[1] * sides[1] + Math.abs(z) * size[2] * sides[2]
    // As many more on both sides: those around the middle stay where they are.
    return size[axis] + 2 * Math.max(0, Math.ceil((length / sides[axis] - size[axis]) / 2 - 1e-6))
  }
  return [along(0), along(1), along(2)]
}

/** A volume as it is seen turned about its middle: its size, and where its axes lie in the patient. */
export function turnedInfo(info: VolumeInfo, orientation: Orientation | null | undefined): VolumeInfo {
  if (!orientation) return info
  const sides = voxelSides(info.spacing)
  const axes = turnedAxes(orientation)
  const size = turnedSize(info.size, sides, axes)
  const turned: VolumeInfo = { ...info, size, orientation }
  if (!info.place) return turned
  const { corner, axes: own } = info.place
  const inPatient = (along: Vector): Vector => sumOf([0, 0, 0], own, along)
  const [x, y, z] = axes
  const lying = [inPatient(x), inPatient(y), inPatient(z)] as const
  const middle = sumOf(corner, own, halfOf(info.size, sides))
  const [a, b, c] = halfOf(size, sides)
  return { ...turned, place: { corner: sumOf(middle, lying, [-a, -b, -c]), axes: lying } }
}

/**
 * Lengths from the corner of a volume in one orientation as those from its corner in another one: the place in the patient stays
 * the same.
 */
export function betweenTurns(
  volume: Pick<VolumeInfo, 'size' | 'spacing'>,
  before: Orientation | null | undefined,
  after: Orientation | null | undefined,
): (at: Vector) => Vector {
  const [from, to] = [boxOf(volume, before), boxOf(volume, after)]
  return ([x, y, z]) => {
    const [a, b, c] = from.half
    const along = alongOf(sumOf([0, 0, 0], from.axes, [x - a, y - b, z - c]), to.axes)
    return [along[0] + to.half[0], along[1] + to.half[1], along[2] + to.half[2]]
  }
}

function boxOf(
  { size, spacing }: Pick<VolumeInfo, 'size' | 'spacing'>,
  orientation: Orientation | null | undefined,
) {
  const sides = voxelSides(spacing)
  const axes = turnedAxes(orientation ?? [0, 0, 0])
  return { axes, half: halfOf(orientation ? turnedSize(size, sides, axes) : size, sides) }
}

/** Lengths from a box's corner to its middle. */
export const halfOf = (size: Vector, sides: Vector): Vector => [
  (size[0] * sides[0]) / 2,
  (size[1] * sides[1]) / 2,
  (size[2] * sides[2]) / 2,
]

/** A place, and so far along each of three axes. */
export function sumOf(from: Vector, axes: readonly [Vector, Vector, Vector], along: Vector): Vector {
  const part = (at: 0 | 1 | 2) =>
    from[at] + axes[0][at] * along[0] + axes[1][at] * along[1] + axes[2][at] * along[2]
  return [part(0), part(1), part(2)]
}

/** So far along each axis from the middle. */
export const alongOf = (from: Vector, axes: readonly [Vector, Vector, Vector]): Vector => {
  const part = ([x, y, z]: Vector) => x * from[0] + y * from[1] + z * from[2]
  return [part(axes[0]), part(axes[1]), part(axes[2])]
}
