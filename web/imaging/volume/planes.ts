import { ImagingError } from '#web/imaging/types.ts'

/** Reads a slice's values; undefined where it is damaged. They stay as they are until the next slice but two. */
export type ReadSlice = (at: number) => Promise<Int16Array | undefined>

/**
 * The planes of a stack, made in any order of the slices around them: a slice itself where it lies on a plane, a mixture of the
 * two around it elsewhere. `heights` are those of the slices from the lowest up, counted in planes.
 */
export function createPlanes(heights: number[], count: number) {
  let mixed: Int16Array | undefined

  /** The first slice that does not lie below a plane. */
  function notBelow(plane: number): number {
    const found = heights.findIndex((height) => plane <= height + 1e-6)
    return found < 0 ? heights.length : found
  }

  /** The slices that are read for a plane and for none before it: each slice is one of exactly one plane. */
  function slicesOf(plane: number): number[] {
    const from = plane === 0 ? 0 : notBelow(plane - 1) + 1
    const to = plane === count - 1 ? heights.length : notBelow(plane) + 1
    return heights.flatMap((_, at) => (at >= from && at < to ? at : []))
  }

  async function nearest(from: number, by: 1 | -1, read: ReadSlice) {
    for (let at = from; at >= 0 && at < heights.length; at += by) {
      const values = await read(at)
      if (values) return { values, height: heights[at] ?? 0 }
    }
    return undefined
  }

  async function made(plane: number, first: number, read: ReadSlice): Promise<Int16Array> {
    const above = await nearest(first, 1, read)
    if (above && Math.abs(plane - above.height) < 1e-3) return above.values
    const below = await nearest(first - 1, -1, read)
    if (!below || !above) {
      // Nothing lies beyond the first and the last slice.
      const only = above ?? below
      if (only) return only.values
      throw new ImagingError('nothing_to_show')
    }
    mixed ??= new Int16Array(above.values.length)
    mix(below.values, above.values, (plane - below.height) / (above.height - below.height), mixed)
    return mixed
  }

  return {
    slicesOf,
    /** Reads all slices of a plane in their order; `take` gets it, and must not keep it. */
    async make(plane: number, read: ReadSlice, take: (values: Int16Array) => void): Promise<void> {
      const first = notBelow(plane)
      const slices = slicesOf(plane)
      for (const at of slices) if (at < first) await read(at)
      take(await made(plane, first, read))
      for (const at of slices) if (at > first) await read(at)
    },
  }
}

function mix(below: Int16Array, above: Int16Array, part: number, into: Int16Array): void {
  for (let at = 0; at < into.length; at++) {
    const low = below[at] ?? 0
    into[at] = Math.round(low + ((above[at] ?? 0) - low) * part)
  }
}
