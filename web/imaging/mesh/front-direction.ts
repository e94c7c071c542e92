import type { Vector } from '#web/imaging/types.ts'
import { cross, dot } from '#web/imaging/vectors.ts'
import { eachFacet } from './facets.ts'
import type { Triangles } from './mesh.ts'
import { across, add, axes, negate, scale, snap } from './vectors.ts'

/** Part of the height, from the chewing surfaces down, in which only crowns lie: no palate, no floor of the mouth. */
const crowns = 0.35
/** Places of the crowns, seen from above: a raster of so many cells across the longer side. */
const cells = 48
/** Degrees between the mirror lines that are tried. */
const step = 2
/** How far a U's legs must reach back, per unit of its half width, for its middle to count as the front. */
const leastBend = 0.35
const nearly = 10

type Raster = { x: number; y: number }[]

/**
 * The direction to the lips, normal to `occlusal`: an arch is a symmetric U, open to the throat.
 * Without such a U (one side of a jaw, one tooth) the file's own y axis, as most scanners use it.
 */
export function frontDirection(mesh: Triangles, occlusal: Vector): Vector {
  const right = anyAcross(occlusal)
  const ahead = cross(occlusal, right)
  const raster = crownsFromAbove(mesh, occlusal, right, ahead)
  let best = { score: -1, angle: 0 }
  for (let angle = 0; angle < 180; angle += step) {
    const score = symmetry(raster, angle)
    if (score > best.score) best = { score, angle }
  }
  const bend = bendAlong(raster, best.angle)
  if (Math.abs(bend) < leastBend) return usualFront(occlusal)
  const turned = (best.angle * Math.PI) / 180
  const line = add(scale(right, Math.cos(turned)), scale(ahead, Math.sin(turned)))
  // Legs that go against the line: the line leads to the closed end.
  return snap(bend < 0 ? line : negate(line), nearly)
}

function anyAcross(normal: Vector): Vector {
  const [flattest = [1, 0, 0]] = [...axes].sort((a, b) => Math.abs(dot(a, normal)) - Math.abs(dot(b, normal)))
  return across(flattest, normal)
}

/** y where it lies in the plane, else z (the jaw then opens along y). */
function usualFront(occlusal: Vector): Vector {
  const y: Vector = [0, 1, 0]
  return Math.abs(dot(y, occlusal)) < 0.8 ? across(y, occlusal) : across([0, 0, 1], occlusal)
}

/** Where the crowns are, in the plane, the middle being 0 and the farther end about 1. */
function crownsFromAbove(mesh: Triangles, up: Vector, right: Vector, ahead: Vector): Raster {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  eachFacet(mesh, (x, y, z) => {
    const at = x * up[0] + y * up[1] + z * up[2]
    if (at < low) low = at
    if (at > high) high = at
  })
  const least = high - (high - low) * crowns
  const points: number[] = []
  eachFacet(mesh, (x, y, z) => {
    if (x * up[0] + y * up[1] + z * up[2] < least) return
    points.push(x * right[0] + y * right[1] + z * right[2], x * ahead[0] + y * ahead[1] + z * ahead[2])
  })
  return rasterOf(points)
}

function rasterOf(points: number[]): Raster {
  let [x0, x1, y0, y1] = [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ]
  for (let i = 0; i < points.length; i += 2) {
    const x = points[i] ?? 0
    const y = points[i + 1] ?? 0
    x0 = Math.min(x0, x)
    x1 = Math.max(x1, x)
    y0 = Math.min(y0, y)
    y1 = Math.max(y1, y)
  }
  const side = Math.max(x1 - x0, y1 - y0) / cells || 1
  const taken = new Set<number>()
  for (let i = 0; i < points.length; i += 2)
    taken.add(
      Math.floor(((points[i] ?? 0) - x0) / side) * 1024 + Math.floor(((points[i + 1] ?? 0) - y0) / side),
    )
  // One for each place that has a crown: steep sides would count twice.
  const raster = [...taken].map((cell) => ({ x: Math.floor(cell / 1024), y: cell % 1024 }))
  const middle = { x: mean(raster.map(({ x }) => x)), y: mean(raster.map(({ y }) => y)) }
  return raster.map(({ x, y }) => ({
    x: ((x - middle.x) * 2) / cells,
    y: ((y - middle.y) * 2) / cells,
  }))
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / (values.length || 1)

/** Part of the places that meet another one when mirrored at the line through the middle at so many degrees. */
function symmetry(raster: Raster, degrees: number): number {
  const key = (x: number, y: number) => Math.round(x * 12) * 1000 + Math.round(y * 12)
  const places = new Set(raster.map(({ x, y }) => key(x, y)))
  const double = (2 * degrees * Math.PI) / 180
  const [c, s] = [Math.cos(double), Math.sin(double)]
  const met = raster.filter(({ x, y }) => places.has(key(c * x + s * y, s * x - c * y)))
  return met.length / (raster.length || 1)
}

/** How a parabola along the line bends (its height at half the width, per half width): below 0 its legs go back. */
function bendAlong(raster: Raster, degrees: number): number {
  const turned = (degrees * Math.PI) / 180
  const [c, s] = [Math.cos(turned), Math.sin(turned)]
  const points = raster.map(({ x, y }) => ({ along: c * x + s * y, aside: c * y - s * x }))
  const squares = points.map(({ aside }) => aside * aside)
  const middle = mean(squares)
  const level = mean(points.map(({ along }) => along))
  let top = 0
  let bottom = 0
  for (const [i, { along }] of points.entries()) {
    const square = (squares[i] ?? 0) - middle
    top += square * (along - level)
    bottom += square * square
  }
  const half = Math.max(...points.map(({ aside }) => Math.abs(aside)))
  return bottom ? (top / bottom) * half : 0
}
