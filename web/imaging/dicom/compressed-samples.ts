import { decodeFrame, isDecodable } from '#web/imaging/decode/decode.ts'
import type { Decoded } from '#web/imaging/decode/decoded.ts'
import { ImagingError } from '#web/imaging/types.ts'
import type { DataSetFile } from './data-set.ts'
import type { Fragment } from './fragments.ts'
import type { CompressedSource } from './frame-source.ts'
import type { PixelFormat } from './pixel-format.ts'
import type { Samples } from './samples.ts'
import { join } from './write-elements.ts'

/** @throws ImagingError unsupported_compression, where nothing here decodes the first stream */
export function checkDecodable({ bytes, transferSyntax }: DataSetFile, { frames }: CompressedSource): void {
  const first = frames[0]?.[0]
  const stream = first ? bytes.subarray(first.start, first.end) : new Uint8Array()
  if (!isDecodable(transferSyntax, stream)) throw new ImagingError('unsupported_compression', transferSyntax)
}

/** A frame's samples, decoded. @throws ImagingError corrupt, unsupported_compression, not_loaded */
export async function compressedSamples(
  { bytes, transferSyntax }: DataSetFile,
  format: PixelFormat,
  { frames }: CompressedSource,
  frame: number,
): Promise<Samples> {
  const stream = joined(bytes, frames[frame] ?? [])
  return decodedSamples(format, await decodeFrame(transferSyntax, stream, format))
}

/** One piece of memory of a frame's fragments; no copy where it is one. */
function joined(bytes: Uint8Array, fragments: readonly Fragment[]): Uint8Array {
  const [first] = fragments
  if (first && fragments.length === 1) return bytes.subarray(first.start, first.end)
  return join(fragments.map(({ start, end }) => bytes.subarray(start, end)))
}

/** The stream's own size counts where the elements beside it differ. */
function decodedSamples(format: PixelFormat, decoded: Decoded): Samples {
  const { values, columns, rows, samples, space } = decoded
  if (columns !== format.columns || rows !== format.rows || values.length < columns * rows * samples) {
    throw new ImagingError('corrupt', `${columns} x ${rows} in a file of ${format.columns} x ${format.rows}`)
  }
  const width = values.BYTES_PER_ELEMENT * 8
  const allocated = width === 8 ? 8 : width === 16 ? 16 : 32
  const stored = Math.min(format.stored, allocated)
  const high = samples === 1 ? Math.min(Math.max(format.high, stored - 1), allocated - 1) : stored - 1
  return { values, format: { ...format, samples, allocated, stored, high }, order: 'pixels', space }
}
