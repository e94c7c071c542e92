import type { PixelSpacing, Vector, VoxelSpacing } from '#web/imaging/types.ts'

export type Axis = 0 | 1 | 2

/** Voxels in memory: x (to the patient's left) runs fastest, then y (to the back), then z (to the head). */
export type Grid = {
  voxels: Int16Array
  /** Voxels along x, y, z. */
  size: Vector
  /** How far apart their centres are: mm where `known`, else what is assumed. All lengths that a cut is asked with are in the same unit. */
  sides: Vector
  known: boolean
  /** The axis along which the slices were stacked: across it proportions are not known where `sides` are assumed. */
  stacked: Axis
  /** Whether the distance of the slices is assumed. */
  assumedStep?: boolean
  /** MONOCHROME1: what is most intense has the smallest value. */
  inverted: boolean
  /** What is said to lie around the volume: the value of air where it has some. */
  outside: number
}

/** What is known of a cut's pixels, `across` and `down` long; `proportions` where at least those of the two are stated. */
export function pixelSpacing(
  { known, assumedStep }: Pick<Grid, 'known' | 'assumedStep'>,
  across: number,
  down: number,
  proportions: boolean,
): PixelSpacing {
  if (known)
    return { known: 'mm', row: down, column: across, ...(assumedStep && !proportions && { assumed: true }) }
  return { known: proportions ? 'ratio' : 'nothing', ratio: down / across }
}

/** The sides of a voxel in the unit that a volume is cut with; only the spacing says whether these are mm. */
export const voxelSides = (spacing: VoxelSpacing): Vector => (spacing.known ? spacing.mm : spacing.assumed)

/** The step along a curve on an axial cut, as fine as its voxels. */
export const finestStep = ([x, y]: Vector) => Math.min(x, y)
