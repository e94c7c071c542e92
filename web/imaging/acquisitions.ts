import type { Candidate } from './series.ts'
import { baseName, folderOf } from './source.ts'

/** Fewer slices are single pictures: a scout view, a few key images. */
export const fewestSlices = 5
/** Up to this share of slices may lie where another does: seams of a study that was taken in steps, a slice that was sent twice. */
const fewRepeats = 0.1
/** At least this share of slices must lie in the acquisitions that are told apart. */
const most = 0.75

/**
 * Slices of one series, told apart by acquisition where several lie at one place: by Acquisition Number, Image Type, kernel
 * and the like (`frame-facts.ts`), by time, by their names, and where a place begins again. `placeOf` says where a slice lies.
 * Undefined where several lie at a place and nothing tells them apart.
 */
export function acquisitionsOf(
  slices: Candidate[],
  placeOf: (slice: Candidate) => number,
): Candidate[][] | undefined {
  if (repeatsOf(slices, placeOf) <= slices.length * fewRepeats) return [slices]
  for (const parts of waysApart(slices, placeOf)) {
    const large = parts.filter((part) => placesOf(part, placeOf) >= fewestSlices)
    const repeats = large.map((part) => repeatsOf(part, placeOf))
    const isBetter = sum(repeats) < repeatsOf(slices, placeOf)
    if (!isBetter || sum(large.map(({ length }) => length)) < slices.length * most) continue
    const found = large.map((part) => acquisitionsOf(part, placeOf))
    if (found.every((one) => one !== undefined)) return found.flat()
  }
  return undefined
}

/** Slices told apart by the first of what they say of their acquisition by which all parts are stacks, whether places repeat or not. */
export function saidApart(slices: Candidate[]): Candidate[][] {
  for (const at of slices[0]?.facts.acquisition.keys() ?? []) {
    const parts = groupBy(slices, ({ facts }) => facts.acquisition[at] ?? '')
    if (parts.length > 1 && parts.every(({ length }) => length >= fewestSlices)) return parts
  }
  return [slices]
}

/** Each way to tell slices apart, the surest first. */
function* waysApart(slices: Candidate[], placeOf: (slice: Candidate) => number): Generator<Candidate[][]> {
  const said = slices[0]?.facts.acquisition ?? []
  for (const at of said.keys()) yield groupBy(slices, ({ facts }) => facts.acquisition[at] ?? '')
  yield groupBy(slices, ({ facts }) => facts.time)
  for (const number of [lastNumber, firstNumber])
    yield groupBy(slices, ({ source: { path } }) => folderOf(path) + baseName(path).replace(number, ''))
  const number = ({ facts }: Candidate) => facts.number ?? 0
  const orders: ((a: Candidate, b: Candidate) => number)[] = [
    (a, b) => number(a) - number(b),
    (a, b) => (a.facts.time < b.facts.time ? -1 : a.facts.time > b.facts.time ? 1 : 0),
    // As the files came.
    () => 0,
  ]
  for (const order of orders) {
    const runs = runsOf(slices.toSorted(order), placeOf)
    // More of them than slices at any place: an order that says nothing.
    if (runs.length <= mostAtOnePlace(slices, placeOf)) yield runs
  }
}

function mostAtOnePlace(slices: Candidate[], placeOf: (slice: Candidate) => number): number {
  const counts = new Map<number, number>()
  for (const place of slices.map(placeOf)) counts.set(place, (counts.get(place) ?? 0) + 1)
  return Math.max(...counts.values())
}

/** Rows of slices that end where a place begins again. */
function runsOf(slices: Candidate[], placeOf: (slice: Candidate) => number): Candidate[][] {
  const runs: Candidate[][] = []
  let seen = new Set<number>()
  for (const slice of slices) {
    const run = runs.at(-1)
    const place = placeOf(slice)
    if (run && !seen.has(place)) run.push(slice)
    else {
      runs.push([slice])
      seen = new Set()
    }
    seen.add(place)
  }
  return runs
}

/** Names of one acquisition differ by one of these. */
const lastNumber = /\d+(?=\D*$)/
const firstNumber = /\d+/

/** How many slices lie where another does, copies of one file left out: those have its UID as well. */
function repeatsOf(slices: Candidate[], placeOf: (slice: Candidate) => number): number {
  const files = new Set(
    slices.map((slice) => {
      const { instanceId } = slice.header
      return instanceId ? `${instanceId} ${slice.frame} ${slice.facts.number} ${placeOf(slice)}` : slice
    }),
  )
  return files.size - placesOf(slices, placeOf)
}

const placesOf = (slices: Candidate[], placeOf: (slice: Candidate) => number) =>
  new Set(slices.map(placeOf)).size

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

function groupBy(slices: Candidate[], keyOf: (slice: Candidate) => string): Candidate[][] {
  const groups = new Map<string, Candidate[]>()
  for (const slice of slices) {
    const key = keyOf(slice)
    const group = groups.get(key)
    if (group) group.push(slice)
    else groups.set(key, [slice])
  }
  return [...groups.values()]
}
