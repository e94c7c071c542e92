const startsWith =
  (...bytes: number[]): Test =>
  ({ head }) =>
    head.subarray(0, bytes.length).equals(Buffer.from(bytes))
const text = (words: string, at = 0): Test => {
  const wanted = Buffer.from(words, 'latin1')
  return ({ head }) => head.subarray(at, at + wanted.byteLength).equals(wanted)
}
const any =
  (...tests: Test[]): Test =>
  (file) =>
    tests.some((test) => test(file))
const all =
  (...tests: Test[]): Test =>
  (file) =>
    tests.every((test) => test(file))

/** The first bytes of a file (HEAD_BYTES, or all of a shorter one) and its size. */
export type Sample = { head: Buffer; size: number }
type Test = (file: Sample) => boolean

/** Enough for the signature furthest into a file, DICOM's. */
export const HEAD_BYTES = 132

const zip = any(text('PK\x03\x04'), text('PK\x05\x06'), text('PK\x07\x08'))
/** A binary STL is a header of 80 bytes, a count, and 50 bytes for each triangle. */
const stl = any(
  text('solid'),
  ({ head, size }) => head.byteLength >= 84 && size === 84 + 50 * head.readUInt32LE(80),
)
const ply = any(text('ply\n'), text('ply\r'))

const signatures: Record<string, Test> = {
  'application/pdf': text('%PDF-'),
  'image/jpeg': startsWith(0xff, 0xd8, 0xff),
  'image/png': text('\x89PNG\r\n\x1a\n'),
  'image/gif': any(text('GIF87a'), text('GIF89a')),
  'image/webp': all(text('RIFF'), text('WEBP', 8)),
  'image/avif': text('ftypavif', 4),
  'application/zip': zip,
  'application/x-zip-compressed': zip,
  'application/dicom': text('DICM', 128),
  'model/stl': stl,
  'application/sla': stl,
  'model/ply': ply,
}

/** The types that we recognise by their first bytes; any other file is served as plain bytes. */
export function isKnownType(type: string): boolean {
  return Object.hasOwn(signatures, type)
}

/** Whether the bytes match the declared type (lower case, without parameters); true for types that we do not know. */
export function fitsType(type: string, file: Sample): boolean {
  const test = Object.hasOwn(signatures, type) ? signatures[type] : undefined
  return test === undefined || test(file)
}
