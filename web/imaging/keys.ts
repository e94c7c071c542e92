import type { Slice } from './series.ts'

/** What identifies a picture, whatever its file is called: the key of its file, and its frame in it. */
export type PictureKey = { key: string; frame: number }

/** The pictures of a part in their order, and the key of them all: that of the series, or of a single picture. */
export type PartKeys = { pictures: PictureKey[]; series: string }

type Keyed = Pick<Slice, 'source' | 'header' | 'key'>

/** `d:` and 32 hex digits of its SOP Instance UID's SHA-256; without one `f:` and those of its bytes. */
export async function keyOf({ source, header, key }: Keyed, signal?: AbortSignal): Promise<string> {
  if (key) return key
  const { instanceId } = header
  return instanceId
    ? `d:${await digits(new TextEncoder().encode(instanceId))}`
    : contentKey(await source.bytes(signal))
}

/** The key of what is no DICOM file: `f:` and 32 hex digits of its bytes' SHA-256. */
export const contentKey = async (bytes: Uint8Array): Promise<string> =>
  // Of memory that is not shared.
  `f:${await digits(new Uint8Array(bytes))}`

/**
 * The keys of slices in their order. That of their series is the smallest of their files', whatever order these come in. Files
 * that share a UID, which they must not, are told apart by the place of their slice among those.
 */
export async function keysOf(slices: readonly Slice[], signal?: AbortSignal): Promise<PartKeys> {
  const known = new Map<Slice['source'], Promise<string>>()
  const named: PictureKey[] = []
  for (const slice of slices) {
    const key = known.get(slice.source) ?? keyOf(slice, signal)
    known.set(slice.source, key)
    named.push({ key: await key, frame: slice.frame })
  }
  const series = named.reduce((least, { key }) => (key < least ? key : least), named[0]?.key ?? '')
  const seen = new Map<string, number>()
  const pictures: PictureKey[] = []
  for (const { key, frame } of named) {
    const name = `${key} ${frame}`
    const before = seen.get(name) ?? 0
    seen.set(name, before + 1)
    const told = before > 0 ? `d:${await digits(new TextEncoder().encode(`${key} ${before}`))}` : key
    pictures.push({ key: told, frame })
  }
  return { pictures, series }
}

async function digits(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
