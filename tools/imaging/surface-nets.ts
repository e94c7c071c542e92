import type { Surface } from './mesh-writer.ts'

/** Distances to a surface at evenly spaced places: the first axis runs fastest. */
export type DistanceGrid = {
  counts: readonly [number, number, number]
  /** The place of the first value, and mm between two values. */
  origin: readonly [number, number, number]
  step: number
  /** 0 where nothing is known, else of `levelOf`. */
  levels: Uint8Array
}

const evenLevel = 128
const levelsAStep = 70

/** A distance (mm, below 0 inside) as a level: `evenLevel` on the surface, less inside, never 0. */
export const levelOf = (distance: number, step: number): number =>
  evenLevel + Math.max(-127, Math.min(127, Math.floor((distance / step) * levelsAStep)))

/** The twelve edges of a cell, each between two of its corners; bit 0 of a corner's number is x, bit 1 y, bit 2 z. */
const edges = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) =>
  [1, 2, 4].flatMap((bit): [number, number][] => (corner & bit ? [] : [[corner, corner | bit]])),
)

/**
 * The surface in a grid, by naive surface nets: a point in each cell that it crosses, in the middle of the crossings of
 * the cell's edges, and two triangles around each crossed edge. Where values are unknown the surface is open, with an
 * even rim.
 */
export function surfaceNets(grid: DistanceGrid): Surface {
  const [across, down] = grid.counts
  const strides: Strides = [1, across, across * down]
  const { pointOf, crossings, positions } = pointsOf(grid, strides)
  const { indices, squares } = weave(pointOf, grid.levels, strides)
  const isAtRim = (point: number) => (squares[point] ?? 0) < (crossings[point] ?? 0)
  return { positions: evened(Float32Array.from(positions), pointOf, isAtRim, strides), indices }
}

type Strides = readonly [number, number, number]
type Points = ReadonlyMap<number, number>

/** The point of each cell, and by how many of the cell's edges the surface goes. */
function pointsOf({ counts: [across, down, up], origin, step, levels }: DistanceGrid, strides: Strides) {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(
    (bits) => (bits & 1) * strides[0] + ((bits >> 1) & 1) * strides[1] + (bits >> 2) * strides[2],
  )
  const pointOf = new Map<number, number>()
  const positions: number[] = []
  const crossings: number[] = []
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
        const middle = middleOf(values)
        pointOf.set(cell, crossings.length)
        crossings.push(middle.crossings)
        positions.push(
          origin[0] + (x + middle.x) * step,
          origin[1] + (y + middle.y) * step,
          origin[2] + (z + middle.z) * step,
        )
      }
  return { pointOf, crossings, positions }
}

/** The middle of the places, in parts of a cell, where its edges cross the surface. */
function middleOf(values: Float64Array): { x: number; y: number; z: number; crossings: number } {
  let [x, y, z, crossings] = [0, 0, 0, 0]
  for (const [from, to] of edges) {
    const [a = 0, b = 0] = [values[from], values[to]]
    if (a < 0 === b < 0) continue
    const part = a / (a - b)
    x += (from & 1) + part * ((to ^ from) & 1)
    y += ((from >> 1) & 1) + part * (((to ^ from) >> 1) & 1)
    z += (from >> 2) + part * ((to ^ from) >> 2)
    crossings += 1
  }
  return { x: x / crossings, y: y / crossings, z: z / crossings, crossings }
}

/**
 * Two triangles around each crossed edge whose four cells have a point, seen from outside anticlockwise; and of how many
 * such squares each point is a corner.
 */
function weave(pointOf: Points, levels: Uint8Array, strides: Strides) {
  const indices: number[] = []
  const squares = new Uint8Array(pointOf.size)
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
      for (const corner of [point, b, c, d]) squares[corner] = (squares[corner] ?? 0) + 1
    }
  }
  return { indices: Uint32Array.from(indices), squares }
}

/** Cells make a rim of steps: each of its points moves between its neighbours on the rim, a few times. */
function evened(
  positions: Float32Array,
  pointOf: Points,
  isAtRim: (point: number) => boolean,
  [one, row, layer]: Strides,
): Float32Array {
  const rim = [...pointOf].flatMap(([cell, point]) => {
    if (!isAtRim(point)) return []
    const besides = [-layer, -row, -one, one, row, layer].flatMap((by) => pointOf.get(cell + by) ?? [])
    return [{ point, around: [point, ...besides.filter(isAtRim)] }]
  })
  for (let times = 0; times < 4; times++) {
    const moved = rim.map(({ around }) =>
      [0, 1, 2].map(
        (axis) => around.reduce((sum, at) => sum + (positions[at * 3 + axis] ?? 0), 0) / around.length,
      ),
    )
    for (const [at, { point }] of rim.entries()) positions.set(moved[at] ?? [], point * 3)
  }
  return positions
}
