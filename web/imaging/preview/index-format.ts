import { previewIndex } from '#domain/study-preview.ts'
import { largestInMemory } from '#web/imaging/source.ts'
import { type AssumedStack, ImagingError, type Vector } from '#web/imaging/types.ts'

/** Where each picture lies in a study's file. It holds no name. */
export type StudyIndex = {
  /** Of the file; its ETag is null until whoever reads it knows. */
  bytes: number
  etag: string | null
  parts: IndexedPart[]
}

export type IndexedPart = {
  /** That of the part when the whole file is sorted. */
  id: string
  kind: 'volume' | 'stack' | 'image'
  modality: string | null
  syntax: string
  columns: number
  rows: number
  /** Directions along a row and down a column, where its pictures say where they lie. */
  directions: { row: Vector; column: Vector } | null
  /** What of their places the files do not say. */
  assumed?: AssumedStack
  /** Where pictures are frames of one uncompressed file: how many bytes stand before them. Else each is a file of its own. */
  head: number | null
  pictures: IndexedPicture[]
}

export type IndexedPicture = {
  /** Where its packed bytes begin in the file. */
  offset: number
  packed: number
  bytes: number
  /** 0 stored, 8 deflated. */
  method: number
  /** The CRC-32 of what is unpacked; null where the file has none. */
  crc: number | null
  frame: number
  position: Vector | null
  /** Of the file it is in: `d:` and 32 hex digits of its UID's SHA-256, or `f:` and those of its bytes. */
  key: string
}

const version = 1

/**
 * As it is stored. The pictures of a part are a table by columns, and a column whose values are all the same is one value:
 * `{"count": 3, "offset": [61, 900, 1800], "method": 8, "x": -40, "y": -40, "z": [0, 0.5, 1], …}`.
 */
export function writeIndex({ parts, ...file }: StudyIndex): string {
  return JSON.stringify({
    version,
    ...file,
    parts: parts.map(({ pictures, ...part }) => ({ ...part, pictures: columnsOf(pictures) })),
  })
}

const axes = ['x', 'y', 'z'] as const
const counts = ['offset', 'packed', 'bytes', 'method', 'frame'] as const

function columnsOf(pictures: IndexedPicture[]) {
  const column = <Value>(of: (picture: IndexedPicture) => Value) => {
    const values = pictures.map(of)
    return values.every((value) => value === values[0]) ? (values[0] ?? null) : values
  }
  return {
    count: pictures.length,
    ...Object.fromEntries(counts.map((name) => [name, column((picture) => picture[name])])),
    crc: column(({ crc }) => crc),
    ...Object.fromEntries(
      axes.map((name, axis) => [name, column(({ position }) => position?.[axis] ?? null)]),
    ),
    key: column(({ key }) => key),
  }
}

/** Reads what `writeIndex` wrote. Throws ImagingError 'corrupt' for anything that does not point into the file. */
export function readIndex(text: string): StudyIndex {
  try {
    const read = record(JSON.parse(text))
    if (read.version !== version || !Array.isArray(read.parts)) throw new Error('Another version')
    const bytes = whole(read.bytes)
    const parts = read.parts.map((part) => partOf(record(part), bytes))
    const pictures = parts.reduce((sum, part) => sum + part.pictures.length, 0)
    if (pictures > previewIndex.pictures) throw new Error('Too many pictures')
    return { bytes, etag: read.etag === null ? null : words(read.etag), parts }
  } catch (error) {
    throw new ImagingError('corrupt', `indice.json: ${error instanceof Error ? error.message : error}`)
  }
}

type Json = Record<string, unknown>

function record(value: unknown): Json {
  if (typeof value !== 'object' || value === null) throw new Error('Not an object')
  return Object.fromEntries(Object.entries(value))
}

function whole(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw new Error('Not a count')
  return value
}

function words(value: unknown): string {
  if (typeof value !== 'string') throw new Error('Not a text')
  return value
}

function vector(value: unknown): Vector {
  const [x, y, z] = Array.isArray(value) ? value : []
  if (![x, y, z].every(Number.isFinite)) throw new Error('Not a place')
  return [x, y, z]
}

function partOf(part: Json, fileBytes: number): IndexedPart {
  const { kind } = part
  if (kind !== 'volume' && kind !== 'stack' && kind !== 'image') throw new Error('Unknown part')
  const directions = part.directions === null ? null : record(part.directions)
  return {
    id: words(part.id),
    kind,
    modality: part.modality === null ? null : words(part.modality),
    syntax: words(part.syntax),
    columns: whole(part.columns),
    rows: whole(part.rows),
    directions: directions && { row: vector(directions.row), column: vector(directions.column) },
    ...(part.assumed !== undefined && { assumed: assumedOf(record(part.assumed)) }),
    head: part.head === null ? null : Math.min(fileBytes, whole(part.head)),
    pictures: picturesOf(record(part.pictures), fileBytes),
  }
}

function assumedOf({ order, orientation }: Json): AssumedStack {
  const { by, mm } = order === undefined ? {} : record(order)
  const known = orders.find((one) => one === by)
  if (order !== undefined && (!known || typeof mm !== 'number')) throw new Error('Not an order')
  return {
    ...(known && typeof mm === 'number' && { order: { by: known, mm } }),
    ...(orientation === true && { orientation }),
  }
}

const orders = ['location', 'number', 'frame', 'name'] as const

function picturesOf(table: Json, fileBytes: number): IndexedPicture[] {
  const count = whole(table.count)
  if (count > previewIndex.pictures) throw new Error('Too many pictures')
  const cell = (name: string, at: number): unknown => {
    const column = table[name]
    return Array.isArray(column) ? column[at] : column
  }
  return Array.from({ length: count }, (_, at) => {
    const number = (name: string) => whole(cell(name, at))
    const picture = {
      offset: number('offset'),
      packed: number('packed'),
      bytes: number('bytes'),
      method: number('method'),
      crc: cell('crc', at) === null ? null : number('crc'),
      frame: number('frame'),
      position: cell('x', at) === null ? null : vector(axes.map((name) => cell(name, at))),
      key: words(cell('key', at)),
    }
    const { offset, packed, bytes, method } = picture
    if (offset + packed > fileBytes || bytes > largestInMemory) throw new Error('Outside of the file')
    if (method !== 8 && (method !== 0 || packed !== bytes)) throw new Error('Unknown method')
    return picture
  })
}
