import type { Decoded } from '#web/imaging/decode/decoded.ts'
import type { PixelFormat } from '#web/imaging/dicom/pixel-format.ts'
import { ImagingError } from '#web/imaging/types.ts'
import { decodeLossless } from './lossless.ts'
import { type Frame, walkJpeg } from './parse.ts'
import { decodeSequential, mostSamples, type Plane, planesOf } from './sequential.ts'

/**
 * A JPEG stream of one frame: baseline, extended (8 and 12 bits) and lossless, by Huffman codes (ITU T.81).
 * @throws ImagingError corrupt, unsupported_compression
 */
export function decodeJpeg(stream: Uint8Array, format: PixelFormat): Decoded {
  let frame: Frame | undefined
  let planes: Plane[] = []
  let samples: Uint8Array | Uint16Array = new Uint8Array()
  const seen = new Set<number>()
  walkJpeg(stream, {
    frame(found) {
      frame = { ...found, rows: found.rows || format.rows }
      check(frame, format)
      const count = frame.columns * frame.rows * frame.components.length
      samples = frame.precision > 8 ? new Uint16Array(count) : new Uint8Array(count)
      if (!frame.lossless) planes = planesOf(frame)
    },
    scan(scan, quantizations) {
      if (!frame || scan.components.some(({ index }) => seen.has(index))) {
        throw new ImagingError('corrupt', 'a colour comes twice')
      }
      for (const { index } of scan.components) seen.add(index)
      if (frame.lossless) return decodeLossless(stream, frame, scan, samples)
      return decodeSequential(stream, frame, scan, quantizations, planes)
    },
  })
  if (!frame || seen.size !== frame.components.length)
    throw new ImagingError('corrupt', 'a JPEG stream without all its scans')
  if (!frame.lossless) interleave(frame, planes, samples)
  return {
    columns: frame.columns,
    rows: frame.rows,
    samples: frame.components.length === 3 ? 3 : 1,
    values: samples,
    space: isYbr(frame, format) ? 'ybr' : 'rgb',
  }
}

/** Before allocating: a stream with another size than its file's is not decoded. */
function check({ columns, rows, components, precision, lossless }: Frame, format: PixelFormat): void {
  if (columns !== format.columns || rows !== format.rows)
    throw new ImagingError('corrupt', `${columns} x ${rows}`)
  if (components.length !== 1 && components.length !== 3) {
    throw new ImagingError('unsupported_pixels', `${components.length} colours`)
  }
  const good = lossless ? precision >= 2 && precision <= 16 : precision === 8 || precision === 12
  if (!good) throw new ImagingError('corrupt', `${precision} bits`)
}

/** As the file says, but colours of different sampling can only be brightness and colour differences. */
function isYbr(frame: Frame, { photometric }: PixelFormat): boolean {
  const most = mostSamples(frame)
  const subsampled = frame.components.some(({ across, down }) => across !== most.across || down !== most.down)
  return photometric.startsWith('YBR') || subsampled
}

/** Pixel by pixel; samples of a coarser colour are repeated for every pixel that they cover. */
function interleave(frame: Frame, planes: readonly Plane[], samples: Uint8Array | Uint16Array): void {
  const { columns, rows, components } = frame
  const most = mostSamples(frame)
  for (const [index, { across, down }] of components.entries()) {
    const plane = planes[index]
    if (!plane) continue
    for (let row = 0; row < rows; row++) {
      const from = Math.floor((row * down) / most.down) * plane.width
      let to = row * columns * components.length + index
      for (let column = 0; column < columns; column++) {
        samples[to] = plane.samples[from + Math.floor((column * across) / most.across)] ?? 0
        to += components.length
      }
    }
  }
}
