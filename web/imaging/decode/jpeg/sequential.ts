import { ImagingError } from '#web/imaging/types.ts'
import { type BitReader, bitReader } from './bits.ts'
import { inverseDct } from './inverse-dct.ts'
import type { Frame, Scan, ScanComponent } from './parse.ts'

/** One colour as it is decoded: whole blocks, `across` and `down` samples for the frame's most. */
export type Plane = {
  width: number
  blocksAcross: number
  blocksDown: number
  samples: Uint8ClampedArray | Uint16Array
}

const zigzag = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
  53, 60, 61, 54, 47, 55, 62, 63,
]

export function planesOf(frame: Frame): Plane[] {
  const most = mostSamples(frame)
  const unitsAcross = Math.ceil(frame.columns / (8 * most.across))
  const unitsDown = Math.ceil(frame.rows / (8 * most.down))
  return frame.components.map(({ across, down }) => {
    const width = unitsAcross * across * 8
    const count = width * unitsDown * down * 8
    return {
      width,
      blocksAcross: Math.ceil(Math.ceil((frame.columns * across) / most.across) / 8),
      blocksDown: Math.ceil(Math.ceil((frame.rows * down) / most.down) / 8),
      samples: frame.precision > 8 ? new Uint16Array(count) : new Uint8ClampedArray(count),
    }
  })
}

export function mostSamples({ components }: Frame): { across: number; down: number } {
  return {
    across: Math.max(...components.map(({ across }) => across)),
    down: Math.max(...components.map(({ down }) => down)),
  }
}

/**
 * One scan of a baseline or extended sequential JPEG stream (T.81 annex F) into the planes of its colours.
 * Returns where the next segment may be. @throws ImagingError corrupt
 */
export function decodeSequential(
  bytes: Uint8Array,
  frame: Frame,
  scan: Scan,
  quantizations: readonly Uint16Array[],
  planes: readonly Plane[],
): number {
  const bits = bitReader(bytes, scan.start)
  const parts = scan.components.map((component) => partOf(component, quantizations, planes))
  const alone = parts.length === 1 ? parts[0] : undefined
  const most = mostSamples(frame)
  const across = alone ? alone.plane.blocksAcross : Math.ceil(frame.columns / (8 * most.across))
  const down = alone ? alone.plane.blocksDown : Math.ceil(frame.rows / (8 * most.down))
  const block = new Int32Array(64)
  for (let unit = 0; unit < across * down; unit++) {
    if (scan.restart && unit > 0 && unit % scan.restart === 0) {
      bits.restart()
      for (const part of parts) part.last = 0
    }
    const column = unit % across
    const row = Math.floor(unit / across)
    for (const part of parts) {
      // A single colour comes block by block, several in groups of blocks by their factors.
      const wide = alone ? 1 : part.component.across
      const high = alone ? 1 : part.component.down
      for (let inside = 0; inside < wide * high; inside++) {
        readBlock(bits, part, block)
        inverseDct(block, frame.precision)
        put(
          part.plane,
          column * wide + (inside % wide),
          row * high + Math.floor(inside / wide),
          block,
          frame.precision,
        )
      }
    }
  }
  return bits.end()
}

type Part = { component: ScanComponent; plane: Plane; quantization: Uint16Array; last: number }

function partOf(
  component: ScanComponent,
  quantizations: readonly Uint16Array[],
  planes: readonly Plane[],
): Part {
  const plane = planes[component.index]
  const quantization = quantizations[component.quantization]
  if (!plane || !quantization) throw new ImagingError('corrupt', 'a scan without its table')
  return { component, plane, quantization, last: 0 }
}

/** Coefficients of a block, dequantized, in natural order. */
function readBlock(bits: BitReader, part: Part, block: Int32Array): void {
  const { dc, ac } = part.component
  if (!dc || !ac) throw new ImagingError('corrupt', 'a scan without its table')
  block.fill(0)
  const size = bits.symbol(dc)
  if (size > 16) throw new ImagingError('corrupt', 'a difference too long')
  part.last = (part.last + bits.difference(size)) | 0
  block[0] = part.last * (part.quantization[0] ?? 0)
  for (let at = 1; at < 64; at++) {
    const symbol = bits.symbol(ac)
    const length = symbol & 15
    const zeros = symbol >> 4
    if (length === 0) {
      if (zeros !== 15) return
      at += 15
      continue
    }
    at += zeros
    if (at > 63) throw new ImagingError('corrupt', 'a block of too many coefficients')
    block[zigzag[at] ?? 0] = bits.difference(length) * (part.quantization[at] ?? 0)
  }
}

function put(
  { width, samples }: Plane,
  column: number,
  row: number,
  block: Int32Array,
  precision: number,
): void {
  const middle = 1 << (precision - 1)
  const most = (1 << precision) - 1
  for (let y = 0; y < 8; y++) {
    const to = (row * 8 + y) * width + column * 8
    for (let x = 0; x < 8; x++) {
      const value = (block[y * 8 + x] ?? 0) + middle
      samples[to + x] = value < 0 ? 0 : value > most ? most : value
    }
  }
}
