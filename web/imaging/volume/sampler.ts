import type { Vector } from '#web/imaging/types.ts'
import type { Grid } from './grid.ts'

/**
 * Reads lines of `count` values through a volume in any direction, each value mixed of the eight voxels around it, and combines
 * lines into one: their most intense or their mean. Places are in voxels; what lies outside of the volume counts for nothing.
 */
export function createSampler(
  { voxels, size, inverted, outside }: Grid,
  count: number,
  mode: 'mip' | 'mean',
) {
  const [nx, ny, nz] = size
  const layer = nx * ny
  const found = new Float64Array(count)
  const seen = new Uint32Array(count)
  const sign = inverted ? -1 : 1

  return {
    /** A line from a place on, so far from one value to the next. */
    add(from: Vector, step: Vector): void {
      const [begin, end] = insideOf(from, step, size, count)
      const [x0, y0, z0] = from
      const [dx, dy, dz] = step
      for (let at = begin; at < end; at++) {
        const x = x0 + at * dx
        const y = y0 + at * dy
        const z = z0 + at * dz
        const left = Math.min(nx - 2, x | 0)
        const top = Math.min(ny - 2, y | 0)
        const low = Math.min(nz - 2, z | 0)
        const u = x - left
        const v = y - top
        const w = z - low
        const a = low * layer + top * nx + left
        const b = a + layer
        const lower =
          ((voxels[a] ?? 0) * (1 - u) + (voxels[a + 1] ?? 0) * u) * (1 - v) +
          ((voxels[a + nx] ?? 0) * (1 - u) + (voxels[a + nx + 1] ?? 0) * u) * v
        const upper =
          ((voxels[b] ?? 0) * (1 - u) + (voxels[b + 1] ?? 0) * u) * (1 - v) +
          ((voxels[b + nx] ?? 0) * (1 - u) + (voxels[b + nx + 1] ?? 0) * u) * v
        const value = lower + (upper - lower) * w
        const before = found[at] ?? 0
        if (seen[at] === 0) found[at] = value
        else if (mode === 'mean') found[at] = before + value
        else if (sign * value > sign * before) found[at] = value
        seen[at] = (seen[at] ?? 0) + 1
      }
    },
    /** What was combined, from `first` on every `by` values; then it begins anew. */
    write(into: Int16Array, first: number, by: number): void {
      for (let at = 0, to = first; at < count; at++, to += by) {
        const many = seen[at] ?? 0
        const sum = found[at] ?? 0
        into[to] = many === 0 ? outside : Math.round(mode === 'mean' ? sum / many : sum)
      }
      seen.fill(0)
    },
  }
}

/** Which values of a line lie between the middles of a volume's outer voxels: from the first to before the last. */
function insideOf(from: Vector, step: Vector, size: Vector, count: number): [number, number] {
  let [begin, end] = [0, count]
  for (const axis of [0, 1, 2] as const) {
    const [start, by, last] = [from[axis], step[axis], size[axis] - 1]
    if (Math.abs(by) < 1e-9) {
      if (start < -1e-6 || start > last + 1e-6) return [0, 0]
      continue
    }
    const [one, other] = [-start / by, (last - start) / by]
    begin = Math.max(begin, Math.ceil(Math.min(one, other) - 1e-6))
    end = Math.min(end, Math.floor(Math.max(one, other) + 1e-6) + 1)
  }
  return [begin, end]
}
