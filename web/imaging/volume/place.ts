import type { Vector, VolumePlace } from '#web/imaging/types.ts'
import type { Axes } from './axes.ts'
import type { Build } from './build.ts'
import type { Stack } from './stack.ts'

/**
 * Where a volume lies in the patient: the outer corner of its first voxel. `sides` are those of a pixel of the stack. Of a
 * reduced volume the last voxels may reach beyond what was acquired, which is where it begins along an axis that was turned.
 */
export function placeOf(
  { row, column, normal, first }: Pick<Stack, 'row' | 'column' | 'normal' | 'first'>,
  { from, sign }: Axes,
  sides: Vector,
  { size, factor }: Pick<Build, 'size' | 'factor'>,
): VolumePlace {
  const stack = [row, column, normal] as const
  const axisOf = (axis: 0 | 1 | 2) => times(stack[from[axis]], sign[axis])
  let corner: Vector = [0, 0, 0]
  for (const axis of [0, 1, 2] as const) {
    const along = from[axis]
    const side = sides[along]
    const begin = first[along] - side / 2 + (sign[axis] < 0 ? size[axis] * factor * side : 0)
    corner = plus(corner, times(stack[along], begin))
  }
  return { corner, axes: [axisOf(0), axisOf(1), axisOf(2)] }
}

const times = ([x, y, z]: Vector, by: number): Vector => [x * by, y * by, z * by]
const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
