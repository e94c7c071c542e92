import type { Vector } from '#web/imaging/types.ts'
import { dot } from '#web/imaging/vectors.ts'
import { eachFacet } from './facets.ts'
import type { Triangles } from './mesh.ts'
import { axes } from './vectors.ts'

/** The direction in which the surface extends least: the smallest principal axis of its area. */
export function flattest(mesh: Triangles): Vector {
  let total = 0
  let [sx, sy, sz] = [0, 0, 0]
  let [sxx, syy, szz, sxy, sxz, syz] = [0, 0, 0, 0, 0, 0]
  eachFacet(mesh, (x, y, z, nx, ny, nz) => {
    const area = Math.sqrt(nx * nx + ny * ny + nz * nz)
    total += area
    sx += x * area
    sy += y * area
    sz += z * area
    sxx += x * x * area
    syy += y * y * area
    szz += z * z * area
    sxy += x * y * area
    sxz += x * z * area
    syz += y * z * area
  })
  const share = 1 / (total || 1)
  const [mx, my, mz] = [sx * share, sy * share, sz * share]
  const [xx, yy, zz] = [sxx * share, syy * share, szz * share]
  const [xy, xz, yz] = [sxy * share, sxz * share, syz * share]
  return smallestAxis([
    [xx - mx * mx, xy - mx * my, xz - mx * mz],
    [xy - mx * my, yy - my * my, yz - my * mz],
    [xz - mx * mz, yz - my * mz, zz - mz * mz],
  ])
}

/** Eigenvector of the smallest eigenvalue of a symmetric matrix, by Jacobi's rotations. */
function smallestAxis(matrix: number[][]): Vector {
  const a = matrix.map((row) => [...row])
  const v = axes.map((axis) => [...axis])
  const at = (rows: number[][], i: number, j: number) => rows[i]?.[j] ?? 0
  const put = (rows: number[][], i: number, j: number, value: number) => {
    const row = rows[i]
    if (row) row[j] = value
  }
  for (let sweep = 0; sweep < 24; sweep++) {
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      const off = at(a, p, q)
      if (Math.abs(off) < 1e-12) continue
      const angle = 0.5 * Math.atan2(2 * off, at(a, q, q) - at(a, p, p))
      const [c, s] = [Math.cos(angle), Math.sin(angle)]
      for (let k = 0; k < 3; k++) {
        const [kp, kq] = [at(a, k, p), at(a, k, q)]
        put(a, k, p, c * kp - s * kq)
        put(a, k, q, s * kp + c * kq)
      }
      for (let k = 0; k < 3; k++) {
        const [pk, qk] = [at(a, p, k), at(a, q, k)]
        put(a, p, k, c * pk - s * qk)
        put(a, q, k, s * pk + c * qk)
      }
      for (let k = 0; k < 3; k++) {
        const [kp, kq] = [at(v, k, p), at(v, k, q)]
        put(v, k, p, c * kp - s * kq)
        put(v, k, q, s * kp + c * kq)
      }
    }
  }
  const smallest = [0, 1, 2].reduce((best, i) => (at(a, i, i) < at(a, best, best) ? i : best), 0)
  const axis: Vector = [at(v, 0, smallest), at(v, 1, smallest), at(v, 2, smallest)]
  // Prefer the file's own axis directions; only the sign is free.
  return dot(axis, [1, 1, 1]) < 0 ? [-axis[0], -axis[1], -axis[2]] : axis
}
