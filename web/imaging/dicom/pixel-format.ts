import { ImagingError } from '#web/imaging/types.ts'
import type { DataSet } from './parser.ts'
import { tag } from './tags.ts'
import { codeOf, numberOf } from './values.ts'

/** How the pixels of a file are written (PS3.3 C.7.6.3). */
export type PixelFormat = {
  columns: number
  rows: number
  frames: number
  samples: 1 | 3
  photometric: string
  /** Colours one after the other instead of pixel by pixel. */
  planar: boolean
  allocated: 1 | 8 | 16 | 32
  stored: number
  /** Place of the highest bit that is stored. */
  high: number
  signed: boolean
}

/** Larger than any picture that a clinic makes. */
const mostPixels = 1 << 27

const greys = ['MONOCHROME1', 'MONOCHROME2']
const colors = ['RGB', 'YBR_FULL', 'YBR_FULL_422', 'YBR_ICT', 'YBR_RCT']

/** @throws ImagingError no_pixels, too_large, unsupported_pixels */
export function pixelFormatOf(data: DataSet): PixelFormat {
  const columns = data.uint16(tag.columns) ?? 0
  const rows = data.uint16(tag.rows) ?? 0
  if (!columns || !rows) throw new ImagingError('no_pixels')
  if (columns * rows > mostPixels) throw new ImagingError('too_large', `${columns} x ${rows}`)
  const samples = data.uint16(tag.samples) ?? 1
  const allocated = data.uint16(tag.bitsAllocated) ?? 8
  if (allocated !== 1 && allocated !== 8 && allocated !== 16 && allocated !== 32) {
    throw new ImagingError('unsupported_pixels', `${allocated} bits allocated`)
  }
  const stored = data.uint16(tag.bitsStored) ?? allocated
  const high = data.uint16(tag.highBit) ?? stored - 1
  if (!stored || stored > allocated || high >= allocated)
    throw new ImagingError('unsupported_pixels', `${stored} bits stored`)
  return {
    columns,
    rows,
    frames: Math.max(1, Math.floor(numberOf(data, tag.frames) ?? 1)),
    ...colorsOf(samples, codeOf(data, tag.photometric), allocated),
    planar: samples === 3 && data.uint16(tag.planar) === 1,
    allocated,
    stored,
    // Some files state the bits wrongly; then all stored bits are at the bottom.
    high: high + 1 < stored ? stored - 1 : high,
    signed: data.uint16(tag.signed) === 1,
  }
}

function colorsOf(
  samples: number,
  photometric: string,
  allocated: number,
): { samples: 1 | 3; photometric: string } {
  if (samples === 1) {
    if (photometric === 'PALETTE COLOR' || greys.includes(photometric)) return { samples, photometric }
    return { samples, photometric: 'MONOCHROME2' }
  }
  if (samples !== 3 || allocated === 1 || allocated === 32)
    throw new ImagingError('unsupported_pixels', `${samples} samples`)
  if (colors.includes(photometric)) return { samples, photometric }
  if (photometric && !greys.includes(photometric)) throw new ImagingError('unsupported_pixels', photometric)
  return { samples, photometric: 'RGB' }
}

/** Bytes of one frame where nothing compresses it; in bits for 1-bit pixels, whose frames follow each other within a byte. */
export function frameBits(format: PixelFormat): number {
  const pixels = format.columns * format.rows
  // Two brightnesses share one blue and one red.
  if (format.photometric === 'YBR_FULL_422' && format.samples === 3) return pixels * 2 * format.allocated
  return pixels * format.samples * format.allocated
}
