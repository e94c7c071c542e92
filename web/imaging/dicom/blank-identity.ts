import { type Encoding, plainSyntax } from '#domain/data-set-encoding.ts'
import { syntax } from '#domain/transfer-syntax.ts'
import { ImagingError } from '#web/imaging/types.ts'
import { blankComments } from './blank-comments.ts'
import { type DataSetFile, readDataSet } from './data-set.ts'
import { type Fragment, itemsEnd } from './fragments.ts'
import { type FrameSource, frameSourceOf } from './frame-source.ts'
import { guarded } from './guard.ts'
import { identityRule } from './identity-rules.ts'
import type { DataSet, Element } from './parser.ts'
import { pixelFormatOf } from './pixel-format.ts'
import { tag } from './tags.ts'
import { codeOf, textOf } from './values.ts'
import { asciiValue, elementHead, itemHead, join, sizeOf } from './write-elements.ts'

/** New identifiers for old ones; one for all files of a share, so that a series stays one. */
export type Identifiers = Map<string, string>

export type Blanked = {
  bytes: Uint8Array<ArrayBuffer>
  /**
   * Whether names may be drawn in the pixels, which stay as they are:
   * the file says so, or does not say and its modality may do so.
   */
  burnedIn: 'yes' | 'possible' | 'no'
}

/**
 * A copy of a file without what tells the patient, the people, the place or the time (identity-rules.ts),
 * in the same encoding; pixel bytes stay, except comments inside compressed ones. `file` is not changed.
 * @throws ImagingError as readDicom does: what cannot be shown cannot be shared without its data
 */
export function blankIdentity(file: Uint8Array, identifiers: Identifiers = new Map()): Promise<Blanked> {
  return guarded(async () => {
    const source = await readDataSet(file)
    if (!source.pixels) throw new ImagingError(source.complete ? 'no_pixels' : 'truncated')
    // Detects missing or absurd values.
    const frames = await frameSourceOf(source, pixelFormatOf(source.data))
    const body = [
      ...cleanElements(source.data, source, identifiers),
      ...pixelParts(source, source.pixels, frames),
    ]
    const head = metaParts(source, identifiers)
    const deflated = source.deflated ? [await deflate(join(body))] : body
    return { bytes: join([...head, ...deflated]), burnedIn: burnedIn(source.data) }
  })
}

/** Modalities whose machines write names into pictures: projections, photographs, ultrasound, screens. */
const drawing = new Set([
  'CR',
  'DX',
  'DG',
  'ES',
  'GM',
  'IO',
  'MG',
  'OP',
  'OT',
  'PX',
  'RF',
  'RG',
  'SC',
  'SM',
  'US',
  'XA',
  'XC',
  '',
])
const secondaryCapture = '1.2.840.10008.5.1.4.1.1.7'

function burnedIn(data: DataSet): Blanked['burnedIn'] {
  const stated = codeOf(data, tag.burnedIn)
  if (stated === 'YES') return 'yes'
  if (stated === 'NO') return 'no'
  const captured = (textOf(data, tag.sopClass) ?? '').startsWith(secondaryCapture)
  return captured || drawing.has(codeOf(data, tag.modality)) ? 'possible' : 'no'
}

function cleanElements(data: DataSet, encoding: Encoding, identifiers: Identifiers): Uint8Array[] {
  const cleaned = Object.values(data.elements).flatMap((element) => {
    const rule = identityRule(element.tag)
    if (!rule || element.tag === tag.pixels) return []
    return [{ name: element.tag, parts: cleanElement(data, element, rule, encoding, identifiers) }]
  })
  // Only the data set itself has its pixels' size; an item of a sequence is not told that it was changed.
  if (data.elements[tag.rows] && data.elements[tag.pixels]) {
    cleaned.push({ name: 'x00120062', parts: valued('x00120062', 'CS', asciiValue('YES', 0x20), encoding) })
    cleaned.push({
      name: 'x00120063',
      parts: valued('x00120063', 'LO', asciiValue('PS3.15 E', 0x20), encoding),
    })
  }
  return cleaned.toSorted((a, b) => (a.name < b.name ? -1 : 1)).flatMap(({ parts }) => parts)
}

function cleanElement(
  data: DataSet,
  element: Element,
  rule: NonNullable<ReturnType<typeof identityRule>>,
  encoding: Encoding,
  identifiers: Identifiers,
): Uint8Array[] {
  const representation = element.vr ?? ''
  if (rule === 'empty') return valued(element.tag, representation, new Uint8Array(), encoding)
  if (rule === 'renew') {
    const old = textOf(data, element.tag)
    const value = old ? asciiValue(renewed(old, identifiers), 0) : new Uint8Array()
    return valued(element.tag, representation, value, encoding)
  }
  if (element.items) return sequence(element, representation, encoding, identifiers)
  const value = data.byteArray.subarray(element.dataOffset, element.dataOffset + element.length)
  // A sequence that was not parsed as one could hold anything.
  if (element.hadUndefinedLength || beginsItem(value)) return []
  return valued(element.tag, representation, value, encoding)
}

function sequence(
  element: Element,
  representation: string,
  outer: Encoding,
  identifiers: Identifiers,
): Uint8Array[] {
  // An unknown representation hides implicit little endian (PS3.5 6.2.2).
  const encoding = representation === 'UN' ? { explicit: false, bigEndian: false } : outer
  const parts = (element.items ?? []).flatMap(({ dataSet }) => {
    const inner = dataSet ? cleanElements(dataSet, encoding, identifiers) : []
    return [itemHead('xfffee000', sizeOf(inner), encoding), ...inner]
  })
  return [elementHead(element.tag, representation, sizeOf(parts), outer), ...parts]
}

function beginsItem(value: Uint8Array): boolean {
  const [a, b, c, d] = value
  return (
    (a === 0xfe && b === 0xff && c === 0 && d === 0xe0) || (a === 0xff && b === 0xfe && c === 0xe0 && d === 0)
  )
}

function valued(name: string, representation: string, value: Uint8Array, encoding: Encoding): Uint8Array[] {
  return [elementHead(name, representation, value.length, encoding), value]
}

/** A UID of a random number (PS3.5 B.2), so that the old one cannot be found from it. */
function renewed(old: string, identifiers: Identifiers): string {
  const known = identifiers.get(old)
  if (known) return known
  const random = crypto.getRandomValues(new Uint32Array(4))
  const fresh = `2.25.${random.reduce((sum, word) => (sum << 32n) | BigInt(word), 0n)}`
  identifiers.set(old, fresh)
  return fresh
}

/**
 * The pixels as they are, to the end of their element, without the comments of compressed ones; nothing that comes after them.
 */
function pixelParts({ bytes, ...encoding }: DataSetFile, pixels: Element, frames: FrameSource): Uint8Array[] {
  const representation = pixels.vr ?? ''
  if (!pixels.hadUndefinedLength) {
    const value = bytes.subarray(pixels.dataOffset, pixels.dataOffset + pixels.length)
    return valued(tag.pixels, representation, value, encoding)
  }
  const value = bytes.slice(pixels.dataOffset, itemsEnd(bytes, pixels.dataOffset, encoding.bigEndian))
  if (frames.kind === 'compressed' && encoding.transferSyntax !== syntax.rle)
    for (const frame of frames.frames) blankFrame(value, frame, pixels.dataOffset)
  const head = elementHead(tag.pixels, representation, 0xffffffff, encoding)
  return [head, value, itemHead('xfffee0dd', 0, encoding)]
}

/** Cleans the stream of a frame, whose fragments are counted from the beginning of the file; `value` begins at `from`. */
function blankFrame(value: Uint8Array, fragments: readonly Fragment[], from: number): void {
  const pieces = fragments.map(({ start, end }) => value.subarray(start - from, end - from))
  const [only, second] = pieces
  if (only && !second) {
    blankComments(only)
    return
  }
  const stream = join(pieces)
  blankComments(stream)
  let at = 0
  for (const piece of pieces) {
    piece.set(stream.subarray(at, at + piece.length))
    at += piece.length
  }
}

/** An empty preamble, and a group 0002 that says what is in the file but names neither machine nor program. */
function metaParts(source: DataSetFile, identifiers: Identifiers): Uint8Array[] {
  const encoding = { explicit: true, bigEndian: false }
  const instance = textOf(source.data, tag.sopInstance)
  const uids = [
    ['x00020002', textOf(source.data, tag.sopClass) ?? secondaryCapture],
    ['x00020003', renewed(instance ?? '', identifiers)],
    [
      'x00020010',
      source.pixels?.hadUndefinedLength || source.deflated ? source.transferSyntax : plainSyntax(source),
    ],
    ['x00020012', '2.25.305828488182831875890203105390285383139'],
  ] as const
  const rest = [
    ...valued('x00020001', 'OB', Uint8Array.of(0, 1), encoding),
    ...uids.flatMap(([name, uid]) => valued(name, 'UI', asciiValue(uid, 0), encoding)),
  ]
  const length = new Uint8Array(new Uint32Array([sizeOf(rest)]).buffer)
  return [new Uint8Array(128), asciiValue('DICM', 0), ...valued('x00020000', 'UL', length, encoding), ...rest]
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const deflated = new Uint8Array(await new Response(stream).arrayBuffer())
  return deflated.length % 2 ? join([deflated, new Uint8Array(1)]) : deflated
}
