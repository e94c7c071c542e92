import wasmUrl from '@cornerstonejs/codec-openjpeg/decodewasm?url'
import type { PixelFormat } from '#web/imaging/dicom/pixel-format.ts'
import { ImagingError } from '#web/imaging/types.ts'
import { codec } from './codec.ts'
import type { Decoded } from './decoded.ts'
import { runDecoder } from './run-decoder.ts'

const openJpeg = codec(
  async () => (await import('@cornerstonejs/codec-openjpeg/decodewasmjs')).default,
  wasmUrl,
)

/** JPEG 2000 (ITU T.800), reversible and not, by OpenJPEG, which undoes the colour transform itself. @throws ImagingError corrupt, not_loaded */
export async function decodeJpeg2000(stream: Uint8Array, format: PixelFormat): Promise<Decoded> {
  const size = sizeOf(stream)
  if (size.columns !== format.columns || size.rows !== format.rows || size.components > 3) {
    throw new ImagingError('corrupt', `JPEG 2000 of ${size.columns} x ${size.rows}`)
  }
  const { J2KDecoder } = await openJpeg.module()
  return runDecoder(new J2KDecoder(), stream, format, openJpeg.drop, () => false)
}

/** From the SIZ segment (FF51), so that no other size is ever allocated; `stream` may be inside a JP2 file. */
function sizeOf(stream: Uint8Array): { columns: number; rows: number; components: number } {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
  const most = Math.min(stream.length - 42, 4096)
  for (let at = 0; at <= most; at++) {
    if (view.getUint32(at) !== 0xff4fff51) continue
    return {
      columns: view.getUint32(at + 8) - view.getUint32(at + 16),
      rows: view.getUint32(at + 12) - view.getUint32(at + 20),
      components: view.getUint16(at + 40),
    }
  }
  throw new ImagingError('corrupt', 'a JPEG 2000 stream without size')
}
