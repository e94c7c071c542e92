import { othersTurn } from '#web/imaging/others-turn.ts'
import { hounsfield, usualRange } from '#web/imaging/preview/paint-sheet.ts'
import { shrinking } from '#web/imaging/preview/shrink.ts'
import { stopIfCancelled } from '#web/imaging/problems.ts'
import type { Solid } from '#web/imaging/types.ts'
import type { OpenVolume } from './open-volume.ts'

/** Denser than soft tissue, and what a cone beam calls thin bone. */
const boneFrom = 400
/** Values that are looked at where there are no Hounsfield units. */
const looked = 1e6

/**
 * A volume reduced to bytes, with at most `longest` voxels along its longest side, to be drawn in three dimensions. Other questions are
 * answered between two planes. Throws ImagingError 'cancelled'.
 */
export async function solidOf(
  { grid, info }: Pick<OpenVolume, 'grid' | 'info'>,
  longest: number,
  signal?: AbortSignal,
): Promise<Solid> {
  const isHounsfield = info.unit === 'HU' && !grid.inverted
  const { low, high } = isHounsfield ? hounsfield : usualRange(sampled(grid))
  const { size, sides, plane } = shrinking(grid, longest)
  const layer = size[0] * size[1]
  const values = new Uint8Array(layer * size[2])
  const scale = 255 / (high - low)
  for (let z = 0; z < size[2]; z++) {
    stopIfCancelled(signal)
    const exact = plane(z)
    for (let at = 0, to = z * layer; at < layer; at++, to++) {
      const byte = ((exact[at] ?? 0) - low) * scale
      values[to] = byte <= 0 ? 0 : byte >= 255 ? 255 : Math.round(byte)
    }
    await othersTurn()
  }
  const surface = isHounsfield ? (boneFrom - low) * scale : denserPart(values)
  return { size, sides, values, low, high, surface: surface / 255 }
}

/** Some of the values, as `shrinking` gives them. */
function sampled({ voxels, inverted }: OpenVolume['grid']): Int16Array {
  const stride = Math.max(1, Math.floor(voxels.length / looked))
  return Int16Array.from({ length: Math.floor(voxels.length / stride) }, (_, at) => {
    const value = voxels[at * stride] ?? 0
    return inverted ? ~value : value
  })
}

/** How far thin bone is from soft tissue to where what is dense is parted from it, teeth among it. */
const boneStep = 0.4

/** Where bone begins by the histogram alone: air is parted from what is not, then that in two. */
function denserPart(values: Uint8Array): number {
  const counts = new Float64Array(256)
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  const { from, below } = parting(counts, parting(counts, 0).from)
  return below + (from - below) * boneStep
}

/** The byte (not before `first`) that parts what is above it best from what is below, and the mean of that (Otsu). */
function parting(counts: Float64Array, first: number): { from: number; below: number } {
  let [all, sum] = [0, 0]
  for (let byte = first; byte < 256; byte++) {
    all += counts[byte] ?? 0
    sum += (counts[byte] ?? 0) * byte
  }
  let [count, part, best] = [0, 0, -1]
  let found = { from: first, below: first }
  for (let byte = first; byte < 255; byte++) {
    count += counts[byte] ?? 0
    part += (counts[byte] ?? 0) * byte
    if (count === 0 || count === all) continue
    const [below, above] = [part / count, (sum - part) / (all - count)]
    const apart = count * (all - count) * (below - above) ** 2
    if (apart <= best) continue
    best = apart
    found = { from: byte + 1, below }
  }
  return found
}
