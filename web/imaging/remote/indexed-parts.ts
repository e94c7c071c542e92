import type { SortedPart } from '#web/imaging/archive.ts'
import { readNative } from '#web/imaging/dicom/native-frames.ts'
import type { IndexedPart, IndexedPicture, StudyIndex } from '#web/imaging/preview/index-format.ts'
import type { Slice } from '#web/imaging/series.ts'
import type { RangedFile, Source } from '#web/imaging/source.ts'
import { type ImageHeader, ImagingError } from '#web/imaging/types.ts'
import { RemoteError } from './remote-error.ts'
import { unpacked } from './unpack.ts'

/**
 * The parts of a study by its index, without reading anything of the file yet: a slice is one request then. They have no
 * names and no words of their headers. Throws RemoteError 'changed' where the index is of another file.
 */
export function indexedParts(file: RangedFile, index: StudyIndex): SortedPart[] {
  if (index.bytes !== file.size) throw new RemoteError('changed', `${index.bytes} bytes in the index`)
  return index.parts.flatMap((part) => partOf(file, part) ?? [])
}

function partOf(file: RangedFile, indexed: IndexedPart): SortedPart | undefined {
  const { id, kind, pictures } = indexed
  const header = headerOf(indexed)
  const slices = slicesOf(file, indexed, header)
  const source = slices[Math.floor(slices.length / 2)]?.source
  if (!source) return undefined
  if (kind === 'image') return { source, part: { kind, id, name: '', header } }
  return { source, slices, part: { kind, id, name: '', header, slices: pictures.length } }
}

function headerOf({ modality, syntax, columns, rows, kind, pictures }: IndexedPart): ImageHeader {
  const frames = kind === 'image' ? pictures.length : 1
  return { modality: modality ?? undefined, transferSyntax: syntax, columns, rows, frames }
}

function slicesOf(
  file: RangedFile,
  { head, directions, assumed, pictures }: IndexedPart,
  header: ImageHeader,
): Slice[] {
  const frames = head === null ? undefined : framesSource(file, head)
  /** Frames of one packed file lie at the same place. */
  const sources = new Map<number, Source>()
  return pictures.map((picture) => {
    const source = frames ?? sources.get(picture.offset) ?? entrySource(file, picture)
    sources.set(picture.offset, source)
    const { frame, position, offset, packed, key } = picture
    return {
      source,
      frame,
      header,
      piece: [offset, offset + packed],
      key,
      ...(position && directions && { placement: { position, ...directions, ...(assumed && { assumed }) } }),
    }
  })
}

function entrySource(file: RangedFile, { offset, packed, ...entry }: IndexedPicture): Source {
  const bytes = async (signal?: AbortSignal) =>
    unpacked(await file.read(offset, offset + packed, signal), entry)
  return {
    path: '',
    size: entry.bytes,
    head: async (count, signal) => (await bytes(signal)).subarray(0, count),
    bytes,
    blob: async (signal) => new Blob([await bytes(signal)]),
  }
}

/** One uncompressed DICOM file whose frames are read singly, after `head` bytes. */
function framesSource(file: RangedFile, head: number): Source {
  const bytes = (signal?: AbortSignal) => file.read(0, file.size, signal)
  return {
    path: '',
    size: file.size,
    head: (count, signal) => file.read(0, count, signal),
    bytes,
    blob: async (signal) => new Blob([await bytes(signal)]),
    async dicom(signal) {
      const found = await readNative(await file.read(0, head, signal), file)
      if (!found) throw new ImagingError('corrupt', 'The index is of another file')
      return found
    },
  }
}
