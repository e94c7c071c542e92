import { ImagingError } from '#web/imaging/types.ts'
import type { DataSetFile } from './data-set.ts'
import { type Fragment, framesOf } from './fragments.ts'
import { frameBits, type PixelFormat } from './pixel-format.ts'
import { tag } from './tags.ts'

/** Where the frames' bytes are: one after the other from `start` on, or compressed in fragments each. */
export type FrameSource =
  | { kind: 'plain'; start: number; frameBits: number }
  | { kind: 'compressed'; frames: Fragment[][] }

/** Pixels that one compressed byte may stand for; a stream of nothing but one value reaches some thousands. */
const mostPixelsPerByte = 50_000

/** @throws ImagingError no_pixels, truncated, too_large, corrupt */
export function frameSourceOf(file: DataSetFile, format: PixelFormat): FrameSource {
  const { pixels, bytes } = file
  if (!pixels || pixels.length === 0) {
    if (pixels || file.complete) throw new ImagingError('no_pixels')
    throw new ImagingError('truncated', 'ends before its pixels')
  }
  if (!pixels.hadUndefinedLength) {
    const bits = frameBits(format)
    const there = Math.min(pixels.length, bytes.length - pixels.dataOffset)
    const needed = Math.ceil((bits * format.frames) / 8)
    if (there < needed) throw new ImagingError('truncated', `${there} bytes of ${needed}`)
    return { kind: 'plain', start: pixels.dataOffset, frameBits: bits }
  }
  const there = bytes.length - pixels.dataOffset
  if (format.columns * format.rows * format.frames > there * mostPixelsPerByte)
    throw new ImagingError('too_large')
  return {
    kind: 'compressed',
    frames: framesOf(bytes, pixels.dataOffset, file.bigEndian, format.frames, extendedOffsets(file)),
  }
}

/** The offsets of (7FE0,0001), 64 bits each. */
function extendedOffsets({ data, bytes }: DataSetFile): number[] | undefined {
  const element = data.elements[tag.extendedOffsets]
  if (!element) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset + element.dataOffset)
  return Array.from({ length: element.length >> 3 }, (_, at) => Number(view.getBigUint64(at * 8, true)))
}
