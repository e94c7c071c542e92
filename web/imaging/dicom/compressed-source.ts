import { ImagingError } from '#web/imaging/types.ts'
import type { DataSetFile } from './data-set.ts'
import { framesOf } from './fragments.ts'
import type { CompressedSource } from './frame-source.ts'
import type { PixelFormat } from './pixel-format.ts'
import { tag } from './tags.ts'

/** The most pixels that one compressed byte may stand for; a stream of a single value reaches some thousands. */
const mostPixelsPerByte = 50_000

/** Where the frames' streams are; `at` is where the items of the pixels begin. @throws ImagingError truncated, too_large, corrupt */
export function compressedSource(file: DataSetFile, format: PixelFormat, at: number): CompressedSource {
  const there = file.bytes.length - at
  if (format.columns * format.rows * format.frames > there * mostPixelsPerByte)
    throw new ImagingError('too_large')
  const frames = framesOf(file.bytes, at, file.bigEndian, format.frames, extendedOffsets(file))
  return { kind: 'compressed', frames }
}

/** The offsets of (7FE0,0001), 64 bits each. */
function extendedOffsets({ data, bytes }: DataSetFile): number[] | undefined {
  const element = data.elements[tag.extendedOffsets]
  if (!element) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset + element.dataOffset)
  return Array.from({ length: element.length >> 3 }, (_, at) => Number(view.getBigUint64(at * 8, true)))
}
