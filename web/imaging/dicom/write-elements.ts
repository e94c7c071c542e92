import type { Encoding } from '#domain/data-set-encoding.ts'

const long = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV'])

/** Tag ('x00100010'), representation and length of an element in a file's encoding (PS3.5 7.1). */
export function elementHead(
  name: string,
  representation: string,
  length: number,
  { explicit, bigEndian }: Encoding,
): Uint8Array {
  const wide = explicit && long.has(representation)
  const view = new DataView(new ArrayBuffer(wide ? 12 : 8))
  view.setUint16(0, Number.parseInt(name.slice(1, 5), 16), !bigEndian)
  view.setUint16(2, Number.parseInt(name.slice(5), 16), !bigEndian)
  if (explicit) {
    view.setUint8(4, representation.charCodeAt(0))
    view.setUint8(5, representation.charCodeAt(1))
  }
  if (!explicit) view.setUint32(4, length, true)
  else if (wide) view.setUint32(8, length, !bigEndian)
  else view.setUint16(6, length, !bigEndian)
  return new Uint8Array(view.buffer)
}

/** An item or a delimiter: a tag and a length, never a representation. */
export function itemHead(name: string, length: number, { bigEndian }: Encoding): Uint8Array {
  const view = new DataView(new ArrayBuffer(8))
  view.setUint16(0, Number.parseInt(name.slice(1, 5), 16), !bigEndian)
  view.setUint16(2, Number.parseInt(name.slice(5), 16), !bigEndian)
  view.setUint32(4, length, !bigEndian)
  return new Uint8Array(view.buffer)
}

/** A text of ASCII as a value of even length. */
export function asciiValue(text: string, filler: number): Uint8Array {
  const bytes = new Uint8Array(text.length + (text.length % 2)).fill(filler)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}

export function sizeOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0)
}

export function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(sizeOf(parts))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
