import { ImagingError } from '#web/imaging/types.ts'
import { type PlyHeader, type PlyType, sizeOf } from './ply-header.ts'
import { wordsOf } from './text.ts'

/** The numbers of a PLY file one after the other. Throws 'truncated' at the end. */
export type PlyNumbers = {
  next(type: PlyType): number
  /** Of a text, the numbers that are left of the line. */
  restOfLine(): number[] | undefined
  /** At least so many bytes are left for so many things. */
  fits(count: number, bytesEach: number, wordsEach: number): boolean
}

/** Reads the data behind the head, as text or in either order of bytes. */
export function numbersOf(bytes: Uint8Array, header: PlyHeader): PlyNumbers {
  return header.format === 'ascii' ? fromText(bytes, header) : fromBytes(bytes, header)
}

function fromText(bytes: Uint8Array, header: PlyHeader): PlyNumbers {
  const words = wordsOf(bytes, header.bytes)
  const left = bytes.length - header.bytes
  return {
    next() {
      if (!words.next()) throw cutOff()
      return words.number()
    },
    restOfLine() {
      const rest: number[] = []
      while (words.inLine() && words.next()) rest.push(words.number())
      return rest
    },
    // A digit and a space; the last one may have no space.
    fits: (count, _, wordsEach) => count * wordsEach * 2 <= left + 1,
  }
}

function fromBytes(bytes: Uint8Array, header: PlyHeader): PlyNumbers {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const little = header.format === 'binary_little_endian'
  let at = header.bytes
  const read: Record<PlyType, () => number> = {
    char: () => view.getInt8(at),
    uchar: () => view.getUint8(at),
    short: () => view.getInt16(at, little),
    ushort: () => view.getUint16(at, little),
    int: () => view.getInt32(at, little),
    uint: () => view.getUint32(at, little),
    float: () => view.getFloat32(at, little),
    double: () => view.getFloat64(at, little),
  }
  return {
    next(type) {
      const size = sizeOf(type)
      if (at + size > view.byteLength) throw cutOff()
      const value = read[type]()
      at += size
      return value
    },
    restOfLine: () => undefined,
    fits: (count, bytesEach) => count * bytesEach <= view.byteLength - at,
  }
}

const cutOff = () => new ImagingError('truncated', 'The data ends too early')
