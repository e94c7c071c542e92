import type { Cut, Point } from '#web/imaging/types.ts'

/** The centre of mass of all pixels of at least `least` within `reach` pixels of a place; undefined where there are none. */
export function centerOf(cut: Cut, least: number, near: Point, reach: number): Point | undefined {
  let [x, y, count] = [0, 0, 0]
  for (let row = 0, at = 0; row < cut.rows; row++) {
    for (let column = 0; column < cut.columns; column++, at++) {
      if ((cut.values[at] ?? 0) < least || Math.hypot(column - near.x, row - near.y) > reach) continue
      x += column
      y += row
      count++
    }
  }
  return count > 0 ? { x: x / count, y: y / count } : undefined
}

/** How many peaks a row of a cut has that rise above the valleys on both sides by at least `part` of the highest. */
export function hillsOf(cut: Cut, row: number, part: number): number {
  const profile = cut.values.subarray(row * cut.columns, (row + 1) * cut.columns)
  const [low, high] = [Math.min(...profile), Math.max(...profile)]
  const rise = (high - low) * part
  let [hills, climbing, extreme] = [0, true, low]
  for (const value of profile) {
    if (climbing ? value > extreme : value < extreme) extreme = value
    if (climbing && value < extreme - rise) {
      hills++
      climbing = false
      extreme = value
    } else if (!climbing && value > extreme + rise) {
      climbing = true
      extreme = value
    }
  }
  return climbing && extreme > low + rise ? hills + 1 : hills
}
