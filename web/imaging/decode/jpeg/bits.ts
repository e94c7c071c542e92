import { ImagingError } from '#web/imaging/types.ts'
import type { HuffmanTable } from './huffman.ts'

/** The entropy-coded part of a JPEG stream, bit by bit (T.81 F.2.2.5); a stuffed zero after FF is left out. */
export type BitReader = {
  /**
   * The next symbol of a table.
   * @throws ImagingError corrupt at an unknown code, and past the end
   */
  symbol(table: HuffmanTable): number
  /** A signed difference of this many bits (T.81 F.2.2.1). */
  difference(bits: number): number
  /** Drops the rest of the byte and skips the restart marker that must follow. */
  restart(): void
  /** Where the marker after what was read begins, or the end. */
  end(): number
}

export function bitReader(bytes: Uint8Array, start: number): BitReader {
  let at = start
  let buffer = 0
  let count = 0
  /** Padding bits in the buffer: nothing is left but a marker or the end. */
  let invented = 0

  function fill(): void {
    if (invented > count) throw new ImagingError('corrupt', 'a JPEG stream ends early')
    while (count <= 24) {
      let byte = bytes[at]
      if (byte === undefined || (byte === 0xff && bytes[at + 1] !== 0)) {
        byte = 0
        invented += 8
      } else at += byte === 0xff ? 2 : 1
      buffer = (buffer << 8) | byte
      count += 8
    }
  }

  function take(bits: number): number {
    if (bits === 0) return 0
    if (count < bits) fill()
    count -= bits
    return (buffer >>> count) & ((1 << bits) - 1)
  }

  return {
    symbol(table) {
      if (count < 16) fill()
      const found = table[(buffer >>> (count - 16)) & 0xffff] ?? 0
      if (!found) throw new ImagingError('corrupt', 'an unknown JPEG code')
      count -= found >>> 8
      return found & 0xff
    },
    difference(bits) {
      const value = take(bits)
      return bits > 0 && value < 1 << (bits - 1) ? value - (1 << bits) + 1 : value
    },
    restart() {
      if (invented > count) throw new ImagingError('corrupt', 'a JPEG stream ends early')
      buffer = 0
      count = 0
      invented = 0
      while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++
      const marker = bytes[at + 1] ?? 0
      if (bytes[at] !== 0xff || marker < 0xd0 || marker > 0xd7)
        throw new ImagingError('corrupt', 'no restart marker')
      at += 2
    },
    end: () => at,
  }
}
