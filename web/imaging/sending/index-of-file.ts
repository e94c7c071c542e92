import { contentOf, sniffedBytes } from '#domain/file-content.ts'
import { previewIndex } from '#domain/study-preview.ts'
import type { SortedPart } from '#web/imaging/archive.ts'
import { nativeFrames } from '#web/imaging/dicom/native-frames.ts'
import { keyOf } from '#web/imaging/keys.ts'
import { type IndexedPart, type IndexedPicture, writeIndex } from '#web/imaging/preview/index-format.ts'
import type { Slice } from '#web/imaging/series.ts'
import { type Packed, type RangedFile, rangedBlob, type Source } from '#web/imaging/source.ts'
import type { ImageHeader } from '#web/imaging/types.ts'
import { openZip, packedOffset } from '#web/imaging/zip.ts'

/** More than any file says before its pixels, but for the places of many frames. */
const largestHead = 8 * 1024 ** 2

/**
 * Makes `indice.json` of the file that is sent: where the pictures of its parts lie. `parts` are those of the chosen files,
 * which may have been packed into it. Undefined where none can be read singly, or where it would be too large.
 */
export async function indexOfFile(file: Blob, parts: SortedPart[]): Promise<Blob | undefined> {
  const ranged = rangedBlob(file)
  const head = await ranged.read(0, Math.min(file.size, sniffedBytes))
  const read = contentOf(head, file.size) === 'zip' ? await inArchive(ranged) : () => alone(ranged)
  const indexed: IndexedPart[] = []
  for (const part of parts) {
    const made = await indexedPart(part, read)
    if (made) indexed.push(made)
  }
  const pictures = indexed.reduce((sum, part) => sum + part.pictures.length, 0)
  if (pictures === 0 || pictures > previewIndex.pictures) return undefined
  const text = writeIndex({ bytes: file.size, etag: null, parts: indexed })
  const blob = new Blob([text], { type: 'application/json' })
  return blob.size <= previewIndex.bytes ? blob : undefined
}

type Place = Omit<IndexedPicture, 'frame' | 'position' | 'key'>
/** Where a frame lies, and how many bytes of the file are read before all of them. */
type Places = { head: number | null; frame(frame: number): Place }
type Find = (source: Source) => Promise<Places | undefined>

/** Each entry is a file; the frames of one are read together. */
async function inArchive(archive: RangedFile): Promise<Find> {
  const entries = await openZip(archive)
  // Of several at one place only the archive's own list says which is which.
  if (new Set(entries.map(({ packed }) => packed?.header)).size < entries.length) return async () => undefined
  const byPath = new Map(entries.map(({ path, packed }) => [path, packed]))
  return async (source) => {
    // Of what was packed on the way here the path is known; what was chosen in an archive of its own lies deeper.
    const packed = source.packed ?? byPath.get(source.path)
    if (packed?.archive !== archive || !isReadSingly(packed, source.size)) return undefined
    const place = await placeOf(packed, source.size)
    return { head: null, frame: () => place }
  }
}

const isReadSingly = ({ method, bytes }: Packed, unpacked: number) =>
  method === 8 || (method === 0 && bytes === unpacked)

async function placeOf(packed: Packed, bytes: number): Promise<Place> {
  const { method, crc = null } = packed
  return { offset: await packedOffset(packed), packed: packed.bytes, bytes, method, crc }
}

async function alone(file: RangedFile): Promise<Places | undefined> {
  const head = await file.read(0, Math.min(file.size, largestHead))
  const found = await nativeFrames(head, file.size)
  if (!found) return undefined
  const { start, bytes } = found
  return {
    head: start,
    frame: (frame) => ({ offset: start + frame * bytes, packed: bytes, bytes, method: 0, crc: null }),
  }
}

async function indexedPart(
  { part, source, slices }: SortedPart,
  find: Find,
): Promise<IndexedPart | undefined> {
  if (part.kind !== 'volume' && part.kind !== 'stack' && part.kind !== 'image') return undefined
  const pictures: IndexedPicture[] = []
  /** The frames of one file share what is known of it. */
  const known = new Map<Source, PlacedFile>()
  const { header } = part
  const first = slices?.[0]
  let head: number | null = null
  for (const slice of slices ?? framesOf(source, header)) {
    const file = known.get(slice.source) ?? (await placedFile(slice, find))
    if (!file) return undefined
    known.set(slice.source, file)
    head = file.head
    const { frame, placement } = slice
    pictures.push({ ...file.frame(frame), frame, position: placement?.position ?? null, key: file.key })
  }
  return {
    id: part.id,
    kind: part.kind,
    modality: header.modality ?? null,
    syntax: header.transferSyntax,
    columns: header.columns,
    rows: header.rows,
    directions: first?.placement ? { row: first.placement.row, column: first.placement.column } : null,
    ...(first?.placement?.assumed && { assumed: first.placement.assumed }),
    head,
    pictures,
  }
}

type PlacedFile = Places & { key: string }

async function placedFile(slice: Slice, find: Find): Promise<PlacedFile | undefined> {
  const places = await find(slice.source)
  return places && { ...places, key: await keyOf(slice) }
}

const framesOf = (source: Source, header: ImageHeader): Slice[] =>
  Array.from({ length: header.frames }, (_, frame) => ({ source, frame, header }))
