import type { VolumeInfo } from '#web/imaging/types.ts'
import { type Canal, shortestBetween } from '#web/imaging/volume/canal.ts'
import { finestStep, voxelSides } from '#web/imaging/volume/grid.ts'
import { betweenTurns, turnedInfo } from '#web/imaging/volume/orientation.ts'
import { turnOf } from './sheet.ts'
import { placeOn, planeOf } from './sheet-plane.ts'
import { lineOf } from './use-canals.ts'
import type { Mark } from './use-marks.tsx'

/**
 * mm from the surface of a tube to the lines of a mark where they are nearest, 0 where they touch; null of a mark without a place
 * in the volume (on the panoramic picture, on slices as they came), and without a tube or a scale.
 */
export function canalGap(canal: Canal, { sheet, points }: Mark, volume: VolumeInfo): number | null {
  const orientation = turnOf(sheet)
  const { size, spacing } = turnedInfo(volume, orientation)
  const sides = voxelSides(spacing)
  const pixel = { x: finestStep(sides), y: sides[2] }
  const plane = spacing.known ? planeOf({ sheet, pixel }, size[2] * sides[2]) : null
  if (!plane) return null
  const upright = betweenTurns(volume, orientation, null)
  const line = points.map((point) => upright(placeOn(plane, { ...point, off: 0 })))
  const way = shortestBetween(lineOf(canal), line)
  return way && Math.max(0, way.mm - canal.diameterMm / 2)
}
