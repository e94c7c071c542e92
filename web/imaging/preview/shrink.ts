import type { Vector } from '#web/imaging/types.ts'
import type { Grid } from '#web/imaging/volume/grid.ts'

/** The longest side of a preview volume, in voxels. */
const longestSide = 256

/** As many slices as there are sheets, so that none is empty. */
const fewestSlices = 4

/** A smaller volume that is made plane by plane. */
export type Shrinking = {
  size: Vector
  sides: Vector
  /** The values of a plane; asked for from the lowest up. The next one takes its place in memory. */
  plane: (z: number) => Float64Array
}

/**
 * The volume with `longest` voxels along its longest side and voxels that are cubes but for rounding: the mean of what lies
 * in each where it gets smaller, mixed of two neighbours where slices lie further apart than that. Never finer than the
 * volume is; its outer sides stay where they are (docs/product/studies.md). An inverted volume is turned round.
 */
export function shrinking(grid: Grid, longest = longestSide): Shrinking {
  const { size, sides, inverted } = grid
  const lengths = size.map((count, axis) => count * (sides[axis] ?? 0))
  const side = Math.max(Math.max(...lengths) / longest, Math.min(...sides))
  const small = lengths.map((length) => Math.min(longest, Math.max(1, Math.round(length / side))))
  const [nx = 1, ny = 1] = small
  const nz = Math.max(fewestSlices, small[2] ?? 1)
  const [across, down, up] = [tapsOf(size[0], nx), tapsOf(size[1], ny), tapsOf(size[2], nz)]
  const slice = createPlanes(grid, across, down)
  const sums = new Float64Array(nx * ny)
  return {
    size: [nx, ny, nz],
    sides: [(lengths[0] ?? 0) / nx, (lengths[1] ?? 0) / ny, (lengths[2] ?? 0) / nz],
    plane(z) {
      // The complement has the order turned round and stays within 16 bits.
      sums.fill(inverted ? -1 : 0)
      for (const [from, weight] of up[z] ?? []) {
        const values = slice(from)
        const part = inverted ? -weight : weight
        for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] ?? 0) + (values[at] ?? 0) * part
      }
      return sums
    },
  }
}

/** `shrinking`, all of it. */
export function shrunk(grid: Grid, longest = longestSide): Grid {
  const { size, sides, plane } = shrinking(grid, longest)
  const layer = size[0] * size[1]
  const voxels = new Int16Array(layer * size[2])
  for (let z = 0; z < size[2]; z++) {
    const values = plane(z)
    for (let at = 0, to = z * layer; at < layer; at++, to++) voxels[to] = Math.round(values[at] ?? 0)
  }
  const outside = grid.inverted ? ~grid.outside : grid.outside
  return { ...grid, voxels, size, sides, inverted: false, outside }
}

/** Which voxels make one of the smaller volume, and how much each counts; 1 together. */
type Taps = [from: number, weight: number][]

/** The taps of each of `count` voxels along an axis of `given`. */
function tapsOf(given: number, count: number): Taps[] {
  const ratio = given / count
  return Array.from({ length: count }, (_, at) => {
    if (ratio < 1) return between((at + 0.5) * ratio - 0.5, given - 1)
    const [from, to] = [at * ratio, Math.min(given, (at + 1) * ratio)]
    const taps: Taps = []
    for (let one = Math.floor(from + 1e-6); one < to - 1e-6; one++) {
      taps.push([one, (Math.min(one + 1, to) - Math.max(one, from)) / (to - from)])
    }
    return taps
  })
}

function between(place: number, last: number): Taps {
  const held = Math.min(last, Math.max(0, place))
  const low = Math.min(last, Math.floor(held))
  return low === held
    ? [[low, 1]]
    : [
        [low, 1 - (held - low)],
        [low + 1, held - low],
      ]
}

/**
 * Slices of the volume, smaller across and down. Two are kept, because neighbours are made of the same, in memory that is used
 * again and again: planes of their own would lie about by tens of megabytes before they are collected.
 */
function createPlanes({ voxels, size: [nx, ny] }: Grid, across: Taps[], down: Taps[]) {
  const room = () => ({ z: -1, plane: new Float32Array(across.length * down.length) })
  const [even, odd] = [room(), room()]
  const lines = new Float32Array(across.length * ny)
  function fill(plane: Float32Array, z: number): void {
    for (let y = 0, to = 0; y < ny; y++) {
      const line = (z * ny + y) * nx
      for (const taps of across) {
        let sum = 0
        for (const [from, weight] of taps) sum += (voxels[line + from] ?? 0) * weight
        lines[to++] = sum
      }
    }
    plane.fill(0)
    for (const [y, taps] of down.entries()) {
      for (const [from, weight] of taps) {
        for (let x = 0, to = y * across.length, at = from * across.length; x < across.length; x++, to++, at++)
          plane[to] = (plane[to] ?? 0) + (lines[at] ?? 0) * weight
      }
    }
  }
  return (z: number): Float32Array => {
    const kept = z % 2 === 0 ? even : odd
    if (kept.z !== z) fill(kept.plane, z)
    kept.z = z
    return kept.plane
  }
}
