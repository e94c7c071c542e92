import type { Cut, Point } from '#web/imaging/types.ts'
import type { CrossSectionOptions, PanoramicOptions } from '#web/imaging/worker/protocol.ts'
import { evenSteps, type Station } from './curve.ts'
import { finestStep, type Grid, pixelSpacing } from './grid.ts'

/** Where a value is read in every axial layer: four voxels around a place and the part that each has. */
type Samples = {
  /** Offset in a layer of the upper left voxel, or -1 outside. */
  offsets: Int32Array
  weights: Float32Array
}

/** Where a cut along or across a curve is read in every axial layer: `depth` places a column, one column after the other, as lengths. */
export type Places = { places: Point[]; columns: number; depth: number; mm: number; mode: 'mip' | 'mean' }

/**
 * The arch unrolled, the patient's right on the left of the screen, head up: one column for every step of one voxel along the curve,
 * the most intense or mean value of what lies within `thicknessMm` across it. `arch` is in voxels of an axial cut.
 */
export function panoramicOf(
  grid: Grid,
  arch: Point[],
  { thicknessMm, mode = 'mean' }: PanoramicOptions,
  read = (places: Places) => inLayers(grid, places),
): Cut {
  const mm = finestStep(grid.sides)
  const stations = stationsOf(grid, arch, mm)
  const depth = Math.max(1, Math.round(thicknessMm / mm) + 1)
  const places = stations.flatMap((station) => across(station, depth, mm))
  return read({ places, columns: stations.length, depth, mm, mode })
}

/**
 * Upright cuts across the arch every `everyMm` from the patient's right on, `widthMm` wide; outside (cheek, lip) is left, head up. A
 * slab has `slab.mm` of the curve, half of it on each side of its cut.
 */
export function crossSectionsOf(
  grid: Grid,
  arch: Point[],
  { everyMm, widthMm, fromMm = 0, toMm = Number.POSITIVE_INFINITY, slab }: CrossSectionOptions,
  read = (places: Places) => inLayers(grid, places),
): Cut[] {
  const mm = finestStep(grid.sides)
  const columns = Math.max(1, Math.round(widthMm / mm) + 1)
  const depth = Math.round((slab?.mm ?? 0) / mm) + 1
  const step = Math.max(everyMm, mm)
  const most = Math.floor((toMm - fromMm) / step + 1e-6) + 1
  const mode = slab?.mode ?? 'mip'
  return stationsOf(grid, arch, step, fromMm)
    .slice(0, most)
    .map((station) => {
      const places = across(station, columns, mm).flatMap((place) => beside(place, station, depth, mm))
      return read({ places, columns, depth, mm, mode })
    })
}

function inLayers(grid: Grid, { places, columns, depth, mm, mode }: Places): Cut {
  const read = mode === 'mip' ? mostIntense : mean
  return read(grid, samplesOf(grid, places), columns, depth, mm)
}

/** Even steps in mm along the curve, whichever end it was drawn from. */
function stationsOf({ sides: [x, y] }: Grid, arch: Point[], step: number, from = 0): Station[] {
  const points = arch.map((point) => ({ x: point.x * x, y: point.y * y }))
  const [first, last] = [points[0], points.at(-1)]
  if (first && last && first.x > last.x) points.reverse()
  return evenSteps(points, step, from)
}

/** `count` places across the curve, `mm` apart, from the outside in, the curve in their middle. */
function across({ x, y, outX, outY }: Station, count: number, mm: number): Point[] {
  return Array.from({ length: count }, (_, at) => {
    const out = ((count - 1) / 2 - at) * mm
    return { x: x + outX * out, y: y + outY * out }
  })
}

/** `count` places around one, `mm` apart, the way that the curve goes at a station. */
function beside({ x, y }: Point, { outX, outY }: Station, count: number, mm: number): Point[] {
  return Array.from({ length: count }, (_, at) => {
    const on = (at - (count - 1) / 2) * mm
    return { x: x - outY * on, y: y + outX * on }
  })
}

function samplesOf({ size: [nx, ny], sides: [sx, sy] }: Grid, places: Point[]): Samples {
  const offsets = new Int32Array(places.length)
  const weights = new Float32Array(places.length * 4)
  for (const [at, place] of places.entries()) {
    const [x, y] = [place.x / sx, place.y / sy]
    // The last column and row have no neighbour to mix with.
    const left = Math.min(nx - 2, Math.floor(x))
    const top = Math.min(ny - 2, Math.floor(y))
    const inside = x >= 0 && y >= 0 && x <= nx - 1 && y <= ny - 1
    offsets[at] = inside ? top * nx + left : -1
    const [right, down] = [x - left, y - top]
    weights.set([(1 - right) * (1 - down), right * (1 - down), (1 - right) * down, right * down], at * 4)
  }
  return { offsets, weights }
}

/** Columns of `depth` samples each, down every layer from the head. */
function mostIntense(grid: Grid, samples: Samples, columns: number, depth: number, mm: number): Cut {
  const { voxels, size, inverted } = grid
  const [nx, ny, rows] = size
  const { offsets, weights } = samples
  const none = inverted ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
  const values = new Int16Array(columns * rows)
  for (let row = 0, to = 0; row < rows; row++) {
    const layer = (rows - 1 - row) * nx * ny
    for (let column = 0, at = 0; column < columns; column++, to++) {
      let most = none
      for (const end = at + depth; at < end; at++) {
        const offset = offsets[at] ?? -1
        if (offset < 0) continue
        const first = layer + offset
        const value =
          (voxels[first] ?? 0) * (weights[at * 4] ?? 0) +
          (voxels[first + 1] ?? 0) * (weights[at * 4 + 1] ?? 0) +
          (voxels[first + nx] ?? 0) * (weights[at * 4 + 2] ?? 0) +
          (voxels[first + nx + 1] ?? 0) * (weights[at * 4 + 3] ?? 0)
        if (inverted ? value < most : value > most) most = value
      }
      values[to] = most === none ? grid.outside : Math.round(most)
    }
  }
  return { columns, rows, values, spacing: pixelSpacing(grid, mm, grid.sides[2], false) }
}

/** A mean of mixtures is one mixture: reading each voxel once with all its weights is several times faster. */
function mean(grid: Grid, samples: Samples, columns: number, depth: number, mm: number): Cut {
  const { voxels, size } = grid
  const [nx, ny, rows] = size
  const { starts, offsets, weights } = gathered(samples, columns, depth, nx)
  const values = new Int16Array(columns * rows)
  for (let row = 0, to = 0; row < rows; row++) {
    const layer = (rows - 1 - row) * nx * ny
    for (let column = 0, at = 0; column < columns; column++, to++) {
      const end = starts[column + 1] ?? 0
      let sum = 0
      if (at === end) sum = grid.outside
      for (; at < end; at++) sum += (voxels[layer + (offsets[at] ?? 0)] ?? 0) * (weights[at] ?? 0)
      values[to] = Math.round(sum)
    }
  }
  return { columns, rows, values, spacing: pixelSpacing(grid, mm, grid.sides[2], false) }
}

/** For each column the voxels of a layer that it is made of, and the part of each; the parts of a column are 1 together. */
function gathered({ offsets, weights }: Samples, columns: number, depth: number, nx: number) {
  const starts = new Int32Array(columns + 1)
  const found: number[] = []
  const parts: number[] = []
  for (let column = 0; column < columns; column++) {
    const mixture = new Map<number, number>()
    let inside = 0
    for (let at = column * depth; at < (column + 1) * depth; at++) {
      const offset = offsets[at] ?? -1
      if (offset < 0) continue
      inside++
      for (const [corner, step] of [0, 1, nx, nx + 1].entries()) {
        const weight = weights[at * 4 + corner] ?? 0
        if (weight > 0) mixture.set(offset + step, (mixture.get(offset + step) ?? 0) + weight)
      }
    }
    for (const [offset, weight] of mixture) {
      found.push(offset)
      parts.push(weight / inside)
    }
    starts[column + 1] = found.length
  }
  return { starts, offsets: Int32Array.from(found), weights: Float32Array.from(parts) }
}
