import { deflateRawSync } from 'node:zlib'
import { type Encoding, type Entry, type Item, itemBytes, joinBytes, plainElement } from './dicom-elements.ts'

export const syntaxes = {
  implicit: '1.2.840.10008.1.2',
  explicit: '1.2.840.10008.1.2.1',
  deflated: '1.2.840.10008.1.2.1.99',
  bigEndian: '1.2.840.10008.1.2.2',
  geBigEndianPixels: '1.2.840.113619.5.2',
  rle: '1.2.840.10008.1.2.5',
  jpegBaseline: '1.2.840.10008.1.2.4.50',
  jpegExtended: '1.2.840.10008.1.2.4.51',
  jpegLossless: '1.2.840.10008.1.2.4.57',
  jpegLosslessFirst: '1.2.840.10008.1.2.4.70',
  jpegLs: '1.2.840.10008.1.2.4.80',
  jpeg2000: '1.2.840.10008.1.2.4.90',
  jpeg2000Lossy: '1.2.840.10008.1.2.4.91',
} as const

export type Pixels = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array

export type DicomFile = {
  /** Tag ('00100010') to representation and values, in any order. */
  elements: Item
  syntax?: keyof typeof syntaxes
  /** Uncompressed, all frames one after the other. */
  pixels?: Pixels
  /** Compressed: the fragments of each frame. */
  frames?: Uint8Array[][]
  /** The table of frame offsets: with 32 bits, with 64 bits, or none. */
  offsets?: 'basic' | 'extended' | 'none'
  /** Without a preamble the file begins with the data set. */
  preamble?: boolean
  meta?: boolean
  /** Sequences and items of stated length rather than with delimiters. */
  lengths?: 'stated' | 'undefined'
  /** Bytes after the pixels: elements, padding or junk. */
  after?: Uint8Array
}

/** A DICOM file of these parts (PS3.5, PS3.10); only what tests ask for, nothing is checked. */
export function writeDicom(file: DicomFile): Uint8Array<ArrayBuffer> {
  const { elements, syntax = 'explicit', preamble = true, meta = true } = file
  const encoding: Encoding = {
    explicit: syntax !== 'implicit' && syntax !== 'geBigEndianPixels',
    bigEndian: syntax === 'bigEndian',
    delimited: file.lengths === 'undefined',
  }
  const body = joinBytes([
    itemBytes({ ...elements, ...extendedTable(file) }, encoding),
    pixelBytes(file, encoding),
  ])
  return joinBytes([
    preamble ? joinBytes([new Uint8Array(128), new TextEncoder().encode('DICM')]) : new Uint8Array(),
    meta ? metaBytes(elements, syntaxes[syntax]) : new Uint8Array(),
    syntax === 'deflated' ? even(new Uint8Array(deflateRawSync(body))) : body,
  ])
}

/** The elements of a picture; pixels and whatever else a test is about come beside them. */
export function imageElements(image: {
  columns: number
  rows: number
  allocated?: number
  stored?: number
  high?: number
  signed?: boolean
  photometric?: string
  samples?: number
  planar?: number
  frames?: number
  modality?: string
}): Item {
  const { columns, rows, allocated = 16, stored = allocated, high = stored - 1, samples = 1 } = image
  return {
    '00080016': ['UI', '1.2.840.10008.5.1.4.1.1.2'],
    '00080018': ['UI', '1.2.3.4.5'],
    '00080060': ['CS', image.modality ?? 'CT'],
    '0020000D': ['UI', '1.2.3'],
    '0020000E': ['UI', '1.2.3.4'],
    '00280002': ['US', samples],
    '00280004': ['CS', image.photometric ?? (samples === 3 ? 'RGB' : 'MONOCHROME2')],
    ...(samples === 3 && { '00280006': ['US', image.planar ?? 0] satisfies Entry }),
    ...(image.frames && { '00280008': ['IS', String(image.frames)] satisfies Entry }),
    '00280010': ['US', rows],
    '00280011': ['US', columns],
    '00280100': ['US', allocated],
    '00280101': ['US', stored],
    '00280102': ['US', high],
    '00280103': ['US', image.signed ? 1 : 0],
  }
}

function metaBytes(elements: Item, transferSyntax: string): Uint8Array {
  const encoding: Encoding = { explicit: true, bigEndian: false, delimited: false }
  const rest = itemBytes(
    {
      '00020001': ['OB', new Uint8Array([0, 1])],
      '00020002': elements['00080016'] ?? ['UI', '1.2.840.10008.5.1.4.1.1.7'],
      '00020003': elements['00080018'] ?? ['UI', '1.2.3.4.5'],
      '00020010': ['UI', transferSyntax],
      '00020012': ['UI', '2.25.1'],
    },
    encoding,
  )
  return joinBytes([itemBytes({ '00020000': ['UL', rest.length] }, encoding), rest])
}

function pixelBytes({ pixels, frames, offsets = 'basic', after }: DicomFile, encoding: Encoding): Uint8Array {
  const parts: Uint8Array[] = []
  if (pixels)
    parts.push(plainElement('7FE00010', pixels.BYTES_PER_ELEMENT === 1 ? 'OB' : 'OW', pixels, encoding))
  if (frames) {
    const begins = frameOffsets(frames)
    const table = offsets === 'basic' ? new Uint8Array(Uint32Array.from(begins).buffer) : new Uint8Array()
    parts.push(
      new Uint8Array([0xe0, 0x7f, 0x10, 0x00, 0x4f, 0x42, 0, 0, 0xff, 0xff, 0xff, 0xff]),
      fragment(table),
    )
    parts.push(...frames.flat().map(fragment), new Uint8Array([0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0]))
  }
  return joinBytes(after ? [...parts, after] : parts)
}

function frameOffsets(frames: Uint8Array[][]): number[] {
  let at = 0
  return frames.map((fragments) => {
    const begin = at
    for (const bytes of fragments) at += 8 + bytes.length + (bytes.length % 2)
    return begin
  })
}

function extendedTable({ frames, offsets }: DicomFile): Item {
  if (!frames || offsets !== 'extended') return {}
  const begins = BigUint64Array.from(frameOffsets(frames), BigInt)
  const lengths = BigUint64Array.from(frames, (fragments) =>
    BigInt(fragments.reduce((sum, { length }) => sum + length, 0)),
  )
  return {
    '7FE00001': ['OV', new Uint8Array(begins.buffer)],
    '7FE00002': ['OV', new Uint8Array(lengths.buffer)],
  }
}

function fragment(bytes: Uint8Array): Uint8Array {
  const padded = even(bytes)
  const head = new Uint8Array([0xfe, 0xff, 0x00, 0xe0, 0, 0, 0, 0])
  new DataView(head.buffer).setUint32(4, padded.length, true)
  return joinBytes([head, padded])
}

function even(bytes: Uint8Array): Uint8Array {
  return bytes.length % 2 ? joinBytes([bytes, new Uint8Array(1)]) : bytes
}
