import type { PixelFormat } from '#web/imaging/dicom/pixel-format.ts'
import { ImagingError } from '#web/imaging/types.ts'
import type { Decoded } from './decoded.ts'

/** RLE Lossless (PS3.5 annex G): a segment for each byte of each sample, the most significant one first. @throws ImagingError corrupt */
export function decodeRle(stream: Uint8Array, format: PixelFormat): Decoded {
  const { columns, rows, samples, allocated } = format
  const size = Math.max(1, allocated >> 3)
  const count = columns * rows
  const segments = samples * size
  if (stream.length < 64) throw new ImagingError('corrupt', 'an RLE header is cut short')
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
  const stated = view.getUint32(0, true)
  if (stated !== segments) throw new ImagingError('corrupt', `${stated} RLE segments of ${segments}`)
  const bytes = new Uint8Array(count * segments)
  for (let segment = 0; segment < segments; segment++) {
    const sample = Math.floor(segment / size)
    const byte = size - 1 - (segment % size)
    const start = view.getUint32(4 + segment * 4, true)
    const end = segment + 1 < segments ? view.getUint32(8 + segment * 4, true) : stream.length
    if (start < 64 || end < start || end > stream.length)
      throw new ImagingError('corrupt', 'RLE segments out of order')
    unpack(stream, start, end, bytes, sample * size + byte, segments, count)
  }
  const values =
    size === 1 ? bytes : size === 2 ? new Uint16Array(bytes.buffer) : new Uint32Array(bytes.buffer)
  return { columns, rows, samples, values, space: format.photometric.startsWith('YBR_FULL') ? 'ybr' : 'rgb' }
}

function unpack(
  from: Uint8Array,
  start: number,
  end: number,
  into: Uint8Array,
  offset: number,
  step: number,
  count: number,
): void {
  let at = start
  let done = 0
  while (done < count) {
    if (at + 1 >= end) throw new ImagingError('corrupt', 'an RLE segment ends early')
    const code = from[at++] ?? 0
    if (code === 128) continue
    if (code < 128) {
      if (at + code >= end) throw new ImagingError('corrupt', 'an RLE segment ends early')
      for (let i = 0; i <= code && done < count; i++) into[offset + done++ * step] = from[at + i] ?? 0
      at += code + 1
    } else {
      const value = from[at++] ?? 0
      for (let i = 257 - code; i > 0 && done < count; i--) into[offset + done++ * step] = value
    }
  }
}
