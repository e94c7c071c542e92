import wasmUrl from '@cornerstonejs/codec-charls/decodewasm?url'
import type { PixelFormat } from '#web/imaging/dicom/pixel-format.ts'
import { ImagingError } from '#web/imaging/types.ts'
import { codec } from './codec.ts'
import type { Decoded } from './decoded.ts'
import { runDecoder } from './run-decoder.ts'

const charls = codec(async () => (await import('@cornerstonejs/codec-charls/decodewasmjs')).default, wasmUrl)

/** JPEG-LS (ITU T.87), lossless and near-lossless, by CharLS. @throws ImagingError corrupt, not_loaded */
export async function decodeJpegLs(stream: Uint8Array, format: PixelFormat): Promise<Decoded> {
  const size = sizeOf(stream)
  if (size.columns !== format.columns || size.rows !== format.rows || size.components > 3) {
    throw new ImagingError('corrupt', `JPEG-LS of ${size.columns} x ${size.rows}`)
  }
  const { JpegLSDecoder } = await charls.module()
  return runDecoder(
    new JpegLSDecoder(),
    stream,
    format,
    charls.drop,
    (decoder) => decoder.getInterleaveMode() === 0,
  )
}

/** From the frame header (FFF7), so that no other size is ever allocated. */
function sizeOf(stream: Uint8Array): { columns: number; rows: number; components: number } {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
  for (let at = 2; at + 10 <= stream.length; ) {
    const marker = view.getUint16(at)
    if (marker === 0xfff7) {
      return {
        rows: view.getUint16(at + 5),
        columns: view.getUint16(at + 7),
        components: view.getUint8(at + 9),
      }
    }
    if (marker === 0xffff) at += 1
    else if (marker >> 8 === 0xff) at += 2 + view.getUint16(at + 2)
    else break
  }
  throw new ImagingError('corrupt', 'a JPEG-LS stream without frame')
}
