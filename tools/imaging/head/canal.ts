import { mandibleCurve } from './arches.ts'
import type { Shape } from './shapes.ts'
import { tableOf } from './tables.ts'
import type { Vector } from './teeth.ts'

/** The mandibular canal: mm along the curve, outwards, up; from the foramen on the inner side of the ramus to the chin. */
const canalPath: Vector[] = [
  [85, -3.6, 6],
  [80, -2.2, -2],
  [74, -1, -11],
  [67, 0.6, -19.5],
  [58, 1.6, -26],
  [48, 1.8, -28.4],
  [39, 2.2, -28.2],
  [32, 3.4, -26.4],
  [28, 5, -24],
  [26, 8.4, -21.6],
]
const canalAside = canalPath.map(([s, n]) => [s, n] as const).reverse()
const canalUp = canalPath.map(([s, , z]) => [s, z] as const).reverse()
const straight = (rows: readonly (readonly [number, number])[], at: number) => {
  let before = rows[0]
  for (const row of rows) {
    if (before && before !== row && at < row[0])
      return before[1] + ((row[1] - before[1]) * Math.max(0, at - before[0])) / (row[0] - before[0])
    before = row
  }
  return before?.[1] ?? 0
}
/** Corners of the path are rounded over this many mm. */
const round = 4
function smooth(rows: readonly (readonly [number, number])[], s: number): number {
  let sum = 0
  for (let by = -round; by <= round; by++) sum += straight(rows, s + by)
  return sum / (2 * round + 1)
}

const [canalEnd, canalStart] = [26, 85]

/** Points along a canal, from the ramus to the chin, a mm apart along the jaw. */
export function canalPoints(side: 1 | -1): Vector[] {
  return Array.from({ length: canalStart - canalEnd + 1 }, (_, at): Vector => {
    const s = canalStart - at
    const on = mandibleCurve.at(s)
    const n = smooth(canalAside, s)
    return [side * (on.x + on.alongY * n), on.y - on.alongX * n, smooth(canalUp, s)]
  })
}

/** mm to the middle of the canal. */
export function offCanal(): Shape {
  const aside = tableOf((s) => smooth(canalAside, s), 104, 0, 1)
  const up = tableOf((s) => smooth(canalUp, s), 104, 0, 1)
  return {
    box: [-52, 52, 10, 90, -32, 9],
    distance(x, y, z) {
      const n = mandibleCurve.aside(x, y)
      if (n > 12 || n < -9) return 9
      const s = mandibleCurve.along(x, y)
      // Its last point is the middle of the foramen, so the hole is wider by its radius.
      if (s < canalEnd - 1.5 || s > canalStart) return 9
      const slope = up(s + 0.5, 0) - up(s - 0.5, 0)
      const high = (z - up(s, 0)) / Math.sqrt(1 + slope * slope)
      const off = n - aside(s, 0)
      return Math.sqrt(high * high + off * off)
    },
  }
}
