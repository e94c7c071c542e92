import type { ClinicMap, MapPoint } from '#domain/clinic-map.ts'

/** What the map shows, in metres around the clinic; narrow screens see the middle square. */
export const mapSize = { width: 480, height: 360 }

/** How far from the clinic a name may reach, so that it is on narrow screens, too. */
const room = 172
/** Metres that a letter of a name takes along its street. */
const letter = 7.4
/** A name is tried every so many metres along its street. */
const step = 6
/** How far apart the ends of a name must be, of its length: where a street bends more, the name would leave it. */
const straight = 0.98
/** The pin, the name below it, and the scale. */
const ours: MapPoint[] = [
  [0, 20],
  [0, -16],
  [-118, -157],
]

/** Where the name of a street stands: east and south, and degrees clockwise, never upside down. */
type Label = { name: string; east: number; south: number; turn: number }

/**
 * Places for the names of streets: along them, inside the picture, as far as possible from the clinic, from landmarks and from each
 * other. A street without such a place stays without a name.
 */
export function streetLabels({ streets, landmarks }: ClinicMap): Label[] {
  const taken: MapPoint[] = [...ours, ...landmarks.map(({ at }) => at)]
  return streets.flatMap(({ name, points }) => {
    const free = ({ reach }: Place) =>
      Math.min(...reach.flatMap((point) => taken.map((other) => distance(point, other))))
    const [best] = placesOn(points, name).sort((one, other) => free(other) - free(one))
    if (!best) return []
    taken.push(...best.reach)
    const [east, north] = best.at
    return [{ name, east: Math.round(east), south: Math.round(-north), turn: best.turn }]
  })
}

/** `reach`: points along the name, so near to each other that no other name passes between them. */
type Place = { at: MapPoint; reach: MapPoint[]; turn: number }

/** Every place along a street where its whole name is on it and inside the picture. */
function placesOn(points: MapPoint[], name: string): Place[] {
  const length = points.slice(1).reduce((sum, to, index) => sum + distance(points[index] ?? to, to), 0)
  const needed = name.length * letter
  const isInside = (point: MapPoint) => point.every((metres) => Math.abs(metres) <= room)
  const places: Place[] = []
  for (let metres = 0; metres + needed <= length; metres += step) {
    const [from, to] = [along(points, metres), along(points, metres + needed)]
    if (!isInside(from) || !isInside(to) || distance(from, to) < needed * straight) continue
    const [east, north] = [to[0] - from[0], to[1] - from[1]]
    const at: MapPoint = [from[0] + east / 2, from[1] + north / 2]
    const parts = Math.ceil(needed / step)
    const reach = Array.from({ length: parts + 1 }, (_, part) =>
      along(points, metres + (needed * part) / parts),
    )
    if (reach.some(isBelowScale)) continue
    places.push({ at, reach, turn: upright((Math.atan2(-north, east) * 180) / Math.PI) })
  }
  return places
}

/** The scale lies over what is in the picture's south-west. */
const isBelowScale = ([east, north]: MapPoint) => east < -50 && north < -128

/** The point so many metres from a street's beginning. */
function along(points: MapPoint[], metres: number): MapPoint {
  let left = metres
  for (const [index, to] of points.entries()) {
    const from = points[index - 1] ?? to
    const length = distance(from, to)
    if (left <= length && length > 0) {
      const part = left / length
      return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]
    }
    left -= length
  }
  return points.at(-1) ?? [0, 0]
}

function upright(degrees: number): number {
  const turned = degrees > 90 ? degrees - 180 : degrees <= -90 ? degrees + 180 : degrees
  // Never -0.
  return Math.round(turned) + 0
}

function distance([east, north]: MapPoint, [otherEast, otherNorth]: MapPoint): number {
  return Math.hypot(east - otherEast, north - otherNorth)
}

/** A street as the `d` of a path, north up. */
export function streetPath(points: MapPoint[]): string {
  return `M${points.map(([east, north]) => `${east} ${-north}`).join('L')}`
}
