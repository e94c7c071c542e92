import { ImagingError } from '#web/imaging/types.ts'

const sizes = {
  char: 1,
  uchar: 1,
  short: 2,
  ushort: 2,
  int: 4,
  uint: 4,
  float: 4,
  double: 8,
} as const
export type PlyType = keyof typeof sizes

const newNames: Record<string, PlyType> = {
  int8: 'char',
  uint8: 'uchar',
  int16: 'short',
  uint16: 'ushort',
  int32: 'int',
  uint32: 'uint',
  float32: 'float',
  float64: 'double',
}

/** `count` is the type of a list's length; a property without one is a single number. */
export type PlyProperty = { name: string; type: PlyType; count?: PlyType }
export type PlyElement = { name: string; count: number; properties: PlyProperty[] }
export type PlyHeader = {
  format: 'ascii' | 'binary_little_endian' | 'binary_big_endian'
  elements: PlyElement[]
  /** Where the data begins. */
  bytes: number
}

const longest = 65_536

/** How a PLY file begins, and how its lines end. */
const plyBegin = /^ply[ \t]*(\r\n|\n|\r)/

/** Bytes of one number. */
export const sizeOf = (type: PlyType): number => sizes[type]

/** What a PLY file says about itself. Throws 'empty', 'truncated' without an end, 'not_an_image' where it is no PLY, 'corrupt'. */
export function readPlyHeader(bytes: Uint8Array): PlyHeader {
  if (bytes.length === 0) throw new ImagingError('empty')
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, longest))
  const lineEnd = plyBegin.exec(text)?.[1]
  if (!lineEnd) throw new ImagingError('not_an_image', 'No PLY file')
  // Data that begin with such a byte follow at once: the lines of one head end alike.
  const end = new RegExp(`[\\r\\n]end_header[ \\t]*${lineEnd}`).exec(text)
  if (!end) throw new ImagingError(bytes.length < longest ? 'truncated' : 'corrupt', 'The head has no end')
  const header: PlyHeader = { format: 'ascii', elements: [], bytes: end.index + end[0].length }
  for (const line of text.slice(3, end.index).split(/[\r\n]+/)) {
    const [word, ...rest] = line.trim().split(/\s+/)
    if (word === 'format') header.format = formatOf(rest[0])
    if (word === 'element') header.elements.push(elementOf(rest))
    if (word === 'property') {
      const element = header.elements.at(-1)
      if (!element) throw new ImagingError('corrupt', 'A property of nothing')
      element.properties.push(propertyOf(rest))
    }
  }
  return header
}

function formatOf(name = ''): PlyHeader['format'] {
  if (name === 'ascii' || name === 'binary_little_endian' || name === 'binary_big_endian') return name
  throw new ImagingError('corrupt', `Unknown format ${name}`)
}

function elementOf([name = '', count = '']: string[]): PlyElement {
  if (!/^\d{1,15}$/.test(count)) throw new ImagingError('corrupt', `${name} has no count`)
  return { name, count: Number(count), properties: [] }
}

function propertyOf(words: string[]): PlyProperty {
  if (words[0] === 'list') return { name: words[3] ?? '', type: typeOf(words[2]), count: typeOf(words[1]) }
  return { name: words[1] ?? '', type: typeOf(words[0]) }
}

function typeOf(name = ''): PlyType {
  const type = newNames[name] ?? name
  if (isType(type)) return type
  throw new ImagingError('corrupt', `Unknown type ${name}`)
}

const isType = (name: string): name is PlyType => Object.hasOwn(sizes, name)
