import type { Vector } from '#web/imaging/types.ts'
import { dot } from '#web/imaging/vectors.ts'
import { boundaryCenter } from './boundary.ts'
import { eachFacet } from './facets.ts'
import { frontDirection } from './front-direction.ts'
import type { Orientation, Triangles } from './mesh.ts'
import { flattest } from './spread.ts'
import { negate, snap, subtract, unit } from './vectors.ts'

/** Of a closed surface the area vectors cancel out; of an open scan a good part is left. */
const leastOpen = 0.08
/** Scanners export along their axes; a direction this close to one was meant to be on it. */
const nearly = 12

/**
 * Where the chewing surfaces and the lips of a dental scan are. An intraoral scan is open where the scanner could not look, at the
 * gum: the sum of its area vectors points away from there. A closed model, such as one to be printed, is taken flat side on, with
 * the side where less lies, the cusps and not the foot, up.
 */
export function orientationOf(mesh: Triangles): Orientation {
  const occlusal = snap(occlusalOf(mesh), nearly)
  return { occlusal, front: frontDirection(mesh, occlusal) }
}

function occlusalOf(mesh: Triangles): Vector {
  const { sum, total, middle } = surfaceOf(mesh)
  if (Math.hypot(...sum) > leastOpen * total) return awayFromBoundary(mesh, unit(sum), middle)
  return tapered(mesh, flattest(mesh))
}

/** Some programs turn all triangles inside out; the boundary is still at the gum. */
function awayFromBoundary(mesh: Triangles, axis: Vector, middle: Vector): Vector {
  const boundary = boundaryCenter(mesh)
  return boundary && dot(subtract(middle, boundary), axis) < 0 ? negate(axis) : axis
}

/** The doubled area as a sum of vectors and of lengths, and the middle. */
function surfaceOf(mesh: Triangles): { sum: Vector; total: number; middle: Vector } {
  let total = 0
  let [x, y, z, mx, my, mz] = [0, 0, 0, 0, 0, 0]
  eachFacet(mesh, (atX, atY, atZ, nx, ny, nz) => {
    const area = Math.sqrt(nx * nx + ny * ny + nz * nz)
    total += area
    x += nx
    y += ny
    z += nz
    mx += area * atX
    my += area * atY
    mz += area * atZ
  })
  const sum: Vector = [x, y, z]
  const middle: Vector = [mx / (total || 1), my / (total || 1), mz / (total || 1)]
  return { sum, total, middle }
}

/** The direction along `axis` towards the end with less surface. */
function tapered(mesh: Triangles, axis: Vector): Vector {
  const [ux, uy, uz] = axis
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  eachFacet(mesh, (x, y, z) => {
    const at = x * ux + y * uy + z * uz
    if (at < low) low = at
    if (at > high) high = at
  })
  const margin = (high - low) * 0.12
  let below = 0
  let above = 0
  eachFacet(mesh, (x, y, z, nx, ny, nz) => {
    const at = x * ux + y * uy + z * uz
    if (at < low + margin) below += Math.hypot(nx, ny, nz)
    if (at > high - margin) above += Math.hypot(nx, ny, nz)
  })
  return above <= below ? axis : negate(axis)
}
