import type { Vector } from '#web/imaging/types.ts'
import { dot } from '#web/imaging/vectors.ts'
import { eachFacet } from './facets.ts'
import { frontOf } from './front.ts'
import type { Lie, Triangles } from './mesh.ts'
import { middleOfRim } from './rim.ts'
import { flattest } from './spread.ts'
import { negate, snap, subtract, unit } from './vectors.ts'

/** Of a closed surface the area vectors cancel out; of an open scan a good part is left. */
const leastOpen = 0.08
/** Part of a printable model's surface that its flat foot has. */
const leastFoot = 0.1
/** Scanners export along their axes; what is nearly so was meant so. */
const nearly = 12

/**
 * Where the chewing surfaces and the lips of a dental scan are. An intraoral scan is open where the scanner could not look, at the
 * gum: the sum of its area vectors points away from there. A closed model stands on a flat foot. What is neither is taken flat
 * side on, with the side where less lies, the cusps, up.
 */
export function lieOf(mesh: Triangles): Lie {
  const occlusal = snap(occlusalOf(mesh), nearly)
  return { occlusal, front: frontOf(mesh, occlusal) }
}

function occlusalOf(mesh: Triangles): Vector {
  const { sum, total, middle, feet } = surfaceOf(mesh)
  if (Math.hypot(...sum) > leastOpen * total) return awayFromRim(mesh, unit(sum), middle)
  const [largest = [0, 0, 0], second = [0, 0, 0]] = [...feet].sort(
    (a, b) => Math.hypot(...b) - Math.hypot(...a),
  )
  const foot = Math.hypot(...largest)
  if (foot > leastFoot * total && foot > 1.5 * Math.hypot(...second)) return negate(unit(largest))
  return tapered(mesh, flattest(mesh))
}

/** Some programs turn all triangles inside out; the rim stays at the gum. */
function awayFromRim(mesh: Triangles, axis: Vector, middle: Vector): Vector {
  const rim = middleOfRim(mesh)
  return rim && dot(subtract(middle, rim), axis) < 0 ? negate(axis) : axis
}

/** Directions are the same where each part is in the same of so many steps between -1 and 1. */
const steps = 24

/** The doubled area as a sum of vectors and of lengths, the middle, and the area vectors that look in the same direction. */
function surfaceOf(mesh: Triangles) {
  const side = steps + 1
  const bins = new Float64Array(side ** 3 * 3)
  let total = 0
  let [x, y, z, mx, my, mz] = [0, 0, 0, 0, 0, 0]
  eachFacet(mesh, (atX, atY, atZ, nx, ny, nz) => {
    const area = Math.sqrt(nx * nx + ny * ny + nz * nz)
    if (area === 0) return
    total += area
    x += nx
    y += ny
    z += nz
    mx += area * atX
    my += area * atY
    mz += area * atZ
    const step = (part: number) => Math.round(((part / area + 1) * steps) / 2)
    const bin = ((step(nx) * side + step(ny)) * side + step(nz)) * 3
    bins[bin] = (bins[bin] ?? 0) + nx
    bins[bin + 1] = (bins[bin + 1] ?? 0) + ny
    bins[bin + 2] = (bins[bin + 2] ?? 0) + nz
  })
  const feet: Vector[] = []
  for (let i = 0; i < bins.length; i += 3) {
    const foot: Vector = [bins[i] ?? 0, bins[i + 1] ?? 0, bins[i + 2] ?? 0]
    if (Math.hypot(...foot) > 0) feet.push(foot)
  }
  const sum: Vector = [x, y, z]
  const middle: Vector = [mx / (total || 1), my / (total || 1), mz / (total || 1)]
  return { sum, total, middle, feet }
}

/** The direction along `axis` at whose end less of the surface lies. */
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
