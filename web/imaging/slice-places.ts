import { fewestSlices } from './acquisitions.ts'
import type { Candidate, Slice } from './series.ts'
import type { AssumedStack, Directions, Vector } from './types.ts'
import { dot, normalOf } from './vectors.ts'

/** Slices further apart than so many steps belong to two stacks. */
const furthest = 10
/** How far stated places may lie off a straight line, as a part of a step; in mm where they were rounded. */
const straight = 0.1
const rounded = 1

type PlaceOf = (slice: Candidate) => number

/** The usual directions of slices that lie one beside another along each axis of the patient. */
const usualAlong: readonly [Directions, Directions, Directions] = [
  { row: [0, 1, 0], column: [0, 0, -1] },
  { row: [1, 0, 0], column: [0, 0, -1] },
  { row: [1, 0, 0], column: [0, 1, 0] },
]

/** Image Orientation (Patient) of slices; where none states it, the usual one of slices that lie so, which is axial where nothing says how. */
export function directionsOf(slices: Candidate[]): { directions: Directions; assumed?: AssumedStack } {
  const stated = slices.find(({ facts }) => facts.directions)?.facts.directions
  if (stated) return { directions: stated }
  const positions = slices.flatMap(({ facts }) => (facts.position ? [facts.position] : []))
  const reach = (axis: 0 | 1 | 2) => {
    const along = positions.map((position) => position[axis])
    return Math.max(...along) - Math.min(...along)
  }
  const axis = ([0, 1] as const).find((one) => reach(one) > reach(2)) ?? 2
  return { directions: usualAlong[axis], assumed: { orientation: true } }
}

/** Slices with the places that they state, from the lowest up. */
export function placedAsStated(slices: Candidate[]): Slice[] {
  const { directions, assumed } = directionsOf(slices)
  const normal = normalOf(directions)
  const height = ({ facts }: Candidate) => dot(facts.position ?? [0, 0, 0], normal)
  return slices
    .toSorted((a, b) => height(a) - height(b))
    .map((slice) => ({
      ...slice,
      placement: slice.placement ?? {
        position: slice.facts.position ?? [0, 0, 0],
        ...directions,
        ...(assumed && { assumed }),
      },
    }))
}

/**
 * Slices with places that are assumed, from the lowest up: in the order of `placeOf`, as far apart as they state. Several stacks
 * where that leaves a wide gap, none where they do not state it.
 */
export function placedAsAssumed(
  slices: Candidate[],
  by: NonNullable<AssumedStack['order']>['by'],
  placeOf: PlaceOf,
): Slice[][] {
  const sorted = slices.toSorted((a, b) => placeOf(a) - placeOf(b))
  const { directions, assumed } = directionsOf(slices)
  const normal = normalOf(directions)
  const step = usualStep(sorted.map(placeOf))
  return stacksOf(sorted, placeOf, step * furthest).flatMap((stack) => {
    const from = stack.find(({ facts }) => facts.position) ?? stack[0]
    // A location is in mm.
    const stated = by === 'location' ? step : middleSpacing(stack)
    const mm = scaleOf(stack, placeOf, { normal, step, stated })
    if (!from || mm === undefined || stack.length < fewestSlices) return []
    const about: AssumedStack = { order: { by, mm: Math.abs(mm) * step }, ...assumed }
    const found = stack.map((slice) => {
      const up = mm * (placeOf(slice) - placeOf(from))
      const position = moved(from.facts.position ?? [0, 0, 0], normal, up)
      return { ...slice, placement: { position, ...directions, assumed: about } }
    })
    return [mm < 0 ? found.toReversed() : found]
  })
}

/**
 * mm along the normal for 1 of `placeOf`, `step` of which lie between two slices. Where some slices state positions it is what
 * lies between these; they must lie on a straight line, or be rounded from one that fits `stated`, the distance of slices in mm,
 * which otherwise counts alone. Undefined where that is not known, or does not fit.
 */
function scaleOf(
  slices: Candidate[],
  placeOf: PlaceOf,
  { normal, step, stated }: { normal: Vector; step: number; stated: number | undefined },
): number | undefined {
  const scale = stated && stated / step
  const known = slices.flatMap((slice) =>
    slice.facts.position ? { place: placeOf(slice), height: dot(slice.facts.position, normal) } : [],
  )
  const [first, last] = [known[0], known.at(-1)]
  const heights = new Set(known.map(({ height }) => Math.round(height * 100)))
  // Of all slices they are no places where too few differ.
  const isPartial = known.length < slices.length
  if (!first || !last || heights.size < (isPartial ? 2 : fewestSlices)) return scale
  const reach = last.place - first.place
  const slope = (last.height - first.height) / reach
  const offs = known.map(({ place, height }) =>
    Math.abs(height - first.height - slope * (place - first.place)),
  )
  const off = Math.max(...offs)
  if (off <= Math.abs(slope) * step * straight) return slope
  if (!scale || off > rounded || Math.abs(scale - Math.abs(slope)) * reach > rounded) return undefined
  return Math.sign(slope) * scale
}

/** The usual distance from one place to the next. */
function usualStep(places: number[]): number {
  const steps = places
    .slice(1)
    .flatMap((place, at) => (place > (places[at] ?? 0) ? place - (places[at] ?? 0) : []))
  return steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 1
}

function middleSpacing(slices: Candidate[]): number | undefined {
  return slices[Math.floor(slices.length / 2)]?.facts.spacing
}

/** Sorted slices, parted where a gap is wider than `most`. */
function stacksOf(sorted: Candidate[], placeOf: PlaceOf, most: number): Candidate[][] {
  const stacks: Candidate[][] = []
  for (const slice of sorted) {
    const stack = stacks.at(-1)
    const before = stack?.at(-1)
    if (stack && before && placeOf(slice) - placeOf(before) <= most) stack.push(slice)
    else stacks.push([slice])
  }
  return stacks
}

const moved = ([x, y, z]: Vector, [a, b, c]: Vector, by: number): Vector => [
  x + a * by,
  y + b * by,
  z + c * by,
]
