import { ImagingError, type Vector } from '#web/imaging/types.ts'
import type { Axes } from './axes.ts'

/** A volume that is filled plane by plane, in the order of the stack, and lies along the patient's axes in the end. */
export type Build = {
  voxels: Int16Array
  /** Voxels to the patient's left, to the back, to the head. */
  size: Vector
  /** By how much every side is smaller than the file's. */
  factor: number
  /** Takes the next plane of the stack; it may be overwritten afterwards. */
  add(plane: Int16Array): void
  /** A plane as it was added, where nothing was made smaller. */
  plane(at: number): Int16Array
}

/** A factor beyond leaves nothing to be seen. */
const largestFactor = 16

/**
 * Allocates a volume's memory once, at most `memory` bytes: a larger one is reduced by a whole factor on every
 * side. `stack` counts columns, rows and planes. Throws 'too_large' when even little memory cannot be had.
 */
export function createBuild(stack: Vector, axes: Axes, memory: number): Build {
  for (let factor = factorFor(stack, memory); factor <= largestFactor; factor++) {
    const voxels = reserve(sizeOf(stack, factor))
    if (voxels) return fill(voxels, stack, axes, factor)
  }
  throw new ImagingError('too_large')
}

const sizeOf = (stack: Vector, factor: number): Vector => [
  Math.ceil(stack[0] / factor),
  Math.ceil(stack[1] / factor),
  Math.ceil(stack[2] / factor),
]

function factorFor(stack: Vector, memory: number): number {
  let factor = 1
  while (factor < largestFactor && bytesOf(sizeOf(stack, factor)) > memory) factor++
  return factor
}

const bytesOf = ([columns, rows, planes]: Vector) => columns * rows * planes * Int16Array.BYTES_PER_ELEMENT

function reserve([columns, rows, planes]: Vector): Int16Array | undefined {
  try {
    return new Int16Array(columns * rows * planes)
  } catch {
    // Less may be free than the caller thought.
    return undefined
  }
}

function fill(voxels: Int16Array, stack: Vector, { from, sign }: Axes, factor: number): Build {
  const small = sizeOf(stack, factor)
  const size: Vector = [small[from[0]], small[from[1]], small[from[2]]]
  const strides = [1, size[0], size[0] * size[1]]
  /** Steps in memory for one column, row and plane of the stack. */
  const steps = [0, 0, 0]
  let start = 0
  for (const axis of [0, 1, 2] as const) {
    const stride = strides[axis] ?? 0
    steps[from[axis]] = sign[axis] * stride
    if (sign[axis] < 0) start += (size[axis] - 1) * stride
  }
  const [right = 0, down = 0, up = 0] = steps
  const put = (plane: Int16Array, at: number) => {
    for (let row = 0, read = 0; row < small[1]; row++) {
      let to = start + at * up + row * down
      for (const end = read + small[0]; read < end; read++, to += right) voxels[to] = plane[read] ?? 0
    }
  }
  const plane = (at: number) => {
    const found = new Int16Array(small[0] * small[1])
    for (let row = 0, to = 0; row < small[1]; row++) {
      let read = start + at * up + row * down
      for (const end = to + small[0]; to < end; to++, read += right) found[to] = voxels[read] ?? 0
    }
    return found
  }
  let planes = 0
  if (factor === 1) return { voxels, size, factor, plane, add: (added) => put(added, planes++) }
  const average = averaging(stack, factor)
  return {
    voxels,
    size,
    factor,
    plane,
    add(added) {
      const done = average(added)
      if (done) put(done, planes++)
    },
  }
}

/** Takes planes and gives the mean of each cube of `factor` on a side as soon as it is complete; those at the end may be flatter. */
function averaging(
  [columns, rows, planes]: Vector,
  factor: number,
): (plane: Int16Array) => Int16Array | undefined {
  const [across] = sizeOf([columns, rows, planes], factor)
  const sums = new Float64Array(across * Math.ceil(rows / factor))
  const counts = new Uint16Array(sums.length)
  const result = new Int16Array(sums.length)
  let taken = 0
  return (plane) => {
    for (let row = 0, read = 0; row < rows; row++) {
      const line = Math.floor(row / factor) * across
      for (let column = 0; column < columns; column++, read++) {
        const to = line + Math.floor(column / factor)
        sums[to] = (sums[to] ?? 0) + (plane[read] ?? 0)
        counts[to] = (counts[to] ?? 0) + 1
      }
    }
    taken++
    if (taken % factor !== 0 && taken !== planes) return undefined
    for (let at = 0; at < sums.length; at++) result[at] = Math.round((sums[at] ?? 0) / (counts[at] ?? 1))
    sums.fill(0)
    counts.fill(0)
    return result
  }
}
