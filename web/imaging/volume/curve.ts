import type { Point, Vector } from '#web/imaging/types.ts'
import { distance, mixed } from './distance.ts'

/** A place on the curve in mm, and the direction across it (unit length), to the outside of an arch that runs from the patient's right. */
export type Station = Point & { outX: number; outY: number }

/** Pieces that each part between two points is measured in. */
const pieces = 64

/** Places at even steps along `smoothLine`, y to the back, from the first point on or `from` mm behind it; less than a step is left at the end. */
export function evenSteps(points: readonly Point[], step: number, from = 0): Station[] {
  const line = smoothLine(points.map(({ x, y }) => [x, y, 0]))
  const stations: Station[] = []
  let due = from
  let walked = 0
  for (let at = 1; at < line.length; at++) {
    const [a, b] = [line[at - 1], line[at]]
    if (!a || !b) continue
    const length = distance(a, b)
    // Outside is to the left of the walk, because y runs to the back.
    const [outX, outY] = [(b[1] - a[1]) / length, -(b[0] - a[0]) / length]
    for (; due <= walked + length; due += step) {
      const [x, y] = mixed(a, b, (due - walked) / length)
      stations.push({ x, y, outX, outY })
    }
    walked += length
  }
  return stations
}

/**
 * A smooth curve through `points` (mm) in short straight pieces. Centripetal Catmull-Rom: it goes through every point and makes no
 * loops where they stand close.
 */
export function smoothLine(all: readonly Vector[]): Vector[] {
  const points = apart(all)
  const line = points.slice(0, 1)
  for (const [at, c] of points.entries()) {
    const b = points[at - 1]
    if (!b) continue
    // Before its first point, and behind the last one, a curve goes on as it came.
    const a = points[at - 2] ?? mixed(c, b, 2)
    const d = points[at + 1] ?? mixed(b, c, 2)
    for (let piece = 1; piece <= pieces; piece++) line.push(between(a, b, c, d, piece / pieces))
  }
  return apart(line)
}

/** Points without those that lie on the one before. */
function apart(points: readonly Vector[]): Vector[] {
  return points.filter((point, at) => {
    const before = points[at - 1]
    return !before || distance(point, before) > 1e-6
  })
}

/** Barry and Goldman's pyramid, with knots at the square root of the distances. */
function between(a: Vector, b: Vector, c: Vector, d: Vector, part: number): Vector {
  const tb = Math.sqrt(distance(a, b))
  const tc = tb + Math.sqrt(distance(b, c))
  const td = tc + Math.sqrt(distance(c, d))
  const t = tb + (tc - tb) * part
  const ab = mixed(a, b, t / tb)
  const bc = mixed(b, c, (t - tb) / (tc - tb))
  const cd = mixed(c, d, (t - tc) / (td - tc))
  return mixed(mixed(ab, bc, t / tc), mixed(bc, cd, (t - tb) / (td - tb)), part)
}
