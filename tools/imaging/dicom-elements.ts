export type Encoding = { explicit: boolean; bigEndian: boolean; delimited: boolean }
export type Value = string | number | Uint8Array | Item
/** Representation, then the values: texts are written as UTF-8, bytes and numbers as they are. */
export type Entry = [representation: string, ...values: Value[]]
export type Item = { [tag: string]: Entry }

const long = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV'])
const undefinedLength = 0xffffffff

/** Elements of a data set or an item, in the order of their tags. */
export function itemBytes(item: Item, encoding: Encoding): Uint8Array {
  const tags = Object.keys(item).toSorted()
  return joinBytes(tags.map((tag) => elementBytes(tag, item[tag] ?? ['UN'], encoding)))
}

/** One element whose value is numbers in the file's byte order. */
export function plainElement(
  tag: string,
  representation: string,
  values: ArrayBufferView,
  encoding: Encoding,
): Uint8Array {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength).slice()
  const size = 'BYTES_PER_ELEMENT' in values ? Number(values.BYTES_PER_ELEMENT) : 1
  if (encoding.bigEndian)
    for (let at = 0; at < bytes.length; at += size) bytes.subarray(at, at + size).reverse()
  return headed(tag, representation, bytes, encoding)
}

function elementBytes(tag: string, [representation, ...values]: Entry, encoding: Encoding): Uint8Array {
  if (representation === 'SQ') return sequenceBytes(tag, values, encoding)
  return headed(tag, representation, valueBytes(representation, values, encoding), encoding)
}

function sequenceBytes(tag: string, items: Value[], encoding: Encoding): Uint8Array {
  const bytes = items.map((item) => {
    const inner =
      typeof item === 'object' && !(item instanceof Uint8Array) ? itemBytes(item, encoding) : new Uint8Array()
    if (!encoding.delimited) return joinBytes([tagged('FFFEE000', inner.length, encoding), inner])
    return joinBytes([tagged('FFFEE000', undefinedLength, encoding), inner, tagged('FFFEE00D', 0, encoding)])
  })
  if (!encoding.delimited) return headed(tag, 'SQ', joinBytes(bytes), encoding)
  const open = headed(tag, 'SQ', new Uint8Array(), encoding, undefinedLength)
  return joinBytes([open, ...bytes, tagged('FFFEE0DD', 0, encoding)])
}

function valueBytes(representation: string, values: Value[], { bigEndian }: Encoding): Uint8Array {
  const [first] = values
  if (first instanceof Uint8Array) return padded(first, 0)
  if (typeof first === 'number') return numberBytes(representation, values.map(Number), !bigEndian)
  return padded(new TextEncoder().encode(values.join('\\')), representation === 'UI' ? 0 : 0x20)
}

function numberBytes(representation: string, values: number[], little: boolean): Uint8Array {
  const size = representation === 'FD' ? 8 : /^(UL|SL|FL)$/.test(representation) ? 4 : 2
  const view = new DataView(new ArrayBuffer(values.length * size))
  for (const [index, value] of values.entries()) {
    const at = index * size
    if (representation === 'FD') view.setFloat64(at, value, little)
    else if (representation === 'FL') view.setFloat32(at, value, little)
    else if (size === 4) view.setInt32(at, value, little)
    else view.setInt16(at, value, little)
  }
  return new Uint8Array(view.buffer)
}

function headed(
  tag: string,
  representation: string,
  value: Uint8Array,
  encoding: Encoding,
  length = value.length,
): Uint8Array {
  if (!encoding.explicit) return joinBytes([tagged(tag, length, encoding), value])
  const letters = new TextEncoder().encode(representation)
  const head = new DataView(new ArrayBuffer(long.has(representation) ? 12 : 8))
  putTag(head, tag, encoding)
  head.setUint8(4, letters[0] ?? 0)
  head.setUint8(5, letters[1] ?? 0)
  if (head.byteLength === 12) head.setUint32(8, length, !encoding.bigEndian)
  else head.setUint16(6, length, !encoding.bigEndian)
  return joinBytes([new Uint8Array(head.buffer), value])
}

/** Tag and length without a representation: items, delimiters, and everything of implicit files. */
function tagged(tag: string, length: number, encoding: Encoding): Uint8Array {
  const head = new DataView(new ArrayBuffer(8))
  putTag(head, tag, encoding)
  head.setUint32(4, length, !encoding.bigEndian)
  return new Uint8Array(head.buffer)
}

function putTag(view: DataView, tag: string, { bigEndian }: Encoding): void {
  view.setUint16(0, Number.parseInt(tag.slice(0, 4), 16), !bigEndian)
  view.setUint16(2, Number.parseInt(tag.slice(4), 16), !bigEndian)
}

function padded(bytes: Uint8Array, filler: number): Uint8Array {
  return bytes.length % 2 ? joinBytes([bytes, new Uint8Array([filler])]) : bytes
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
