import { decodeFrame, isDecodable } from '#web/imaging/decode/decode.ts'
import type { Decoded } from '#web/imaging/decode/decoded.ts'
import {
  type ImageHeader,
  ImagingError,
  type Picture,
  type PixelSpacing,
  type Placement,
} from '#web/imaging/types.ts'
import { type ColorSpace, colorPicture, spread422 } from './color.ts'
import { type DataSetFile, readDataSet } from './data-set.ts'
import { joined } from './fragments.ts'
import { type FrameSource, frameSourceOf } from './frame-source.ts'
import { greyPicture } from './grey.ts'
import { guarded } from './guard.ts'
import { headerOf } from './header.ts'
import { palettePicture } from './palette.ts'
import { type PixelFormat, pixelFormatOf } from './pixel-format.ts'
import { placementOf } from './placement.ts'
import { spacingOf } from './spacing.ts'
import { readBits, readValues, significant, type Values } from './stored-values.ts'
import { tag } from './tags.ts'

/** What a file says before its pixels. Frames count from 0. */
export type DicomHead = {
  header: ImageHeader
  placement(frame: number): Placement | undefined
  spacing(frame: number): PixelSpacing | undefined
}

export type Dicom = DicomHead & {
  /** @throws ImagingError cancelled, corrupt, unsupported_compression */
  picture(frame: number, signal?: AbortSignal): Promise<Picture>
}

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
    const source = frameSourceOf(file, format)
    if (source.kind === 'compressed' && !isDecodable(file.transferSyntax, firstOf(file, source))) {
      throw new ImagingError('unsupported_compression', file.transferSyntax)
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

function headOf(file: DataSetFile): DicomHead {
  // What begins like a data set by chance has none of these.
  const known = [tag.sopClass, tag.modality, tag.rows, tag.patientName, tag.studyDate, tag.pixels]
  if (!known.some((name) => file.data.elements[name])) {
    throw new ImagingError(file.complete || !file.metaStart ? 'not_an_image' : 'truncated')
  }
  return {
    header: headerOf(file),
    placement: (frame) => placementOf(file.data, frame),
    spacing: (frame) => spacingOf(file.data, frame),
  }
}

function refuse({ data, complete }: DataSetFile): never {
  if (data.elements[tag.floatPixels] || data.elements[tag.doublePixels])
    throw new ImagingError('unsupported_pixels', 'floats')
  throw new ImagingError(complete ? 'no_pixels' : 'truncated')
}

function firstOf({ bytes }: DataSetFile, source: FrameSource & { kind: 'compressed' }): Uint8Array {
  const first = source.frames[0]?.[0]
  return first ? bytes.subarray(first.start, first.end) : new Uint8Array()
}

async function pictureOf(
  file: DataSetFile,
  format: PixelFormat,
  source: FrameSource,
  frame: number,
): Promise<Picture> {
  const spacing = spacingOf(file.data, frame)
  const { values, format: actual, space } = await samplesOf(file, format, source, frame)
  if (actual.samples === 3) return colorPicture(actual, values, space, spacing)
  const pixels = significant(values, actual)
  if (format.photometric === 'PALETTE COLOR') return palettePicture(file.data, actual, pixels, spacing)
  return greyPicture(file.data, frame, actual, pixels, spacing)
}

type Samples = { values: Values; format: PixelFormat; space: ColorSpace }

async function samplesOf(
  file: DataSetFile,
  format: PixelFormat,
  source: FrameSource,
  frame: number,
): Promise<Samples> {
  if (source.kind === 'plain') return plainSamples(file, format, source, frame)
  const stream = joined(file.bytes, source.frames[frame] ?? [])
  return decodedSamples(format, await decodeFrame(file.transferSyntax, stream, format))
}

function plainSamples(
  { bytes, bigEndian, pixels }: DataSetFile,
  format: PixelFormat,
  source: FrameSource & { kind: 'plain' },
  frame: number,
): Samples {
  const count = format.columns * format.rows
  const space = format.photometric.startsWith('YBR_FULL') ? 'ybr' : 'rgb'
  const from = source.frameBits * frame
  if (format.allocated === 1) {
    const values = readBits(bytes.subarray(source.start), from, count)
    return { values, format: { ...format, allocated: 8, stored: 1, high: 0 }, space }
  }
  const start = source.start + from / 8
  // 8-bit pixels that were written as words have each two turned in big endian.
  const turned = bigEndian && format.allocated === 8 && pixels?.vr === 'OW'
  const values = turned
    ? readWordBytes(bytes, start, source.frameBits / 8, source.start)
    : readValues(bytes.subarray(start), source.frameBits / format.allocated, format.allocated, bigEndian)
  if (format.samples === 3 && format.photometric === 'YBR_FULL_422') {
    return { values: spread422(values, count), format: { ...format, planar: false }, space }
  }
  return { values, format, space }
}

function readWordBytes(bytes: Uint8Array, start: number, count: number, base: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, at) => bytes[base + ((start - base + at) ^ 1)] ?? 0)
}

/** What a stream holds counts where the elements beside it say something else of its size. */
function decodedSamples(format: PixelFormat, decoded: Decoded): Samples {
  const { values, columns, rows, samples, space } = decoded
  if (columns !== format.columns || rows !== format.rows || values.length < columns * rows * samples) {
    throw new ImagingError('corrupt', `${columns} x ${rows} in a file of ${format.columns} x ${format.rows}`)
  }
  const allocated = values.BYTES_PER_ELEMENT === 1 ? 8 : 16
  const stored = Math.min(format.stored, allocated)
  const high = samples === 1 ? Math.min(Math.max(format.high, stored - 1), allocated - 1) : stored - 1
  return { values, format: { ...format, samples, planar: false, allocated, stored, high }, space }
}
