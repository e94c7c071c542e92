import { lazily } from '#web/imaging/lazily.ts'
import type { ColorSpace, SampleOrder } from './color.ts'
import type { DataSetFile } from './data-set.ts'
import type { FrameSource, PlainSource } from './frame-source.ts'
import type { PixelFormat } from './pixel-format.ts'
import { readBits, readValues, type Values } from './stored-values.ts'

/** What a compressed file needs beyond others. */
export const decoding = () => import('./compressed-samples.ts')

/** A frame's samples and how they are written, which need not be what the elements say. */
export type Samples = { values: Values; format: PixelFormat; order: SampleOrder; space: ColorSpace }

/** @throws ImagingError corrupt, unsupported_compression, not_loaded */
export async function samplesOf(
  file: DataSetFile,
  format: PixelFormat,
  source: FrameSource,
  frame: number,
): Promise<Samples> {
  if (source.kind === 'plain') return plainSamples(file, format, source, frame)
  const { compressedSamples } = await lazily(decoding)
  return compressedSamples(file, format, source, frame)
}

function plainSamples(
  { bytes, pixels }: DataSetFile,
  format: PixelFormat,
  source: PlainSource,
  frame: number,
): Samples {
  const count = format.columns * format.rows
  const space = format.photometric.startsWith('YBR_FULL') ? 'ybr' : 'rgb'
  const from = source.frameBits * frame
  if (format.allocated === 1) {
    const values = readBits(bytes.subarray(source.start), from, count)
    return { values, format: { ...format, allocated: 8, stored: 1, high: 0 }, order: 'pixels', space }
  }
  const start = source.start + from / 8
  // 8-bit pixels that were written as words have each two turned in big endian.
  const { bigEndian } = source
  const turned = bigEndian && format.allocated === 8 && pixels?.vr === 'OW'
  const values = turned
    ? readWordBytes(bytes, start, source.frameBits / 8, source.start)
    : readValues(bytes.subarray(start), source.frameBits / format.allocated, format.allocated, bigEndian)
  const shared = format.samples === 3 && format.photometric === 'YBR_FULL_422'
  return { values, format, order: shared ? 'shared' : format.planar ? 'planes' : 'pixels', space }
}

function readWordBytes(bytes: Uint8Array, start: number, count: number, base: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, at) => bytes[base + ((start - base + at) ^ 1)] ?? 0)
}
