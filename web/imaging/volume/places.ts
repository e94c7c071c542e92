import type { Plane, Point, Vector } from '#web/imaging/types.ts'

/** Which voxel a pixel of a cut shows; `at` is the cut's own place. Voxels of a volume of `size` to the left, back, head. */
export function voxelAt(plane: Plane, at: number, pixel: Point, size: Vector): Vector {
  const height = size[2] - 1 - pixel.y
  if (plane === 'axial') return [pixel.x, pixel.y, at]
  return plane === 'coronal' ? [pixel.x, at, height] : [at, pixel.x, height]
}

/** Where a voxel stands in the cut of `plane` through it, and which cut that is. */
export function pixelOf(plane: Plane, [x, y, z]: Vector, size: Vector): Point & { at: number } {
  const down = size[2] - 1 - z
  if (plane === 'axial') return { x, y, at: z }
  return plane === 'coronal' ? { x, y: down, at: y } : { x: y, y: down, at: x }
}
