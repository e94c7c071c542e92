import type { Dicom } from '#web/imaging/dicom/read-dicom.ts'
import { dicomOf } from '#web/imaging/dicom-file.ts'
import { asImagingError, stopIfCancelled } from '#web/imaging/problems.ts'
import type { Slice } from '#web/imaging/series.ts'
import type { Source } from '#web/imaging/source.ts'
import { type GreyPicture, ImagingError, type ImagingProblem } from '#web/imaging/types.ts'

/** The share of slices that may be damaged. With more, the volume would be invented. */
const mostDamaged = 0.25
/** Failures that say nothing about the file: not damage. */
const notOfTheFile: ImagingProblem[] = ['cancelled', 'not_loaded', 'too_large']

export type Reader = {
  /** A slice's picture; undefined where it is damaged. Throws ImagingError where too many are, and for what is no damage. */
  read(at: number): Promise<GreyPicture | undefined>
  /** The first that can be read, from a place of the stack (0 to 1) outwards. */
  near(part: number): Promise<GreyPicture>
  /** How many damaged slices were met. */
  damaged(): number
}

/** Reads slices one at a time; the frames of one file come from one reading of it. */
export function createReader(slices: Slice[], signal?: AbortSignal): Reader {
  const damaged = new Set<number>()
  let open: { source: Source; dicom: Promise<Dicom> } | undefined

  async function decode({ source, frame, header }: Slice): Promise<GreyPicture> {
    stopIfCancelled(signal)
    if (open?.source !== source) {
      // Let go of the file before the next one is read.
      open = undefined
      open = { source, dicom: dicomOf(source, signal) }
    }
    const picture = await (await open.dicom).picture(frame, signal)
    if (picture.kind !== 'grey') throw new ImagingError('unsupported_pixels', 'A volume of colours')
    if (picture.columns !== header.columns || picture.rows !== header.rows) throw new ImagingError('corrupt')
    return picture
  }

  async function read(at: number): Promise<GreyPicture | undefined> {
    const slice = slices[at]
    if (!slice || damaged.has(at)) return undefined
    try {
      return await decode(slice)
    } catch (error) {
      const failure = asImagingError(error)
      damaged.add(at)
      if (notOfTheFile.includes(failure.problem) || damaged.size > slices.length * mostDamaged) throw failure
      return undefined
    }
  }

  async function near(part: number): Promise<GreyPicture> {
    const start = Math.floor((slices.length - 1) * part)
    for (let by = 0; by < slices.length; by++) {
      const picture = (await read(start + by)) ?? (await read(start - by))
      if (picture) return picture
    }
    throw new ImagingError('nothing_to_show')
  }

  return { read, near, damaged: () => damaged.size }
}
