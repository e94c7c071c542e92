import type { Orientation, Plane, Point, Vector } from '#web/imaging/types.ts'
import { turnedAxes } from '#web/imaging/volume/orientation.ts'
import * as places from '#web/imaging/volume/places.ts'
import { type Sides, sideLetters } from '../stage/sides.tsx'

export const planes = ['axial', 'coronal', 'sagittal'] as const satisfies readonly Plane[]

export const planeNames: Record<Plane, string> = {
  axial: 'Axial',
  coronal: 'Coronal',
  sagittal: 'Sagital',
}

/** What belongs to a plane wears its colour: name, frame, and the lines where it passes through other cuts. */
export type PaneColor = { name: string; frame: string; line: string }
export const planeColors: Record<Plane, PaneColor> = {
  axial: { name: 'text-axial', frame: 'border-axial/55', line: 'stroke-axial' },
  coronal: { name: 'text-coronal', frame: 'border-coronal/55', line: 'stroke-coronal' },
  sagittal: { name: 'text-sagittal', frame: 'border-sagittal/55', line: 'stroke-sagittal' },
}

/** As radiologists stand before a patient: derecha (D) on the left of the screen; seen from the side, anterior (A) and posterior (P). */
export function sidesOf(plane: Plane, orientation: Orientation = straight): Sides {
  const [x, y] = turnedAxes(orientation)[plane === 'sagittal' ? 1 : 0]
  return { left: sideLetters(-x, -y), right: sideLetters(x, y) }
}

export const straight: Orientation = [0, 0, 0]

const through: Record<Plane, 0 | 1 | 2> = { axial: 2, coronal: 1, sagittal: 0 }

/** Which axis of the voxels a plane cuts. */
export const throughOf = (plane: Plane): 0 | 1 | 2 => through[plane]

/** How many cuts of a plane there are. */
export const cutsOf = (plane: Plane, size: Vector): number => size[throughOf(plane)]

/** Where a voxel lies on the cut of a plane: the middle of its pixel, 0 at the top left corner. */
export function pixelOf(plane: Plane, voxel: Vector, size: Vector): Point {
  const { x, y } = places.pixelOf(plane, voxel, size)
  return { x: x + 0.5, y: y + 0.5 }
}

/** The voxel under a place on the cut of a plane; across the cut it stays that of `from`. Always inside. */
export function voxelAt(plane: Plane, place: Point, from: Vector, size: Vector): Vector {
  const pixel = { x: Math.floor(place.x), y: Math.floor(place.y) }
  return inside(places.voxelAt(plane, from[throughOf(plane)], pixel, size), size)
}

/** The voxel some cuts further along what a plane cuts. */
export function leafed(plane: Plane, from: Vector, to: number, size: Vector): Vector {
  const next: [number, number, number] = [...from]
  next[throughOf(plane)] = to
  return inside(next, size)
}

function inside([x, y, z]: Vector, [nx, ny, nz]: Vector): Vector {
  const kept = (value: number, count: number) => Math.min(count - 1, Math.max(0, Math.round(value)))
  return [kept(x, nx), kept(y, ny), kept(z, nz)]
}

export function middleOf([x, y, z]: Vector): Vector {
  return [Math.floor(x / 2), Math.floor(y / 2), Math.floor(z / 2)]
}

/** Some leaves on, or to either end, of `count`. */
export function leafedTo(now: number, by: number | 'first' | 'last', count: number): number {
  const to = by === 'first' ? 0 : by === 'last' ? count - 1 : now + by
  return Math.min(Math.max(0, count - 1), Math.max(0, to))
}
