import type { Plane, Point, Vector, VolumeInfo } from '#web/imaging/types.ts'
import { finestStep, voxelSides } from '#web/imaging/volume/grid.ts'
import type { ShownSheet } from '../stage/sheet.ts'
import { throughOf } from './planes.ts'

/** Pixels of each plane's cut run along these axes, across and down. */
const axes = { axial: [0, 1], coronal: [0, 2], sagittal: [1, 2] } as const satisfies Record<
  Plane,
  readonly [number, number]
>

/** A volume as it is seen, or was cut. */
type Lying = Pick<VolumeInfo, 'spacing' | 'orientation'>

const inPart = (part: string, { orientation }: Lying) => ({ part, ...(orientation && { orientation }) })

/** The cut of a plane through voxel `at`. */
export function planeSheet(part: string, plane: Plane, at: number, volume: Lying): ShownSheet {
  const sides = voxelSides(volume.spacing)
  const thick = sides[throughOf(plane)]
  const [across, down] = axes[plane]
  return {
    sheet: { view: plane, ...inPart(part, volume), depth: (at + 0.5) * thick },
    pixel: { x: sides[across], y: sides[down] },
    thick,
  }
}

/** Voxels of an axial cut as lengths from the volume's corner, so that a volume which was loaded smaller gives the same curve. */
export const archLengths = (arch: readonly Point[], sides: Vector): Point[] =>
  arch.map(({ x, y }) => ({ x: (x + 0.5) * sides[0], y: (y + 0.5) * sides[1] }))

export const archVoxels = (arch: readonly Point[], sides: Vector): Point[] =>
  arch.map(({ x, y }) => ({ x: x / sides[0] - 0.5, y: y / sides[1] - 0.5 }))

/** The panoramic picture along a curve, which is given as lengths. */
export function panoramicSheet(part: string, arch: readonly Point[], volume: Lying): ShownSheet {
  return { sheet: { view: 'panoramic', ...inPart(part, volume), arch }, ...upright(volume) }
}

/** The cut across a curve, so far along it; both are lengths. */
export function sectionSheet(part: string, arch: readonly Point[], along: number, volume: Lying): ShownSheet {
  return { sheet: { view: 'section', ...inPart(part, volume), arch, along }, ...upright(volume) }
}

function upright({ spacing }: Lying) {
  const sides = voxelSides(spacing)
  return { pixel: { x: finestStep(sides), y: sides[2] }, thick: 0 }
}
