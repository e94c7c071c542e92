import { acquisitionsOf, fewestSlices, saidApart } from './acquisitions.ts'
import type { Candidate, Slice } from './series.ts'
import { directionsOf, placedAsAssumed, placedAsStated } from './slice-places.ts'
import type { AssumedStack } from './types.ts'
import { dot, normalOf } from './vectors.ts'

/** What tells in which order slices lie: `at` is in mm along their normal, or counts. */
type Way = {
  by: 'position' | NonNullable<AssumedStack['order']>['by']
  at: (slice: Candidate) => number | undefined
}

/**
 * The volumes that slices of one series, size and direction make, each from its lowest slice up and with their places: those that
 * the files state; where `mayAssume`, else in the order of Slice Location, of numbers, of names, as far apart as the files
 * state (docs/product/files.md). None where nothing says how far; 'mixed' where several lie at one place and nothing tells
 * them apart.
 */
export function volumesOf(slices: Candidate[], mayAssume: boolean): Slice[][] | 'mixed' {
  let isMixed = false
  for (const { by, at } of mayAssume ? waysOf(slices) : waysOf(slices).slice(0, 1)) {
    const places = measured(slices, at)
    if (!places) continue
    const placeOf = (slice: Candidate) => places.get(slice) ?? 0
    const isLength = by === 'position' || by === 'location'
    const acquisitions = (isLength ? [slices] : saidApart(slices)).map((part) =>
      acquisitionsOf(part, placeOf),
    )
    const isClear = acquisitions.every((found) => found !== undefined)
    const volumes = isClear
      ? acquisitions
          .flat()
          .flatMap((one) => (by === 'position' ? [placedAsStated(one)] : placedAsAssumed(one, by, placeOf)))
      : []
    if (volumes.length > 0) return volumes
    isMixed ||= !isClear
    // Lengths may be rounded so much that slices share them, which numbers do not.
    if (isMixed && !isLength) break
  }
  return isMixed ? 'mixed' : []
}

function waysOf(slices: Candidate[]): Way[] {
  const normal = normalOf(directionsOf(slices).directions)
  const names = new Intl.Collator('en', { numeric: true })
  const sorted = [...new Set(slices.map(({ source }) => source.path))].toSorted(names.compare)
  const ranks = new Map(sorted.map((path, rank) => [path, rank]))
  const isFrames = (slices[0]?.header.frames ?? 1) > 1
  return [
    { by: 'position', at: ({ facts }) => facts.position && hundredths(dot(facts.position, normal)) },
    { by: 'location', at: ({ facts }) => facts.location && hundredths(facts.location) },
    { by: isFrames ? 'frame' : 'number', at: ({ facts }) => facts.number },
    { by: 'number', at: ({ facts }) => facts.seriesNumber },
    { by: 'name', at: ({ source }) => ranks.get(source.path) },
  ]
}

const hundredths = (mm: number) => Math.round(mm * 100) / 100

/** The place of each slice by a way; undefined unless all have one, and five at least differ. */
function measured(slices: Candidate[], at: Way['at']): Map<Candidate, number> | undefined {
  const places = new Map<Candidate, number>()
  for (const slice of slices) {
    const place = at(slice)
    if (place === undefined) return undefined
    places.set(slice, place)
  }
  return new Set(places.values()).size >= fewestSlices ? places : undefined
}
