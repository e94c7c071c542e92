import { lazily } from '#web/imaging/lazily.ts'
import {
  type ImageHeader,
  ImagingError,
  type ImagingNotice,
  type Picture,
  type PixelSpacing,
  type Placement,
} from '#web/imaging/types.ts'
import { type DataSetFile, readDataSet } from './data-set.ts'
import { type FrameFacts, frameFacts } from './frame-facts.ts'
import { type FrameSource, frameSourceOf } from './frame-source.ts'
import { greyPicture } from './grey.ts'
import { guarded } from './guard.ts'
import { headerOf } from './header.ts'
import type { DataSet } from './parser.ts'
import { type PixelFormat, pixelFormatOf } from './pixel-format.ts'
import { directionsOf, placementOf } from './placement.ts'
import { decoding, samplesOf } from './samples.ts'
import { spacingOf } from './spacing.ts'
import { significant } from './stored-values.ts'
import { tag } from './tags.ts'

/** What a file says before its pixels. Frames count from 0. */
export type DicomHead = {
  header: ImageHeader
  placement(frame: number): Placement | undefined
  facts(frame: number): FrameFacts
  spacing(frame: number): PixelSpacing | undefined
}

export type Dicom = DicomHead & {
  /** @throws ImagingError cancelled, corrupt, unsupported_compression */
  picture(frame: number, signal?: AbortSignal): Promise<Picture>
}

/** Overlay Rows, of the groups 6000 to 60ff (PS3.3 C.9.2). */
const overlay = /^x60..0010$/

/** How much of a file's beginning `readHead` and `readHeader` need. */
export const headBytes = 256 * 1024

/**
 * Reads what stands before the pixels; the first `headBytes` of a file are enough.
 * @throws ImagingError empty, not_an_image, truncated
 */
export function readHead(bytes: Uint8Array): Promise<DicomHead> {
  return guarded(async () => headOf(await readDataSet(bytes)))
}

/** @throws ImagingError empty, not_an_image, truncated */
export async function readHeader(bytes: Uint8Array): Promise<ImageHeader> {
  const { header } = await readHead(bytes)
  return header
}

/**
 * Reads a whole file; its pictures are decoded when they are asked for. It keeps `bytes`.
 * @throws ImagingError empty, not_an_image, no_pixels, truncated, too_large, corrupt, unsupported_compression, unsupported_pixels
 */
export function readDicom(bytes: Uint8Array): Promise<Dicom> {
  return guarded(async () => {
    const file = await readDataSet(bytes)
    const head = headOf(file)
    if (!file.pixels) refuse(file)
    const format = pixelFormatOf(file.data)
    const source = await frameSourceOf(file, format)
    if (source.kind === 'compressed') {
      const { checkDecodable } = await lazily(decoding)
      checkDecodable(file, source)
    }
    return {
      ...head,
      picture: (frame, signal) =>
        guarded(async () => {
          signal?.throwIfAborted()
          if (!(frame >= 0 && frame < format.frames)) throw new ImagingError('no_pixels', `frame ${frame}`)
          const picture = await pictureOf(file, format, source, Math.floor(frame))
          signal?.throwIfAborted()
          return picture
        }),
    }
  })
}

export function headOf(file: DataSetFile): DicomHead {
  // Random data that begin like a data set have none of these.
  const known = [tag.sopClass, tag.modality, tag.rows, tag.patientName, tag.studyDate, tag.pixels]
  if (!known.some((name) => file.data.elements[name])) {
    throw new ImagingError(file.complete || !file.metaStart ? 'not_an_image' : 'truncated')
  }
  return {
    header: headerOf(file),
    placement: (frame) => placementOf(file.data, frame),
    facts: (frame) => frameFacts(file.data, frame),
    spacing: (frame) => spacingOf(file.data, frame),
  }
}

function refuse({ data, complete }: DataSetFile): never {
  if (data.elements[tag.floatPixels] || data.elements[tag.doublePixels])
    throw new ImagingError('unsupported_pixels', 'floats')
  throw new ImagingError(complete ? 'no_pixels' : 'truncated')
}

export async function pictureOf(
  file: DataSetFile,
  format: PixelFormat,
  source: FrameSource,
  frame: number,
): Promise<Picture> {
  const picture = await undrawnPicture(file, format, source, frame)
  const notices = noticesOf(file.data)
  const directions = directionsOf(file.data, frame)
  return { ...picture, ...(directions && { directions }), ...(notices.length > 0 && { notices }) }
}

/** What the file wants drawn over its pixels, which we do not draw. */
function noticesOf({ elements }: DataSet): ImagingNotice[] {
  const notices: ImagingNotice[] = []
  if (Object.keys(elements).some((name) => overlay.test(name))) notices.push({ kind: 'overlays' })
  if (elements[tag.shutterShape]) notices.push({ kind: 'shutter' })
  return notices
}

async function undrawnPicture(
  file: DataSetFile,
  format: PixelFormat,
  source: FrameSource,
  frame: number,
): Promise<Picture> {
  const spacing = spacingOf(file.data, frame)
  const { values, format: actual, order, space } = await samplesOf(file, format, source, frame)
  if (actual.samples === 3) {
    const { colorPicture } = await lazily(() => import('./color.ts'))
    return colorPicture(actual, values, order, space, spacing)
  }
  const pixels = significant(values, actual)
  if (format.photometric === 'PALETTE COLOR') {
    const { palettePicture } = await lazily(() => import('./palette.ts'))
    return palettePicture(file.data, actual, pixels, spacing)
  }
  return greyPicture(file.data, frame, actual, pixels, spacing)
}
