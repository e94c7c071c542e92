import type { Vector, VoxelSpacing } from '#web/imaging/types.ts'
import { finestStep, voxelSides } from '#web/imaging/volume/grid.ts'

/** A volume's voxels: how many there are on each axis, and how large they are. */
type Voxels = { size: Vector; spacing: VoxelSpacing }

/** The middle of a voxel as lengths from the volume's corner. They stay the same when a volume is loaded at another resolution. */
export function placeOf(voxel: Vector, { spacing }: Pick<Voxels, 'spacing'>): Vector {
  const sides = voxelSides(spacing)
  const along = (axis: 0 | 1 | 2) => (voxel[axis] + 0.5) * sides[axis]
  return [along(0), along(1), along(2)]
}

/** The voxel at a place; always inside. */
export function voxelOf(place: Vector, { size, spacing }: Voxels): Vector {
  const sides = voxelSides(spacing)
  const along = (axis: 0 | 1 | 2) =>
    Math.min(size[axis] - 1, Math.max(0, Math.floor(place[axis] / sides[axis])))
  return [along(0), along(1), along(2)]
}

/** The voxel of a height above the volume's floor, and back. */
export const heightAt = (level: number, volume: Voxels) => voxelOf([0, 0, level], volume)[2]
export const levelOf = (height: number, volume: Voxels) => placeOf([0, 0, height], volume)[2]

export type LengthUnit = { name: 'mm' | 'px'; spoken: string; size: number }

/** What lengths of a volume are told in: mm, or pixels where nobody knows how large one is. `size` is one of them. */
export function unitOf(spacing: VoxelSpacing): LengthUnit {
  if (spacing.known) return { name: 'mm', spoken: 'milímetros', size: 1 }
  return { name: 'px', spoken: 'pixeles', size: finestStep(spacing.assumed) }
}

/** A length in whole units, as it is said. */
export const inUnits = (length: number, { size }: LengthUnit) => Math.round(length / size)
