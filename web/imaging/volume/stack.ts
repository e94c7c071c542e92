import type { AssumedStack, Placement, Vector } from '#web/imaging/types.ts'
import { degrees, dot, normalOf } from '#web/imaging/vectors.ts'

/** How far apart two slices at the same place may be, as a part of the usual step. */
const sameplace = 0.05
/** How far a step may be off the usual one: positions are often rounded to a tenth of a millimetre. */
const even = 0.06
/** A tilt below is rounding. */
const tilt = 0.5
/** Steps beyond this many usual ones, and 20 mm, are no missing slices but another stack. */
const furthest = { steps: 10, mm: 20 }

export type Stack = {
  /** Which of the given slices are used, from the lowest along the normal up. */
  order: number[]
  /** mm along the normal of each used slice, the first at 0. */
  heights: number[]
  /** mm that each used slice's first pixel lies off along row and column, the smallest 0: a tilted gantry moves them. */
  shifts: { across: number; down: number }[]
  row: Vector
  column: Vector
  normal: Vector
  /** Along these three, in mm: the centre of the first pixel of the volume's lowest plane. */
  first: Vector
  /** mm from one slice of the volume to the next. */
  step: number
  /** Slices of the volume from the first to the last used one. */
  count: number
  /** Slices that lie where another does. */
  repeated: number
  /** Slices that lie apart from the stack. */
  leftOut: number
  missing: number
  /** Smallest and largest step where they differ and nothing is missing. */
  uneven?: readonly [smallest: number, largest: number]
  /** Degrees between the normal and the way from slice to slice. */
  tilted?: number
  /** What of it the files do not say. */
  assumed?: AssumedStack
}

/**
 * Where the slices of a volume lie along their normal, in any order: leaves out duplicates and
 * strangers, counts gaps, finds tilt and uneven steps. All must be parallel, with at least two places.
 */
export function stackOf(placements: Placement[]): Stack {
  const [first] = placements
  if (!first) throw new Error('A stack has slices.')
  const { row, column, assumed } = first
  const normal = normalOf(first)
  const slices = placements.map(({ position }, index) => ({
    index,
    height: dot(position, normal),
    across: dot(position, row),
    down: dot(position, column),
  }))
  slices.sort((a, b) => a.height - b.height)
  const usual = median(stepsOf(slices.map(({ height }) => height)).filter((step) => step > 0.001))
  const distinct = slices.filter((slice, at) => {
    const before = slices[at - 1]
    return !before || slice.height - before.height > usual * sameplace
  })
  const used = longestRun(distinct, Math.max(usual * furthest.steps, furthest.mm))
  const low = { height: used[0]?.height ?? 0, across: least(used, 'across'), down: least(used, 'down') }
  const heights = used.map(({ height }) => height - low.height)
  const shifts = used.map(({ across, down }) => ({ across: across - low.across, down: down - low.down }))
  return {
    order: used.map(({ index }) => index),
    heights,
    shifts,
    row,
    column,
    normal,
    first: [low.across, low.down, low.height],
    ...stepping(heights),
    repeated: slices.length - distinct.length,
    leftOut: distinct.length - used.length,
    tilted: tiltOf(heights, shifts),
    assumed,
  }
}

function stepping(heights: number[]): Pick<Stack, 'step' | 'count' | 'missing' | 'uneven'> {
  const steps = stepsOf(heights)
  const usual = median(steps)
  const counts = steps.map((step) => Math.max(1, Math.round(step / usual)))
  const length = heights.at(-1) ?? 0
  const regular = steps.every((step, at) => Math.abs(step - (counts[at] ?? 1) * usual) <= usual * even)
  if (!regular) {
    const smallest = Math.min(...steps)
    return {
      step: usual,
      count: Math.round(length / usual) + 1,
      missing: 0,
      uneven: [smallest, Math.max(...steps)],
    }
  }
  const gaps = counts.reduce((sum, count) => sum + count, 0)
  // Over the whole length, because each position is rounded.
  return { step: length / Math.max(1, gaps), count: gaps + 1, missing: gaps - steps.length }
}

/** The same stack with every slice straight above the one before. */
export function untilted(stack: Stack): Stack {
  return { ...stack, shifts: stack.shifts.map(() => ({ across: 0, down: 0 })), tilted: undefined }
}

function tiltOf(heights: number[], shifts: Stack['shifts']): number | undefined {
  const height = heights.at(-1) ?? 0
  const [first, last] = [shifts[0], shifts.at(-1)]
  if (!first || !last || height === 0) return undefined
  const angle = degrees(Math.atan2(Math.hypot(last.across - first.across, last.down - first.down), height))
  return angle >= tilt ? angle : undefined
}

const stepsOf = (heights: number[]) => heights.slice(1).map((height, at) => height - (heights[at] ?? 0))

const least = <Key extends string>(list: Record<Key, number>[], key: Key) =>
  list.reduce((smallest, one) => Math.min(smallest, one[key]), Number.POSITIVE_INFINITY)

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** The longest row of slices without a step larger than `mm`. */
function longestRun<Slice extends { height: number }>(slices: Slice[], mm: number): Slice[] {
  const runs: Slice[][] = []
  for (const slice of slices) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run && before && slice.height - before.height <= mm) run.push(slice)
    else runs.push([slice])
  }
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), [])
}
