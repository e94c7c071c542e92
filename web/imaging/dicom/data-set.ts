import { type Encoding, encodingOf, plainSyntax, startOf } from '#domain/data-set-encoding.ts'
import { syntax } from '#domain/transfer-syntax.ts'
import { lazily } from '#web/imaging/lazily.ts'
import { ImagingError } from '#web/imaging/types.ts'
import { type ByteStream, type DataSet, type Element, parser } from './parser.ts'
import { tag } from './tags.ts'

/** A data set and where it lies in `bytes` (those of the file, inflated where it was deflated). */
export type DataSetFile = Encoding & {
  bytes: Uint8Array
  /** Where group 0002 begins; the same as `start` where the file has none. */
  metaStart: number
  meta: DataSet
  start: number
  data: DataSet
  /** Up to its header only; whoever reads the pixels reads the rest. */
  pixels?: Element
  deflated: boolean
  transferSyntax: string
  /** False when the elements break off before the pixels. */
  complete: boolean
}

/**
 * Reads all elements before the pixels: with or without preamble,
 * 'DICM' and group 0002, whatever syntax the file names.
 * @throws ImagingError empty, not_an_image, too_large
 */
export async function readDataSet(file: Uint8Array): Promise<DataSetFile> {
  if (file.length === 0) throw new ImagingError('empty')
  const metaStart = startOf(file)
  const { meta, end } = readMeta(file, metaStart)
  const stated = meta.string(tag.transferSyntax)?.trim()
  const marked = metaStart > 0
  const deflated = stated === syntax.deflated && !encodingOf(file, end, marked)
  const bytes = deflated ? await inflated(file, end) : file
  const encoding = encodingOf(bytes, end, marked)
  if (!encoding) throw new ImagingError(marked && end + 8 > file.length ? 'truncated' : 'not_an_image')
  const { data, complete } = readElements(bytes, end, encoding)
  return {
    ...encoding,
    bytes,
    metaStart,
    meta,
    start: end,
    data,
    pixels: data.elements[tag.pixels],
    deflated,
    transferSyntax: stated || plainSyntax(encoding),
    complete,
  }
}

/** Group 0002 is always little endian and nearly always explicit; its stated length is often wrong and not needed. */
function readMeta(bytes: Uint8Array, start: number): { meta: DataSet; end: number } {
  const stream = new parser.ByteStream(parser.littleEndianByteArrayParser, bytes, start)
  const meta = new parser.DataSet(parser.littleEndianByteArrayParser, bytes, {})
  let end = start
  try {
    while (bytes[end] === 2 && bytes[end + 1] === 0) {
      const explicit = encodingOf(bytes, end)?.explicit
      const element = explicit
        ? parser.readDicomElementExplicit(stream)
        : parser.readDicomElementImplicit(stream)
      if (stream.position > bytes.length) break
      meta.elements[element.tag] = element
      end = stream.position
    }
  } catch {
    // Keeps what was read; the data set begins where it stopped, or is missing.
  }
  return { meta, end }
}

async function inflated(file: Uint8Array, from: number): Promise<Uint8Array> {
  const { inflate } = await lazily(() => import('./inflate.ts'))
  const data = await inflate(file.slice(from))
  const all = new Uint8Array(from + data.length)
  all.set(file.subarray(0, from))
  all.set(data, from)
  return all
}

function readElements(
  bytes: Uint8Array,
  start: number,
  encoding: Encoding,
): { data: DataSet; complete: boolean } {
  const values = encoding.bigEndian ? parser.bigEndianByteArrayParser : parser.littleEndianByteArrayParser
  const stream = new parser.ByteStream(values, bytes, start)
  const data = new parser.DataSet(values, bytes, {})
  try {
    while (stream.position < bytes.length) {
      const element =
        unknownSequence(stream, encoding) ??
        (encoding.explicit
          ? parser.readDicomElementExplicit(stream, data.warnings, tag.pixels)
          : parser.readDicomElementImplicit(stream, tag.pixels))
      if (encoding.explicit && isLong(element)) lengthen(element, stream)
      data.elements[element.tag] = element
      if (element.tag === tag.pixels) break
    }
    return { data, complete: stream.position <= bytes.length }
  } catch {
    // The parser stops at what it cannot read; keep what it has read.
    return { data, complete: false }
  }
}

/**
 * An element of unknown representation and undefined length in a big endian file: its items are implicit little endian all the same
 * (PS3.5 6.2.2), which the parser does not know. Undefined where something else stands there.
 */
function unknownSequence(stream: ByteStream, { bigEndian }: Encoding): Element | undefined {
  const { byteArray, position } = stream
  if (!bigEndian || position + 20 > byteArray.length) return undefined
  const view = new DataView(byteArray.buffer, byteArray.byteOffset + position, 20)
  const isUnknown = view.getUint16(4) === 0x554e && view.getUint32(8) === 0xffffffff
  if (!isUnknown || view.getUint16(12, true) !== 0xfffe) return undefined
  const little = new parser.ByteStream(parser.littleEndianByteArrayParser, byteArray, position + 12)
  const name = view.getUint32(0).toString(16).padStart(8, '0')
  const element: Element = { tag: `x${name}`, vr: 'UN', length: 0xffffffff, dataOffset: position + 12 }
  parser.readSequenceItemsImplicit(little, element)
  stream.seek(little.position - position)
  return element
}

/** Representations newer than the parser, which takes their length for one of two bytes (PS3.5 7.1.2). */
function isLong(element: Element): boolean {
  return element.vr === 'OV' || element.vr === 'SV' || element.vr === 'UV'
}

function lengthen(element: Element, stream: ByteStream): void {
  stream.seek(element.dataOffset - stream.position)
  element.length = stream.readUint32()
  element.dataOffset = stream.position
  stream.seek(element.length)
}
