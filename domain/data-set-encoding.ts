import { syntax } from './transfer-syntax.ts'

const representations = new Set(
  'AE AS AT CS DA DS DT FD FL IS LO LT OB OD OF OL OV OW PN SH SL SQ SS ST SV TM UC UI UL UN UR US UT UV'.split(
    ' ',
  ),
)

function isRepresentation(letters: string): boolean {
  return representations.has(letters)
}

export type Encoding = { explicit: boolean; bigEndian: boolean }

/** The syntax of what is neither deflated nor compressed. */
export function plainSyntax({ explicit, bigEndian }: Encoding): string {
  return bigEndian ? syntax.bigEndian : explicit ? syntax.explicit : syntax.implicit
}

/**
 * How the elements from `at` on are written, by the bytes themselves, since files say it wrongly; nothing where they do not
 * look like a data set. The first group of one is 0008 or, rarely, another low one; an odd one, as NovaRad writes, only in a file
 * that is `marked` as DICOM or states representations.
 */
export function encodingOf(bytes: Uint8Array, at: number, marked = false): Encoding | undefined {
  if (bytes.length < at + 8) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, 8)
  const little = view.getUint16(0, true)
  const big = view.getUint16(0, false)
  const bigEndian = big < little
  const group = bigEndian ? big : little
  if (group === 0 || group > 0x28) return undefined
  if (isRepresentation(String.fromCharCode(view.getUint8(4), view.getUint8(5))))
    return { explicit: true, bigEndian }
  const length = view.getUint32(4, true)
  const believable = length % 2 === 0 && (length < 1024 || length === 0xffffffff)
  return !bigEndian && believable && (marked || group % 2 === 0)
    ? { explicit: false, bigEndian: false }
    : undefined
}

/**
 * Where group 0002, or the data set, of a file begins: after preamble and 'DICM'; without them where an element of the first groups begins,
 * with stray bytes before it too.
 */
export function startOf(bytes: Uint8Array): number {
  if (hasMark(bytes, 128)) return 132
  if (hasMark(bytes, 0)) return 4
  if (encodingOf(bytes, 0)) return 0
  for (let at = 1; at < Math.min(160, bytes.length - 8); at++) if (beginsDataSet(bytes, at)) return at
  return 0
}

function hasMark(bytes: Uint8Array, at: number): boolean {
  return String.fromCharCode(...bytes.subarray(at, at + 4)) === 'DICM'
}

/** An explicit little endian element that a file begins with: length of group 2 or 8, a character set, a type, a UID. Strict. */
function beginsDataSet(bytes: Uint8Array, at: number): boolean {
  const group = bytes[at]
  if (
    (group !== 2 && group !== 8) ||
    bytes[at + 1] !== 0 ||
    bytes[at + 3] !== 0 ||
    (bytes[at + 2] ?? 255) > 0x18
  )
    return false
  return /^(UL|CS|UI|OB|DA)$/.test(String.fromCharCode(...bytes.subarray(at + 4, at + 6)))
}
