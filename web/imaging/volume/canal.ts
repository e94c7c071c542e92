import type { Vector } from '#web/imaging/types.ts'
import { dot } from '#web/imaging/vectors.ts'
import { smoothLine } from './curve.ts'
import { distance, mixed } from './distance.ts'

// The line of the mandibular canal as a person drew it (docs/product/viewer.md, 'Nerve canal'). Nothing here reads an image.

export const canalSides = ['right', 'left'] as const
/** Of the patient. */
export type CanalSide = (typeof canalSides)[number]

/** A line through points, in mm from the volume's corner, and how thick the tube around it is. */
export type Canal = { points: readonly Vector[]; diameterMm: number }
export type Canals = Partial<Record<CanalSide, Canal>>

/** One thing for each side that has it. */
export const bySide = <One>(of: (side: CanalSide) => One | null): Partial<Record<CanalSide, One>> =>
  Object.fromEntries(
    canalSides.flatMap((side) => {
      const one = of(side)
      return one ? [[side, one]] : []
    }),
  )

export const canalDiameter = { least: 1.5, most: 4, usual: 2.5, step: 0.1 } as const
/** Of one line: both fit into what is kept of a study many times. */
export const mostCanalPoints = 60

/** No piece of a line is longer, in mm, so that its corners are not seen. */
const fine = 0.25

/** The curve through the points of a canal, in straight pieces of `fine` mm at most. */
export function canalLine(points: readonly Vector[]): Vector[] {
  const line = smoothLine(points)
  const last = line.length - 1
  let stands = line[0]
  return line.filter((place, at) => {
    const next = line[at + 1]
    if (at === 0 || at === last) return true
    if (!stands || !next || distance(stands, next) <= fine) return false
    stands = place
    return true
  })
}

/** In mm. */
export const lineLength = (line: readonly Vector[]): number =>
  line.reduce((sum, place, at) => sum + distance(line[at - 1] ?? place, place), 0)

/** A point more, before, between or behind the others: where it makes the line the least longer. `at` is its place. */
export function withCanalPoint(
  points: readonly Vector[],
  place: Vector,
): { points: readonly Vector[]; at: number } {
  let at = points.length
  let least = Number.POSITIVE_INFINITY
  for (let index = 0; index <= points.length; index++) {
    const [before, after] = [points[index - 1], points[index]]
    const more =
      (before ? distance(before, place) : 0) +
      (after ? distance(place, after) : 0) -
      (before && after ? distance(before, after) : 0)
    if (more > least) continue
    least = more
    at = index
  }
  return { points: [...points.slice(0, at), place, ...points.slice(at)], at }
}

/** The shortest way from a line to another one, in mm; null where one of them has no place. */
export function shortestBetween(
  one: readonly Vector[],
  other: readonly Vector[],
): { from: Vector; to: Vector; mm: number } | null {
  let best: { from: Vector; to: Vector; mm: number } | null = null
  for (const [a, b] of piecesOf(one))
    for (const [c, d] of piecesOf(other)) {
      const [from, to] = nearestPlaces(a, b, c, d)
      const mm = distance(from, to)
      if (!best || mm < best.mm) best = { from, to, mm }
    }
  return best
}

/** A line of one place is a piece of no length. */
const piecesOf = (line: readonly Vector[]): [Vector, Vector][] =>
  line.flatMap((place, at): [Vector, Vector][] => {
    const before = line[at - 1]
    if (before) return [[before, place]]
    return line.length === 1 ? [[place, place]] : []
  })

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const within = (part: number) => Math.min(1, Math.max(0, part))

/** The nearest places of two straight pieces (Ericson, Real-Time Collision Detection, 5.1.9). */
function nearestPlaces(a: Vector, b: Vector, c: Vector, d: Vector): [Vector, Vector] {
  const [one, other, apart] = [minus(b, a), minus(d, c), minus(a, c)]
  const [oneOne, otherOther, oneOther] = [dot(one, one), dot(other, other), dot(one, other)]
  const [oneApart, otherApart] = [dot(one, apart), dot(other, apart)]
  const turned = oneOne * otherOther - oneOther * oneOther
  // Of pieces that run alike any place will do.
  const begun = turned > 1e-12 ? within((oneOther * otherApart - oneApart * otherOther) / turned) : 0
  const onOther = otherOther > 0 ? within((oneOther * begun + otherApart) / otherOther) : 0
  const onOne = oneOne > 0 ? within((oneOther * onOther - oneApart) / oneOne) : 0
  return [mixed(a, b, onOne), mixed(c, d, onOther)]
}
