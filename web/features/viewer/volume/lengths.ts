import type { Vector, VoxelSpacing } from '#web/imaging/types.ts'
import { finestStep } from '#web/imaging/volume/grid.ts'

/** The sides of a voxel in the unit that a volume is cut with; only `unitOf` says whether these are mm. */
export const voxelSides = (spacing: VoxelSpacing): Vector => (spacing.known ? spacing.mm : spacing.assumed)

export type LengthUnit = { name: 'mm' | 'px'; spoken: string; size: number }

/** What lengths of a volume are told in: mm, or pixels where nobody knows how large one is. `size` is one of them. */
export function unitOf(spacing: VoxelSpacing): LengthUnit {
  if (spacing.known) return { name: 'mm', spoken: 'milímetros', size: 1 }
  return { name: 'px', spoken: 'pixeles', size: finestStep(spacing.assumed) }
}

/** A length in whole units, as it is said. */
export const inUnits = (length: number, { size }: LengthUnit) => Math.round(length / size)
