import type { Cut, Orientation, Plane, Point, Vector } from '#web/imaging/types.ts'
import type { CrossSectionOptions, PanoramicOptions, Slab } from '#web/imaging/worker/protocol.ts'
import { crossSectionsOf, type Places, panoramicOf } from './along-arch.ts'
import { guessArch } from './arch.ts'
import { type Grid, pixelSpacing } from './grid.ts'
import { hardVoxels } from './hard-tissue.ts'
import { alongOf, halfOf, sumOf, turnedAxes, turnedSize } from './orientation.ts'
import { createSampler } from './sampler.ts'

/** What can be seen of a volume in memory, as `client.ts` describes it. */
export type Views = {
  cut(plane: Plane, at: number, slab?: Slab): Cut
  panoramic(arch: Point[], options: PanoramicOptions): Cut
  crossSections(arch: Point[], options: CrossSectionOptions): Cut[]
  arch(): Point[]
}

/**
 * The same views of a volume in memory that is turned about its middle; nothing of it is copied. Of a cut every `every`th pixel and
 * layer is read, and stands for those beside it.
 */
export function turnedViews(grid: Grid, orientation: Orientation, every = 1): Views {
  const lattice = latticeOf(grid, orientation)
  const box = { ...grid, size: lattice.size }
  const read = (places: Places) => alongLines(grid, lattice, places)
  return {
    cut: (plane, at, slab) => turnedCut(grid, lattice, plane, at, { slab, every }),
    panoramic: (arch, options) => panoramicOf(box, arch, options, read),
    crossSections: (arch, options) => crossSectionsOf(box, arch, options, read),
    arch: () =>
      guessArch(
        box,
        hardVoxels(grid).map((voxel) => ({ ...voxel, ...lattice.turned(voxel) })),
      ),
  }
}

/** The voxels of the turned box, said in those of the volume: the middle of its first one, and a step along each of its axes. */
type Lattice = {
  size: Vector
  first: Vector
  steps: readonly [Vector, Vector, Vector]
  /** Where something lies in the turned box; both are lengths from the middle of a first voxel. */
  turned(place: { x: number; y: number; z: number }): { x: number; y: number; z: number }
}

function latticeOf({ size, sides }: Grid, orientation: Orientation): Lattice {
  const axes = turnedAxes(orientation)
  const box = turnedSize(size, sides, axes)
  const beforeMiddle = (of: Vector): Vector => {
    const half = halfOf(of, sides)
    return [half[0] - sides[0] / 2, half[1] - sides[1] / 2, half[2] - sides[2] / 2]
  }
  const [own, turned] = [beforeMiddle(size), beforeMiddle(box)]
  const inVoxels = ([x, y, z]: Vector): Vector => [x / sides[0], y / sides[1], z / sides[2]]
  const step = (axis: 0 | 1 | 2): Vector => {
    const [x, y, z] = axes[axis]
    return inVoxels([x * sides[axis], y * sides[axis], z * sides[axis]])
  }
  return {
    size: box,
    first: inVoxels(sumOf(own, axes, [-turned[0], -turned[1], -turned[2]])),
    steps: [step(0), step(1), step(2)],
    turned: ({ x, y, z }) => {
      const [a, b, c] = alongOf([x - own[0], y - own[1], z - own[2]], axes)
      return { x: a + turned[0], y: b + turned[1], z: c + turned[2] }
    },
  }
}

/** Which axes of the voxels a plane's pixels run along, right and down, and which one it cuts. */
const walks = {
  axial: { right: 0, down: 1, through: 2 },
  coronal: { right: 0, down: 2, through: 1 },
  sagittal: { right: 1, down: 2, through: 0 },
} as const

/** As `cutOf`, of the turned box; what lies outside of the volume is `outside`, and counts for nothing in a slab. */
function turnedCut(
  grid: Grid,
  { size, first, steps }: Lattice,
  plane: Plane,
  at: number,
  { slab, every }: { slab: Slab | undefined; every: number },
): Cut {
  const { right, down, through } = walks[plane]
  const [columns, rows, depth] = [size[right], size[down], size[through]]
  const middle = Math.min(depth - 1, Math.max(0, Math.round(at)))
  const thick = Math.max(1, Math.round((slab?.mm ?? 0) / grid.sides[through]))
  const from = Math.max(0, middle - Math.floor((thick - 1) / 2))
  const to = Math.min(depth, middle + Math.ceil((thick + 1) / 2))
  const sampler = createSampler(grid, Math.ceil(columns / every), slab?.mode ?? 'mean')
  const [x, y, z] = steps[right]
  const step: Vector = [x * every, y * every, z * every]
  const values = new Int16Array(columns * rows)
  for (let row = 0; row < rows; row += every) {
    // The head is up.
    const low = down === 2 ? rows - 1 - row : row
    for (let layer = from; layer < to; layer += every) {
      const place: [number, number, number] = [0, 0, 0]
      place[down] = low
      place[through] = layer
      sampler.add(sumOf(first, steps, place), step)
    }
    sampler.write(values, row * columns, every)
    if (every > 1) spread(values, row, columns, every)
  }
  return { columns, rows, values, spacing: pixelSpacing(grid, grid.sides[right], grid.sides[down], false) }
}

/** Lays the values of a row over those that were left out, beside and below them. */
function spread(values: Int16Array, row: number, columns: number, every: number): void {
  const first = row * columns
  for (let at = 0; at < columns; at++) values[first + at] = values[first + at - (at % every)] ?? 0
  for (let below = 1; below < every; below++)
    if (first + (below + 1) * columns <= values.length)
      values.copyWithin(first + below * columns, first, first + columns)
}

/** Columns down from the head at places of the turned box, each of `depth` lines. */
function alongLines(
  grid: Grid,
  { size, first, steps }: Lattice,
  { places, columns, depth, mm, mode }: Places,
): Cut {
  const { sides } = grid
  const rows = size[2]
  const sampler = createSampler(grid, rows, mode)
  const values = new Int16Array(columns * rows)
  const [x, y, z] = steps[2]
  const down: Vector = [-x, -y, -z]
  for (let column = 0; column < columns; column++) {
    for (const place of places.slice(column * depth, (column + 1) * depth))
      sampler.add(sumOf(first, steps, [place.x / sides[0], place.y / sides[1], rows - 1]), down)
    sampler.write(values, column, columns)
  }
  return { columns, rows, values, spacing: pixelSpacing(grid, mm, sides[2], false) }
}
