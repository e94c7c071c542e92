import type { Triangles } from './mesh.ts'

/** Enough to tell a shape; more would only take longer. */
const enough = 120_000

/**
 * Calls back with the centre and the doubled area vector (normal to the triangle) of
 * every triangle, or with very many of every second, third...: for the shape as a whole.
 */
export function eachFacet(
  { positions, indices }: Triangles,
  visit: (x: number, y: number, z: number, nx: number, ny: number, nz: number) => void,
): void {
  const stride = Math.ceil(indices.length / 3 / enough) * 3
  for (let i = 0; i < indices.length; i += stride) {
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
    visit(
      ax + (ux + vx) / 3,
      ay + (uy + vy) / 3,
      az + (uz + vz) / 3,
      uy * vz - uz * vy,
      uz * vx - ux * vz,
      ux * vy - uy * vx,
    )
  }
}
