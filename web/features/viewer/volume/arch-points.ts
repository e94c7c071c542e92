import type { Point, Vector } from '#web/imaging/types.ts'
import { evenSteps, type Station } from '#web/imaging/volume/curve.ts'

/** A curve needs as many to bend. */
const fewestPoints = 3

/** The arch with a point more, in the middle of its longest part, so that the curve can bend there. */
export function withPoint(arch: readonly Point[]): Point[] {
  let longest = 0
  let after = 0
  for (let at = 1; at < arch.length; at++) {
    const [from, to] = [arch[at - 1], arch[at]]
    const length = from && to ? Math.hypot(to.x - from.x, to.y - from.y) : 0
    if (length > longest) [longest, after] = [length, at]
  }
  const [from, to] = [arch[after - 1], arch[after]]
  if (!from || !to) return [...arch]
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  return [...arch.slice(0, after), middle, ...arch.slice(after)]
}

export function withoutPoint(arch: readonly Point[], at: number): Point[] {
  return arch.length > fewestPoints ? arch.filter((_, index) => index !== at) : [...arch]
}

/** One point of the arch elsewhere, inside the volume. */
export function movedPoint(arch: readonly Point[], at: number, to: Point, [nx, ny]: Vector): Point[] {
  const kept = (value: number, count: number) => Math.min(count - 1, Math.max(0, value))
  return arch.map((point, index) => (index === at ? { x: kept(to.x, nx), y: kept(to.y, ny) } : point))
}

/** Places along the arch every `mm` (in the unit of `sides`), from the patient's right on, in voxels; the direction outwards in mm. */
export function stationsAlong(arch: readonly Point[], sides: Vector, mm: number): Station[] {
  const points = arch.map(({ x, y }) => ({ x: x * sides[0], y: y * sides[1] }))
  const [first, last] = [points[0], points.at(-1)]
  if (first && last && first.x > last.x) points.reverse()
  return evenSteps(points, mm).map((station) => ({
    ...station,
    x: station.x / sides[0],
    y: station.y / sides[1],
  }))
}

/** How long the curve is, in the unit of its points, to half of one: no cut lies beyond. */
export const archLength = (arch: readonly Point[]): number => (evenSteps([...arch], 0.5).length - 1) * 0.5
