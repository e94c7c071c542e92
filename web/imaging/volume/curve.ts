import type { Point } from '#web/imaging/types.ts'

/** A place on the curve in mm, and the direction across it (unit length), to the outside of an arch that runs from the patient's right. */
export type Station = Point & { outX: number; outY: number }

/** Pieces that each part between two points is measured in. */
const pieces = 64

/**
 * Places at even steps along a smooth curve through `points` (mm, y to the back), from the first one on; less than a step is left at the end. Centripetal
 * Catmull-Rom: it goes through every point and makes no loops where they stand close.
 */
export function evenSteps(points: Point[], step: number): Station[] {
  const line = smooth(apart(points))
  const stations: Station[] = []
  let due = 0
  let walked = 0
  for (let at = 1; at < line.length; at++) {
    const [from, to] = [line[at - 1], line[at]]
    if (!from || !to) continue
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    // Outside is to the left of the walk, because y runs to the back.
    const [outX, outY] = [(to.y - from.y) / length, -(to.x - from.x) / length]
    for (; due <= walked + length; due += step) {
      const part = (due - walked) / length
      stations.push({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part, outX, outY })
    }
    walked += length
  }
  return stations
}

/** Points without those that lie on the one before. */
function apart(points: Point[]): Point[] {
  return points.filter((point, at) => {
    const before = points[at - 1]
    return !before || Math.hypot(point.x - before.x, point.y - before.y) > 1e-6
  })
}

function smooth(points: Point[]): Point[] {
  const [first, second] = points
  const [last, beforeLast] = [points.at(-1), points.at(-2)]
  if (!first || !second || !last || !beforeLast) return points
  const all = [beyond(first, second), ...points, beyond(last, beforeLast)]
  const line = [first]
  for (let at = 1; at + 2 < all.length; at++) {
    const [a, b, c, d] = all.slice(at - 1, at + 3)
    if (!a || !b || !c || !d) continue
    for (let piece = 1; piece <= pieces; piece++) line.push(between(a, b, c, d, piece / pieces))
  }
  return apart(line)
}

const beyond = (end: Point, before: Point): Point => ({ x: 2 * end.x - before.x, y: 2 * end.y - before.y })

/** Barry and Goldman's pyramid, with knots at the square root of the distances. */
function between(a: Point, b: Point, c: Point, d: Point, part: number): Point {
  const knot = (from: Point, to: Point) => Math.sqrt(Math.hypot(to.x - from.x, to.y - from.y))
  const tb = knot(a, b)
  const tc = tb + knot(b, c)
  const td = tc + knot(c, d)
  const t = tb + (tc - tb) * part
  const ab = mixed(a, b, t / tb)
  const bc = mixed(b, c, (t - tb) / (tc - tb))
  const cd = mixed(c, d, (t - tc) / (td - tc))
  return mixed(mixed(ab, bc, t / tc), mixed(bc, cd, (t - tb) / (td - tb)), part)
}

const mixed = (from: Point, to: Point, part: number): Point => ({
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
})
