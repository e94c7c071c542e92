import { ImagingError } from '#web/imaging/types.ts'
import { type HuffmanTable, huffmanTable } from './huffman.ts'

export type Component = { id: number; across: number; down: number; quantization: number }
export type Frame = {
  lossless: boolean
  precision: number
  columns: number
  rows: number
  components: Component[]
}
export type ScanComponent = Component & {
  index: number
  dc: HuffmanTable | undefined
  ac: HuffmanTable | undefined
}
/** `first` is the predictor in lossless streams, `shift` their point transform. */
export type Scan = {
  components: ScanComponent[]
  first: number
  shift: number
  start: number
  restart: number
}

/** What decodes: told the frame once, then each scan, after which it says where it stopped reading. */
export type Handler = {
  frame(frame: Frame): void
  scan(scan: Scan, quantizations: readonly Uint16Array[]): number
}

/**
 * Walks through the segments of a JPEG stream (T.81 annex B).
 * @throws ImagingError corrupt; unsupported_compression where it is progressive, hierarchical or arithmetic
 */
export function walkJpeg(bytes: Uint8Array, handler: Handler): void {
  const tables: { dc: HuffmanTable[]; ac: HuffmanTable[]; quantizations: Uint16Array[] } = {
    dc: [],
    ac: [],
    quantizations: [],
  }
  let frame: Frame | undefined
  let restart = 0
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) throw new ImagingError('corrupt', 'no JPEG stream')
  let at = 2
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) {
      at++
      continue
    }
    const marker = bytes[at + 1] ?? 0
    at += marker === 0xff ? 1 : 2
    if (marker === 0xd9) return
    if (marker === 0xff || marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8)) continue
    const body = segment(bytes, at)
    if (marker === 0xc4) readHuffman(body, tables)
    else if (marker === 0xdb) readQuantizations(body, tables.quantizations)
    else if (marker === 0xdd) restart = word(body, 0)
    else if (isFrame(marker)) {
      if (frame) throw new ImagingError('corrupt', 'a second frame in a JPEG stream')
      frame = readFrame(marker, body)
      handler.frame(frame)
    } else if (marker === 0xda) {
      if (!frame) throw new ImagingError('corrupt', 'a scan before its frame')
      at = handler.scan(readScan(body, frame, tables, at + body.length + 2, restart), tables.quantizations)
      continue
    }
    at += body.length + 2
  }
}

function segment(bytes: Uint8Array, at: number): Uint8Array {
  const length = word(bytes, at)
  if (length < 2 || at + length > bytes.length)
    throw new ImagingError('corrupt', 'a JPEG segment is cut short')
  return bytes.subarray(at + 2, at + length)
}

function word(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8
}

function readFrame(marker: number, body: Uint8Array): Frame {
  if (marker !== 0xc0 && marker !== 0xc1 && marker !== 0xc3) {
    throw new ImagingError('unsupported_compression', `JPEG process ${marker.toString(16)}`)
  }
  const components: Component[] = []
  for (let at = 6; at + 2 < body.length && components.length < (body[5] ?? 0); at += 3) {
    const [id = 0, factors = 0, quantization = 0] = body.subarray(at, at + 3)
    const component = { id, across: factors >> 4, down: factors & 15, quantization }
    if (![1, 2, 3, 4].includes(component.across) || ![1, 2, 3, 4].includes(component.down)) {
      throw new ImagingError('corrupt', 'wrong sampling factors')
    }
    components.push(component)
  }
  if (components.length !== body[5] || components.length === 0)
    throw new ImagingError('corrupt', 'a JPEG frame without colours')
  return {
    lossless: marker === 0xc3,
    precision: body[0] ?? 0,
    rows: word(body, 1),
    columns: word(body, 3),
    components,
  }
}

function readScan(
  body: Uint8Array,
  frame: Frame,
  tables: { dc: HuffmanTable[]; ac: HuffmanTable[] },
  start: number,
  restart: number,
): Scan {
  const count = body[0] ?? 0
  const components: ScanComponent[] = []
  for (let at = 1; at <= count * 2; at += 2) {
    const index = frame.components.findIndex(({ id }) => id === body[at])
    const component = frame.components[index]
    if (!component || components.some((other) => other.index === index))
      throw new ImagingError('corrupt', 'a scan of no component')
    const chosen = body[at + 1] ?? 0
    components.push({ ...component, index, dc: tables.dc[chosen >> 4], ac: tables.ac[chosen & 15] })
  }
  if (components.length === 0) throw new ImagingError('corrupt', 'an empty scan')
  return {
    components,
    first: body[1 + count * 2] ?? 0,
    shift: (body[3 + count * 2] ?? 0) & 15,
    start,
    restart,
  }
}

function readHuffman(body: Uint8Array, tables: { dc: HuffmanTable[]; ac: HuffmanTable[] }): void {
  for (let at = 0; at + 17 <= body.length; ) {
    const target = body[at] ?? 0
    const counts = body.subarray(at + 1, at + 17)
    const total = counts.reduce((sum, count) => sum + count, 0)
    const kind = target >> 4 ? tables.ac : tables.dc
    if (target >> 4 > 1 || (target & 15) > 3) throw new ImagingError('corrupt', 'a Huffman table of no place')
    kind[target & 15] = huffmanTable(counts, body.subarray(at + 17, at + 17 + total))
    at += 17 + total
  }
}

function readQuantizations(body: Uint8Array, tables: Uint16Array[]): void {
  for (let at = 0; at < body.length; ) {
    const target = body[at] ?? 0
    const wide = target >> 4 === 1
    if (target >> 4 > 1 || (target & 15) > 3 || at + (wide ? 129 : 65) > body.length) {
      throw new ImagingError('corrupt', 'a wrong quantization table')
    }
    const from = at + 1
    tables[target & 15] = Uint16Array.from({ length: 64 }, (_, i) =>
      wide ? word(body, from + i * 2) : (body[from + i] ?? 0),
    )
    at += wide ? 129 : 65
  }
}
