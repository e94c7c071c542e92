import type { RangedFile } from '#web/imaging/source.ts'
import { ImagingError } from '#web/imaging/types.ts'
import { type DataSetFile, readDataSet } from './data-set.ts'
import { hasBigEndianPixels } from './frame-source.ts'
import { guarded } from './guard.ts'
import { frameBits, type PixelFormat, pixelFormatOf } from './pixel-format.ts'
import { type Dicom, headOf, pictureOf } from './read-dicom.ts'

/** Where the frames of a file lie one after the other: bytes before the first, and of each. */
export type NativeFrames = { start: number; bytes: number; count: number }

/**
 * Where frames lie that nothing compresses, read from the beginning of a file of `size` bytes; undefined where they
 * cannot be read singly, or where more of the file must be read to know.
 */
export function nativeFrames(head: Uint8Array, size: number): Promise<NativeFrames | undefined> {
  return guarded(async () => {
    const file = await readDataSet(head)
    return file.pixels && nativeFramesOf(file, pixelFormatOf(file.data), size)
  })
}

/**
 * Reads a file whose frames nothing compresses, each when it is asked for; `head` holds what stands before them. Undefined
 * where the file must be read as a whole. @throws ImagingError as `readDicom`
 */
export function readNative(head: Uint8Array, whole: RangedFile): Promise<Dicom | undefined> {
  return guarded(async () => {
    const file = await readDataSet(head)
    const format = pixelFormatOf(file.data)
    const frames = nativeFramesOf(file, format, whole.size)
    if (!frames) return undefined
    const { start, bytes, count } = frames
    return {
      ...headOf(file),
      picture: (frame, signal) =>
        guarded(async () => {
          if (!(frame >= 0 && frame < count)) throw new ImagingError('no_pixels', `frame ${frame}`)
          const from = start + Math.floor(frame) * bytes
          const read = { ...file, bytes: await whole.read(from, from + bytes, signal) }
          // As if all frames before it stood before its bytes.
          const source = {
            kind: 'plain',
            start: start - from,
            frameBits: bytes * 8,
            bigEndian: hasBigEndianPixels(file),
          } as const
          return pictureOf(read, format, source, frame)
        }),
    }
  })
}

function nativeFramesOf(
  { pixels, deflated, bigEndian }: DataSetFile,
  format: PixelFormat,
  size: number,
): NativeFrames | undefined {
  if (!pixels || pixels.hadUndefinedLength || deflated) return undefined
  // Bytes that were written as words may be turned with those of the next frame.
  if (bigEndian && format.allocated === 8) return undefined
  const bits = frameBits(format)
  const [start, bytes, count] = [pixels.dataOffset, bits / 8, format.frames]
  const whole = Number.isInteger(bytes) && bytes * count <= pixels.length && start + bytes * count <= size
  return whole ? { start, bytes, count } : undefined
}
