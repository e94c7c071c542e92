import type { GreyPicture } from '#web/imaging/types.ts'
import type { PixelFormat } from './pixel-format.ts'

export type Values = GreyPicture['pixels']

/** Numbers of `allocated` bits as they lie in the file; `count` of them from the beginning of `bytes`, in memory of their own. */
export function readValues(
  bytes: Uint8Array,
  count: number,
  allocated: 8 | 16 | 32,
  bigEndian: boolean,
): Values {
  const copy = bytes.slice(0, count * (allocated / 8))
  if (bigEndian) swap(copy, allocated / 8)
  if (allocated === 8) return copy
  return allocated === 16 ? new Uint16Array(copy.buffer) : new Uint32Array(copy.buffer)
}

/** 1-bit pixels, the first one lowest; `from` in bits. */
export function readBits(bytes: Uint8Array, from: number, count: number): Uint8Array {
  const values = new Uint8Array(count)
  for (let at = 0; at < count; at++) {
    const bit = from + at
    values[at] = ((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1
  }
  return values
}

/** In the order of the processor, which is little endian wherever a browser runs. */
function swap(bytes: Uint8Array, size: number): void {
  for (let at = 0; at + size <= bytes.length; at += size) bytes.subarray(at, at + size).reverse()
}

type Bits = Pick<PixelFormat, 'stored' | 'high' | 'signed'>

/** The bits that count of each value (others may hold an overlay), with their sign; in place where the type allows. */
export function significant(values: Values, { stored, high, signed }: Bits): Values {
  const width = values.BYTES_PER_ELEMENT * 8
  const result = signed ? signedView(values) : unsignedView(values)
  const left = width - 1 - high
  const right = width - stored
  if (right === 0) return result
  // Shifted up to the sign and down again; the typed array cuts what is wider than it, so the shifts run on 32 bits.
  const lead = 32 - width
  if (signed)
    for (let at = 0; at < result.length; at++)
      result[at] = ((result[at] ?? 0) << (left + lead)) >> (right + lead)
  else
    for (let at = 0; at < result.length; at++)
      result[at] = ((result[at] ?? 0) << (left + lead)) >>> (right + lead)
  return result
}

function signedView({
  buffer,
  byteOffset,
  length,
  BYTES_PER_ELEMENT,
}: Values): Int8Array | Int16Array | Int32Array {
  if (BYTES_PER_ELEMENT === 1) return new Int8Array(buffer, byteOffset, length)
  return BYTES_PER_ELEMENT === 2
    ? new Int16Array(buffer, byteOffset, length)
    : new Int32Array(buffer, byteOffset, length)
}

function unsignedView({
  buffer,
  byteOffset,
  length,
  BYTES_PER_ELEMENT,
}: Values): Uint8Array | Uint16Array | Uint32Array {
  if (BYTES_PER_ELEMENT === 1) return new Uint8Array(buffer, byteOffset, length)
  return BYTES_PER_ELEMENT === 2
    ? new Uint16Array(buffer, byteOffset, length)
    : new Uint32Array(buffer, byteOffset, length)
}
