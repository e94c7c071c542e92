import type { SortedPart } from './archive.ts'
import { contentKey, keyOf, keysOf, type PartKeys } from './keys.ts'

/** What the pictures of a part are known by: frames of one file share its key. */
export async function keysOfPart(
  { part, source, slices }: SortedPart,
  signal?: AbortSignal,
): Promise<PartKeys> {
  if (slices) return keysOf(slices, signal)
  if (part.kind !== 'image') {
    const key = await contentKey(await source.bytes(signal))
    return { pictures: [{ key, frame: 0 }], series: key }
  }
  const key = await keyOf({ source, header: part.header }, signal)
  const pictures = Array.from({ length: Math.max(1, part.header.frames) }, (_, frame) => ({ key, frame }))
  return { pictures, series: key }
}
