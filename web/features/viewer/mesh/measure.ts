import type { Vector3 } from 'three'
import { hit } from '#web/imaging/mesh/hit.ts'
import type { MeshData } from '#web/imaging/mesh/mesh.ts'
import { partsOf } from './gestures.ts'
import { project, seen } from './pose.ts'
import type { View } from './view.ts'

/** The place of the nearest surface under a spot of the screen (CSS pixels from the corner), in the file's coordinates. */
export function placeAt(view: View, scans: MeshData[], spot: { x: number; y: number }): Vector3 | undefined {
  const pose = view.pose()
  const at = partsOf(spot, view)
  const far = view.whole * 4 + pose.target.length()
  const origin = pose.target.clone().add(seen(pose.turn, at.x * pose.reach, -at.y * pose.reach, far))
  const direction = seen(pose.turn, 0, 0, -1)
  const distances = scans.flatMap((scan) => hit(scan, triple(origin), triple(direction)) ?? [])
  return distances.length > 0 ? origin.addScaledVector(direction, Math.min(...distances)) : undefined
}

const triple = ({ x, y, z }: Vector3) => [x, y, z] as const

/** Where a place is on the screen, CSS pixels from the corner. */
export function spotOf(view: View, place: Vector3): { x: number; y: number } {
  const { width, height, pixels } = view.screen()
  const { x, y } = project(view.pose(), place)
  return { x: width / 2 + x * pixels, y: height / 2 + y * pixels }
}

export const distance = (points: Vector3[]): number | undefined => {
  const [from, to] = points
  return from && to && from.distanceTo(to)
}

/** '12.3 mm' */
export const millimetres = (value: number) => `${value.toFixed(1)} mm`
