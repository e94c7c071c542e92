import type { Vector } from '#web/imaging/types.ts'
import type { Triangles } from './mesh.ts'

/**
 * How far along a ray (`direction` of length 1) the surface is first met, from either side; undefined where it is not. A million
 * triangles take some hundredths of a second: for a tap, not for every move.
 */
export function hit(
  { positions, indices }: Triangles,
  origin: Vector,
  direction: Vector,
): number | undefined {
  const [ox, oy, oz] = origin
  const [dx, dy, dz] = direction
  let nearest = Number.POSITIVE_INFINITY
  for (let i = 0; i < indices.length; i += 3) {
    const a = (indices[i] ?? 0) * 3
    const b = (indices[i + 1] ?? 0) * 3
    const c = (indices[i + 2] ?? 0) * 3
    const ax = positions[a] ?? 0
    const ay = positions[a + 1] ?? 0
    const az = positions[a + 2] ?? 0
    const ux = (positions[b] ?? 0) - ax
    const uy = (positions[b + 1] ?? 0) - ay
    const uz = (positions[b + 2] ?? 0) - az
    const vx = (positions[c] ?? 0) - ax
    const vy = (positions[c + 1] ?? 0) - ay
    const vz = (positions[c + 2] ?? 0) - az
    const px = dy * vz - dz * vy
    const py = dz * vx - dx * vz
    const pz = dx * vy - dy * vx
    const determinant = ux * px + uy * py + uz * pz
    if (determinant === 0) continue
    const tx = ox - ax
    const ty = oy - ay
    const tz = oz - az
    const u = (tx * px + ty * py + tz * pz) / determinant
    if (!(u >= 0 && u <= 1)) continue
    const qx = ty * uz - tz * uy
    const qy = tz * ux - tx * uz
    const qz = tx * uy - ty * ux
    const v = (dx * qx + dy * qy + dz * qz) / determinant
    if (!(v >= 0 && u + v <= 1)) continue
    const along = (vx * qx + vy * qy + vz * qz) / determinant
    if (along > 0 && along < nearest) nearest = along
  }
  return Number.isFinite(nearest) ? nearest : undefined
}
