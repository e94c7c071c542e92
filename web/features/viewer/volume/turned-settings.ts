import type { Orientation, Point, Vector, VolumeInfo } from '#web/imaging/types.ts'
import { betweenTurns } from '#web/imaging/volume/orientation.ts'
import type { Settings } from '../stage/use-setting.tsx'
import { straight } from './planes.ts'

/**
 * The settings of a volume in another orientation: the cross stays at its place in the patient, and the curve with its middle,
 * turned by the yaw but not bent, so that it comes back as it was.
 */
export function turnedSettings(
  { orientation: before = null, place, arch, height }: Partial<Settings>,
  volume: VolumeInfo,
  orientation: Orientation | null,
): Partial<Settings> {
  const moved = betweenTurns(volume, before, orientation)
  const yaw = ((orientation ?? straight)[2] - (before ?? straight)[2]) * (Math.PI / 180)
  const lies = arch && height !== undefined ? { arch, height } : null
  return { orientation, ...(place && { place: moved(place) }), ...(lies && movedArch(lies, moved, yaw)) }
}

function movedArch(
  { arch, height }: { arch: Point[]; height: number },
  moved: (at: Vector) => Vector,
  yaw: number,
): Pick<Settings, 'arch' | 'height'> {
  const sum = arch.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 })
  const middle = { x: sum.x / arch.length, y: sum.y / arch.length }
  const [x, y, z] = moved([middle.x, middle.y, height])
  const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)]
  return {
    height: z,
    arch: arch.map((point) => {
      const [across, back] = [point.x - middle.x, point.y - middle.y]
      return { x: x + cos * across - sin * back, y: y + sin * across + cos * back }
    }),
  }
}
