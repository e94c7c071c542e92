import { othersTurn } from '#web/imaging/others-turn.ts'
import type { Slice } from '#web/imaging/series.ts'
import { ImagingError } from '#web/imaging/types.ts'
import { createFilling, type Filling } from './filling.ts'
import type { OpenVolume } from './open-volume.ts'
import { firstPass, laterPasses } from './passes.ts'
import { createReader } from './reader.ts'
import { stackOf } from './stack.ts'

export type LoadPlan = {
  /** The most a volume may take, in bytes. */
  memory: number
  /** Shows all planes after every 8th of them is there; without it they come in their order and are seen in the end. */
  passes?: boolean
  /** Told which slices are read next, in their order, as soon as that is known. */
  ahead?: (slices: Slice[]) => void
  /** Asked after the first pass: whether the connection is so quick that the rest comes in the order of the file. */
  quick?: () => boolean
}

type RunOptions = { signal?: AbortSignal; onProgress?: (part: number) => void }

export type VolumeLoad = {
  /** Reads what is missing. Throws ImagingError; what was read stays, and another run goes on with the rest. */
  run(options: RunOptions): Promise<void>
  /** With what is there: after the first pass, or at the end. A new object whenever more is there (info.range, info.notices follow). */
  volume(): OpenVolume | undefined
  /** The share of planes that are there, 0 to 1; 1 only when complete. */
  detail(): number
}

/** Loads a volume as a whole. Throws ImagingError. */
export async function loadVolume(
  slices: Slice[],
  { memory, ...options }: RunOptions & Pick<LoadPlan, 'memory'>,
): Promise<OpenVolume> {
  const load = createVolumeLoad(slices, { memory })
  await load.run(options)
  const volume = load.volume()
  if (!volume) throw new ImagingError('nothing_to_show')
  return volume
}

/**
 * Loads the slices of a volume one at a time into one array along the patient's axes: by position, with gaps and damaged slices
 * filled from their neighbours. Only where the slices lie evenly and none is missing is it shown after a first pass.
 */
export function createVolumeLoad(slices: Slice[], { memory, passes, ahead, quick }: LoadPlan): VolumeLoad {
  const stack = stackOf(slices.flatMap(({ placement }) => placement ?? []))
  const reader = createReader(stack.order.flatMap((index) => slices[index] ?? []))
  const early = passes === true && !stack.uneven && stack.missing === 0
  let filling: Filling | undefined
  /** Planes to be made, in their order; those after the first pass are not among them before its end. */
  let waiting: number[] = []
  let made = 0
  let seen: { made: number; volume: OpenVolume } | undefined

  async function begin(signal?: AbortSignal): Promise<Filling> {
    ahead?.(reader.unread(reader.sampled))
    const begun = createFilling(stack, await reader.samples(signal), reader, memory)
    waiting = early ? firstPass(begun.count) : Array.from({ length: begun.count }, (_, at) => at)
    return begun
  }

  return {
    async run({ signal, onProgress }) {
      filling ??= await begin(signal)
      const { count, slicesOf, make, spread } = filling
      ahead?.(reader.unread(waiting.flatMap(slicesOf)))
      for (let plane = waiting[0]; plane !== undefined; plane = waiting[0]) {
        await make(plane, signal)
        // Beside an odd one too little is left to be filled better.
        if (early && (plane % 2 === 0 || plane === count - 1)) spread(plane)
        waiting.shift()
        made++
        onProgress?.(made / count)
        if (waiting.length === 0 && made < count) {
          waiting = laterPasses(count, quick?.() ?? false)
          ahead?.(reader.unread(waiting.flatMap(slicesOf)))
        }
        await othersTurn()
      }
    },
    volume() {
      if (!filling || made < (early ? firstPass(filling.count).length : filling.count)) return undefined
      if (seen?.made !== made) seen = { made, volume: filling.volume() }
      return seen.volume
    },
    detail: () => (filling ? made / filling.count : 0),
  }
}
