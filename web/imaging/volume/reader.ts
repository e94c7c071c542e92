import { type OpenFile, openFile } from '#web/imaging/dicom-file.ts'
import { asImagingError, stopIfCancelled } from '#web/imaging/problems.ts'
import type { Slice } from '#web/imaging/series.ts'
import type { Source } from '#web/imaging/source.ts'
import { type GreyPicture, ImagingError, type ImagingProblem } from '#web/imaging/types.ts'
import { beside } from './passes.ts'

/** The share of slices that may be damaged. With more, the volume would be invented. */
const mostDamaged = 0.25
/** Failures that say nothing about the file: not damage, and another attempt may succeed. */
const notOfTheFile: ImagingProblem[] = ['cancelled', 'not_loaded', 'too_large']
/** Where the slices lie in the stack that the volume's values are judged by. */
const sampleParts = [0.5, 0.25, 0.75]

export type Reader = {
  /** A slice's picture, with pixels in memory of their own; undefined where it is damaged. Throws ImagingError where too many are, and for what is no damage. */
  read(at: number, signal?: AbortSignal): Promise<GreyPicture | undefined>
  /** About the middle of the stack and those of its halves: slices that a first pass reads as well. */
  sampled: number[]
  /** The pictures of `sampled`, or of what can be read nearest to them. They are kept until they are read again. */
  samples(signal?: AbortSignal): Promise<GreyPicture[]>
  /** Those slices whose files are still to be read. */
  unread(places: number[]): Slice[]
  /** How many damaged slices were met. */
  damaged(): number
}

/** Reads slices one at a time; the frames of one file come from one reading of it. */
export function createReader(slices: Slice[]): Reader {
  const damaged = new Set<number>()
  const kept = new Map<number, GreyPicture>()
  let open: { source: Source; file: Promise<OpenFile> } | undefined

  async function decode({ source, frame, header }: Slice, signal?: AbortSignal): Promise<GreyPicture> {
    stopIfCancelled(signal)
    if (open?.source !== source) {
      // The one before goes at once; one that could not be opened holds nothing.
      open?.file.then(
        ({ close }) => close(),
        () => {},
      )
      open = { source, file: openFile(source, signal) }
    }
    const { dicom } = await open.file
    const picture = await dicom.picture(frame, signal)
    if (picture.kind !== 'grey') throw new ImagingError('unsupported_pixels', 'A volume of colours')
    if (picture.columns !== header.columns || picture.rows !== header.rows) throw new ImagingError('corrupt')
    return picture
  }

  async function read(at: number, signal?: AbortSignal): Promise<GreyPicture | undefined> {
    const slice = slices[at]
    if (!slice || damaged.has(at)) return undefined
    const known = kept.get(at)
    kept.delete(at)
    if (known) return known
    try {
      return await decode(slice, signal)
    } catch (error) {
      // Another run may have gone on meanwhile, and closed its file.
      const failure = signal?.aborted ? new ImagingError('cancelled') : asImagingError(error)
      if (notOfTheFile.includes(failure.problem)) {
        // The file itself may not have come.
        open = undefined
        throw failure
      }
      if (damaged.size + 1 > slices.length * mostDamaged) throw failure
      damaged.add(at)
      return undefined
    }
  }

  async function near(start: number, signal?: AbortSignal): Promise<GreyPicture> {
    for (let by = 0; by < slices.length; by++) {
      for (const at of [start + by, start - by]) {
        const picture = await read(at, signal)
        if (!picture) continue
        kept.set(at, picture)
        return picture
      }
    }
    throw new ImagingError('nothing_to_show')
  }

  const sampled = sampleParts.map((part) => beside(Math.floor((slices.length - 1) * part)))

  return {
    read,
    sampled,
    async samples(signal) {
      const found: GreyPicture[] = []
      for (const at of sampled) found.push(await near(at, signal))
      return found
    },
    unread: (places) => places.flatMap((at) => (damaged.has(at) || kept.has(at) ? [] : (slices[at] ?? []))),
    damaged: () => damaged.size,
  }
}
