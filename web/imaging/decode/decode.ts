import type { ColorSpace } from '#web/imaging/dicom/color.ts'
import type { PixelFormat } from '#web/imaging/dicom/pixel-format.ts'
import type { Values } from '#web/imaging/dicom/stored-values.ts'
import { ImagingError } from '#web/imaging/types.ts'

/** A frame out of its compression: samples pixel by pixel. */
export type Decoded = { columns: number; rows: number; samples: 1 | 3; values: Values; space: ColorSpace }

/** Whether there is a decoder for what a stream begins with. */
export function isDecodable(_transferSyntax: string, _stream: Uint8Array): boolean {
  return false
}

/** @throws ImagingError unsupported_compression, corrupt */
export async function decodeFrame(
  transferSyntax: string,
  _stream: Uint8Array,
  _format: PixelFormat,
): Promise<Decoded> {
  throw new ImagingError('unsupported_compression', transferSyntax)
}
