import type { Plane, Point, Vector } from '#web/imaging/types.ts'
import { finestStep } from '#web/imaging/volume/grid.ts'
import type { ShownSheet } from '../stage/sheet.ts'
import { throughOf } from './planes.ts'

/** Pixels of each plane's cut run along these axes, across and down. */
const axes = { axial: [0, 1], coronal: [0, 2], sagittal: [1, 2] } as const satisfies Record<
  Plane,
  readonly [number, number]
>

/** The cut of a plane through voxel `at`; `sides` are those of a voxel. */
export function planeSheet(part: string, plane: Plane, at: number, sides: Vector): ShownSheet {
  const thick = sides[throughOf(plane)]
  const [across, down] = axes[plane]
  return {
    sheet: { view: plane, part, depth: (at + 0.5) * thick },
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
export function panoramicSheet(part: string, arch: readonly Point[], sides: Vector): ShownSheet {
  return {
    sheet: { view: 'panoramic', part, arch },
    pixel: { x: finestStep(sides), y: sides[2] },
    thick: 0,
  }
}

/** The cut across a curve, so far along it; both are lengths. */
export function sectionSheet(part: string, arch: readonly Point[], along: number, sides: Vector): ShownSheet {
  return {
    sheet: { view: 'section', part, arch, along },
    pixel: { x: finestStep(sides), y: sides[2] },
    thick: 0,
  }
}
