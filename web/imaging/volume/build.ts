import { ImagingError, type Vector } from '#web/imaging/types.ts'
import type { Axes } from './axes.ts'

/** A volume that is filled plane by plane, in any order, and lies along the patient's axes in the end. */
export type Build = {
  voxels: Int16Array
  /** Voxels to the patient's left, to the back, to the head. */
  size: Vector
  /** By how much every side is smaller than the file's. */
  factor: number
  /** Its planes along the stack. */
  count: number
  /**
   * Takes a plane of the stack; it may be overwritten afterwards. The `factor` planes that become one of the volume come one
   * after the other, from the lowest on.
   */
  add(plane: Int16Array, at: number): void
  has(at: number): boolean
  /** A plane as it was added, where nothing was made smaller. */
  plane(at: number): Int16Array
  /** Fills what lies between two planes in a straight line from one to the other. */
  between(below: number, above: number): void
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
  const [columns, rows, count] = small
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
  const there = new Uint8Array(count)
  const put = (plane: Int16Array, at: number) => {
    for (let row = 0, read = 0; row < rows; row++) {
      let to = start + at * up + row * down
      for (const end = read + columns; read < end; read++, to += right) voxels[to] = plane[read] ?? 0
    }
    there[at] = 1
  }
  const average = factor > 1 ? averaging(stack, factor, put) : put
  return {
    voxels,
    size,
    factor,
    count,
    add: average,
    has: (at) => there[at] === 1,
    plane(at) {
      const found = new Int16Array(columns * rows)
      for (let row = 0, to = 0; row < rows; row++) {
        let read = start + at * up + row * down
        for (const end = to + columns; to < end; to++, read += right) found[to] = voxels[read] ?? 0
      }
      return found
    },
    between(below, above) {
      const parts = above - below
      for (let part = 1; part < parts; part++) {
        // Whole numbers: floating ones take a third longer.
        const weight = Math.round((part / parts) * 2 ** 14)
        for (let row = 0; row < rows; row++) {
          let read = start + below * up + row * down
          for (let column = 0; column < columns; column++, read += right) {
            const low = voxels[read] ?? 0
            const rise = (voxels[read + parts * up] ?? 0) - low
            voxels[read + part * up] = low + ((Math.imul(rise, weight) + 2 ** 13) >> 14)
          }
        }
      }
    },
  }
}

/** Takes the planes of each cube of `factor` on a side and gives their mean; the cubes at the end may be flatter. */
function averaging(
  [columns, rows, planes]: Vector,
  factor: number,
  put: (plane: Int16Array, at: number) => void,
): Build['add'] {
  const [across] = sizeOf([columns, rows, planes], factor)
  const sums = new Float64Array(across * Math.ceil(rows / factor))
  const counts = new Uint16Array(sums.length)
  const result = new Int16Array(sums.length)
  return (plane, at) => {
    if (at % factor === 0) {
      sums.fill(0)
      counts.fill(0)
    }
    for (let row = 0, read = 0; row < rows; row++) {
      const line = Math.floor(row / factor) * across
      for (let column = 0; column < columns; column++, read++) {
        const to = line + Math.floor(column / factor)
        sums[to] = (sums[to] ?? 0) + (plane[read] ?? 0)
        counts[to] = (counts[to] ?? 0) + 1
      }
    }
    if ((at + 1) % factor !== 0 && at + 1 !== planes) return
    for (let to = 0; to < sums.length; to++) result[to] = Math.round((sums[to] ?? 0) / (counts[to] ?? 1))
    put(result, Math.floor(at / factor))
  }
}
