import type { PixelFormat } from '#web/imaging/dicom/pixel-format.ts'
import type { Values } from '#web/imaging/dicom/stored-values.ts'
import { ImagingError } from '#web/imaging/types.ts'
import type { WasmDecoder } from './codec.ts'
import type { Decoded } from './decoded.ts'

/**
 * A stream through a decoder in WebAssembly, whose memory is copied and given back. `isPlanar` is asked once it is decoded.
 * @throws ImagingError corrupt; `drop` is called then, since nobody knows what the decoder's memory holds
 */
export function runDecoder<Decoder extends WasmDecoder>(
  decoder: Decoder,
  stream: Uint8Array,
  format: PixelFormat,
  drop: () => void,
  isPlanar: (decoder: Decoder) => boolean,
): Decoded {
  try {
    decoder.getEncodedBuffer(stream.length).set(stream)
    decoder.decode()
    const { width, height, bitsPerSample, componentCount } = decoder.getFrameInfo()
    const bytes = decoder.getDecodedBuffer().slice()
    const samples = componentCount === 3 ? 3 : 1
    const size = bitsPerSample > 16 ? 4 : bitsPerSample > 8 ? 2 : 1
    if (bytes.length < width * height * componentCount * size)
      throw new ImagingError('corrupt', 'decoded in part')
    const values =
      size === 1 ? bytes : size === 2 ? new Uint16Array(bytes.buffer) : new Uint32Array(bytes.buffer)
    return {
      columns: width,
      rows: height,
      samples,
      values: samples === 3 && isPlanar(decoder) ? interleaved(values, width * height) : values,
      space: format.photometric.startsWith('YBR_FULL') ? 'ybr' : 'rgb',
    }
  } catch (error) {
    drop()
    if (error instanceof ImagingError) throw error
    // A C++ exception is an address.
    throw new ImagingError(
      'corrupt',
      error instanceof Error ? error.message : 'a stream that its decoder refuses',
    )
  } finally {
    release(decoder)
  }
}

function release(decoder: WasmDecoder): void {
  try {
    decoder.delete()
  } catch {
    // A decoder that broke cannot free its memory; `drop` frees all of it.
  }
}

function interleaved<Numbers extends Values>(planes: Numbers, count: number): Numbers {
  const result = planes.slice()
  for (let at = 0; at < count; at++) {
    for (let sample = 0; sample < 3; sample++) result[at * 3 + sample] = planes[sample * count + at] ?? 0
  }
  return result as Numbers
}
