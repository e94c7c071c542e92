import type { Cut, Plane } from '#web/imaging/types.ts'
import type { Slab } from '#web/imaging/worker/protocol.ts'
import { type Grid, pixelSpacing } from './grid.ts'

/**
 * How one walks through the voxels of a plane: steps for a pixel right,
 * a pixel down and a cut further, from the first pixel of cut 0.
 */
type Walk = {
  columns: number
  rows: number
  depth: number
  start: number
  right: number
  down: number
  further: number
  /** Lengths of the same three steps. */
  across: number
  low: number
  thick: number
}

function walkOf({ size: [nx, ny, nz], sides: [sx, sy, sz] }: Grid, plane: Plane): Walk {
  const layer = nx * ny
  const top = (nz - 1) * layer
  switch (plane) {
    case 'axial':
      return {
        columns: nx,
        rows: ny,
        depth: nz,
        start: 0,
        right: 1,
        down: nx,
        further: layer,
        across: sx,
        low: sy,
        thick: sz,
      }
    case 'coronal':
      return {
        columns: nx,
        rows: nz,
        depth: ny,
        start: top,
        right: 1,
        down: -layer,
        further: nx,
        across: sx,
        low: sz,
        thick: sy,
      }
    case 'sagittal':
      return {
        columns: ny,
        rows: nz,
        depth: nx,
        start: top,
        right: nx,
        down: -layer,
        further: 1,
        across: sy,
        low: sz,
        thick: sx,
      }
  }
}

const planeAcross = ['sagittal', 'coronal', 'axial'] as const satisfies Plane[]

/**
 * A cut in the radiologists' view: from the feet (the patient's right is left on the screen), from the front
 * (likewise, head up), from the patient's left (front on the left, head up). `at` counts voxels along the axis
 * that is cut, and is kept inside. A slab takes the most intense or mean value within `mm`, half on each side.
 */
export function cutOf(grid: Grid, plane: Plane, at: number, slab?: Slab): Cut {
  const walk = walkOf(grid, plane)
  const { columns, rows, across, low } = walk
  const values = new Int16Array(columns * rows)
  const middle = Math.min(walk.depth - 1, Math.max(0, Math.round(at)))
  const thick = Math.max(1, Math.round((slab?.mm ?? 0) / walk.thick))
  const from = Math.max(0, middle - Math.floor((thick - 1) / 2))
  const to = Math.min(walk.depth, middle + Math.ceil((thick + 1) / 2))
  const first = walk.start + from * walk.further
  if (to - from <= 1 || !slab) copy(grid.voxels, walk, walk.start + middle * walk.further, values)
  else if (slab.mode === 'mip') mostIntense(grid, walk, first, to - from, values)
  else mean(grid.voxels, walk, first, to - from, values)
  // The slices themselves lie across the axis of the stack.
  const ofSlice = plane === planeAcross[grid.stacked]
  return { columns, rows, values, spacing: pixelSpacing(grid, across, low, ofSlice) }
}

function copy(
  voxels: Int16Array,
  { columns, rows, right, down }: Walk,
  first: number,
  values: Int16Array,
): void {
  for (let row = 0, to = 0; row < rows; row++) {
    let from = first + row * down
    for (const end = to + columns; to < end; to++, from += right) values[to] = voxels[from] ?? 0
  }
}

// Layer by layer where layers lie far apart, so that memory is read in its order; else pixel by pixel.

function mostIntense(
  { voxels, inverted }: Grid,
  walk: Walk,
  first: number,
  thick: number,
  values: Int16Array,
): void {
  const { columns, rows, right, down, further } = walk
  values.fill(inverted ? 32767 : -32768)
  for (let row = 0; row < rows; row++) {
    for (let layer = 0; layer < thick; layer++) {
      let from = first + row * down + layer * further
      let to = row * columns
      for (const end = to + columns; to < end; to++, from += right) {
        const value = voxels[from] ?? 0
        if (inverted ? value < (values[to] ?? 0) : value > (values[to] ?? 0)) values[to] = value
      }
    }
  }
}

function mean(voxels: Int16Array, walk: Walk, first: number, thick: number, values: Int16Array): void {
  const { columns, rows, right, down, further } = walk
  const sums = new Float64Array(columns)
  for (let row = 0; row < rows; row++) {
    sums.fill(0)
    for (let layer = 0; layer < thick; layer++) {
      let from = first + row * down + layer * further
      for (let column = 0; column < columns; column++, from += right) {
        sums[column] = (sums[column] ?? 0) + (voxels[from] ?? 0)
      }
    }
    for (let column = 0; column < columns; column++) {
      values[row * columns + column] = Math.round((sums[column] ?? 0) / thick)
    }
  }
}
