import type { Surface } from './mesh-writer.ts'

/** Distances to a surface at evenly spaced places: the first axis runs fastest. */
export type DistanceGrid = {
  counts: readonly [number, number, number]
  /** The place of the first value, and mm between two values. */
  origin: readonly [number, number, number]
  step: number
  /** 0 where nothing is known; else `evenLevel` on the surface, less inside, `levelsAStep` for each step away from it. */
  levels: Uint8Array
}

export const evenLevel = 128
export const levelsAStep = 70

/** The twelve edges of a cell, each between two of its corners; bit 0 of a corner's number is x, bit 1 y, bit 2 z. */
const edges = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) =>
  [1, 2, 4].flatMap((bit): [number, number][] => (corner & bit ? [] : [[corner, corner | bit]])),
)

/**
 * The surface in a grid, by naive surface nets: a point in each cell that it crosses, in the middle of the crossings of
 * the cell's edges, and two triangles around each crossed edge. Where values are unknown the surface is open.
 */
export function surfaceNets({ counts, origin, step, levels }: DistanceGrid): Surface {
  const [across, down, up] = counts
  const strides = [1, across, across * down] as const
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(
    (bits) => (bits & 1) * strides[0] + ((bits >> 1) & 1) * strides[1] + (bits >> 2) * strides[2],
  )
  const pointOf = new Map<number, number>()
  const positions: number[] = []
  const values = new Float64Array(8)
  for (let z = 0; z < up - 1; z++)
    for (let y = 0; y < down - 1; y++)
      for (let x = 0; x < across - 1; x++) {
        const cell = x + y * strides[1] + z * strides[2]
        if (!levels[cell]) continue
        let inside = 0
        let known = 0
        for (let corner = 0; corner < 8; corner++) {
          const level = levels[cell + (corners[corner] ?? 0)] ?? 0
          values[corner] = level - evenLevel
          if (level > 0) known += 1
          if (level < evenLevel) inside += 1
        }
        if (known < 8 || inside === 0 || inside === 8) continue
        pointOf.set(cell, positions.length / 3)
        const at = middleOf(values)
        positions.push(
          origin[0] + (x + at[0]) * step,
          origin[1] + (y + at[1]) * step,
          origin[2] + (z + at[2]) * step,
        )
      }
  return { positions: Float32Array.from(positions), indices: weave(pointOf, levels, strides) }
}

/** The middle of the places, in parts of a cell, where its edges cross the surface. */
function middleOf(values: Float64Array): [number, number, number] {
  let [x, y, z, count] = [0, 0, 0, 0]
  for (const [from, to] of edges) {
    const [a = 0, b = 0] = [values[from], values[to]]
    if (a < 0 === b < 0) continue
    const part = a / (a - b)
    x += (from & 1) + part * ((to ^ from) & 1)
    y += ((from >> 1) & 1) + part * (((to ^ from) >> 1) & 1)
    z += (from >> 2) + part * ((to ^ from) >> 2)
    count += 1
  }
  return [x / count, y / count, z / count]
}

/** Two triangles around each crossed edge whose four cells have a point, seen from outside anticlockwise. */
function weave(
  pointOf: ReadonlyMap<number, number>,
  levels: Uint8Array,
  strides: readonly [number, number, number],
): Uint32Array {
  const indices: number[] = []
  for (const [cell, point] of pointOf) {
    for (const axis of [0, 1, 2] as const) {
      const besides = strides[(axis + 1) % 3] ?? 0
      const behind = strides[(axis + 2) % 3] ?? 0
      const isInside = (levels[cell] ?? 0) < evenLevel
      if (isInside === (levels[cell + strides[axis]] ?? 0) < evenLevel) continue
      const [b, c, d] = [
        pointOf.get(cell - besides),
        pointOf.get(cell - besides - behind),
        pointOf.get(cell - behind),
      ]
      if (b === undefined || c === undefined || d === undefined) continue
      indices.push(...(isInside ? [point, b, c, point, c, d] : [point, c, b, point, d, c]))
    }
  }
  return Uint32Array.from(indices)
}
