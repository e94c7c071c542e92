import { ImagingError } from '#web/imaging/types.ts'

export type Fragment = { start: number; end: number }

/**
 * The compressed bytes of each frame within the file (PS3.5 A.4): by the extended or the basic offset table where there is a good one,
 * otherwise one fragment a frame, all of them for one frame, or by where the fragments begin a stream of their own.
 * `bytes` from `at` on are the items of the pixel data.
 * @throws ImagingError truncated, corrupt
 */
export function framesOf(
  bytes: Uint8Array,
  at: number,
  bigEndian: boolean,
  frames: number,
  extended?: readonly number[],
): Fragment[][] {
  const { table, fragments } = itemsOf(bytes, at, bigEndian)
  if (frames === 1) return [fragments]
  const offsets = new Set(extended?.length === frames ? extended : table)
  const first = fragments[0]?.start ?? 0
  const byTable = split(fragments, ({ start }) => offsets.has(start - first))
  if (byTable.length === frames) return byTable
  if (fragments.length === frames) return fragments.map((fragment) => [fragment])
  const byStart = split(fragments, (fragment) => beginsStream(bytes, fragment))
  if (byStart.length === frames) return byStart
  if (fragments.length < frames)
    throw new ImagingError('truncated', `${fragments.length} fragments of ${frames} frames`)
  throw new ImagingError('corrupt', 'fragments that fit no frames')
}

function itemsOf(
  bytes: Uint8Array,
  from: number,
  bigEndian: boolean,
): { table: number[]; fragments: Fragment[] } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [first, ...fragments] = readItems(bytes, from, bigEndian)
  if (!first || fragments.length === 0) throw new ImagingError('truncated', 'no fragments')
  const table: number[] = []
  for (let at = first.start; at + 4 <= first.end; at += 4) table.push(view.getUint32(at, !bigEndian))
  return { table, fragments }
}

/** Where the last item of the pixel data ends. @throws ImagingError truncated, corrupt */
export function itemsEnd(bytes: Uint8Array, from: number, bigEndian: boolean): number {
  return readItems(bytes, from, bigEndian).at(-1)?.end ?? from
}

function readItems(bytes: Uint8Array, from: number, bigEndian: boolean): Fragment[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const items: Fragment[] = []
  // Some writers omit the delimiter; missing data show in the frames.
  for (let at = from; at + 8 <= bytes.length; ) {
    const group = view.getUint16(at, !bigEndian)
    const element = view.getUint16(at + 2, !bigEndian)
    const length = view.getUint32(at + 4, !bigEndian)
    if (group !== 0xfffe) throw new ImagingError('corrupt', 'no fragment where one must be')
    if (element === 0xe0dd) break
    if (at + 8 + length > bytes.length) throw new ImagingError('truncated', 'a fragment is cut short')
    items.push({ start: at + 8, end: at + 8 + length })
    at += 8 + length
  }
  return items
}

/** Groups of fragments, a new one at each that begins a frame. */
function split(fragments: readonly Fragment[], begins: (fragment: Fragment) => boolean): Fragment[][] {
  const frames: Fragment[][] = []
  for (const fragment of fragments) {
    const last = frames.at(-1)
    if (!last || begins(fragment)) frames.push([fragment])
    else last.push(fragment)
  }
  return frames
}

/** A JPEG, JPEG-LS or JPEG 2000 stream begins here. */
function beginsStream(bytes: Uint8Array, { start }: Fragment): boolean {
  if (bytes[start] !== 0xff) return false
  return (
    (bytes[start + 1] === 0xd8 && bytes[start + 2] === 0xff) ||
    (bytes[start + 1] === 0x4f && bytes[start + 2] === 0xff)
  )
}
