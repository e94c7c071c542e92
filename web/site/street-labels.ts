import type { ClinicMap, MapPoint } from '#domain/clinic-map.ts'

/** What the map shows, in metres around the clinic; narrow screens see the middle square. */
export const mapSize = { width: 480, height: 360 }

/** How far from the clinic a name may reach, so that it is on narrow screens, too. */
const room = 172
/** Metres that a letter of a name takes along its street. */
const letter = 6.8
/** Metres from one point that is looked at along a street to the next: no name passes between two of them. */
const step = 4
/** How far apart the ends of a name must be, of its length: where a street bends more, the name would leave it. */
const straight = 0.98
/** Metres from the middle of another street within which a name would lie across that street. */
const across = 10
/** Such a place is as bad as one so many metres nearer to what else is in the picture. */
const worse = 40
/** The pin, the name below it, and the scale. */
const ours: MapPoint[] = [
  [0, 20],
  [0, -16],
  [-118, -157],
]

/** Where the name of a street stands: east and south, and degrees clockwise, never upside down. */
type Label = { name: string; east: number; south: number; turn: number }

/**
 * Places for the names of streets: along them, inside the picture, across another street only where there is no other way, and as far
 * as possible from the clinic, from landmarks and from each other. A street without such a place stays without a name.
 */
export function streetLabels({ streets, landmarks }: ClinicMap): Label[] {
  const taken: MapPoint[] = [...ours, ...landmarks.map(({ at }) => at)]
  const middles = streets.map(({ points }) => pointsOf(points, 0, lengthOf(points)).filter(isInside))
  return streets.flatMap(({ name, points }, index) => {
    const others = middles.toSpliced(index, 1).flat()
    const worth = ({ reach }: Place) => apart(reach, taken) - (apart(reach, others) < across ? worse : 0)
    const [best] = placesOn(points, name)
      .map((place) => ({ place, worth: worth(place) }))
      .sort((one, other) => other.worth - one.worth)
    if (!best) return []
    const { at, reach, turn } = best.place
    taken.push(...reach)
    return [{ name, east: Math.round(at[0]), south: Math.round(-at[1]), turn }]
  })
}

/** `reach`: points along the name. */
type Place = { at: MapPoint; reach: MapPoint[]; turn: number }

/** Every place along a street where its whole name is on it and inside the picture. */
function placesOn(points: MapPoint[], name: string): Place[] {
  const length = lengthOf(points)
  const needed = name.length * letter
  const places: Place[] = []
  for (let metres = 0; metres + needed <= length; metres += step) {
    const [from, to] = [along(points, metres), along(points, metres + needed)]
    if (!isInside(from) || !isInside(to) || distance(from, to) < needed * straight) continue
    const [east, north] = [to[0] - from[0], to[1] - from[1]]
    const at: MapPoint = [from[0] + east / 2, from[1] + north / 2]
    const reach = pointsOf(points, metres, metres + needed)
    if (reach.some(isBelowScale)) continue
    places.push({ at, reach, turn: upright((Math.atan2(-north, east) * 180) / Math.PI) })
  }
  return places
}

const isInside = (point: MapPoint) => point.every((metres) => Math.abs(metres) <= room)

/** The scale lies over what is in the picture's south-west. */
const isBelowScale = ([east, north]: MapPoint) => east < -50 && north < -128

/** The points of a street from so many metres of it to so many, both among them. */
function pointsOf(points: MapPoint[], from: number, to: number): MapPoint[] {
  const parts = Math.ceil((to - from) / step)
  return Array.from({ length: parts + 1 }, (_, part) => along(points, from + ((to - from) * part) / parts))
}

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

function lengthOf(points: MapPoint[]): number {
  return points.slice(1).reduce((sum, to, index) => sum + distance(points[index] ?? to, to), 0)
}

/** The shortest way from some points to others; endless when there are none. */
function apart(some: MapPoint[], others: MapPoint[]): number {
  let least = Number.POSITIVE_INFINITY
  for (const point of some) for (const other of others) least = Math.min(least, distance(point, other))
  return least
}

function distance(one: MapPoint, other: MapPoint): number {
  // Several times as fast as Math.hypot and as taking the pairs apart: a map asks for it half a million times.
  return Math.sqrt((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2)
}

/** A street as the `d` of a path, north up. */
export function streetPath(points: MapPoint[]): string {
  return `M${points.map(([east, north]) => `${east} ${-north}`).join('L')}`
}
