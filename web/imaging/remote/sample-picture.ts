import { readNative } from '#web/imaging/dicom/native-frames.ts'
import { type Dicom, readDicom } from '#web/imaging/dicom/read-dicom.ts'
import { isJunkName } from '#web/imaging/junk.ts'
import { baseName, folderOf, type RangedFile, type Source } from '#web/imaging/source.ts'
import type { Picture } from '#web/imaging/types.ts'
import type { RemotePlace } from '#web/imaging/worker/protocol.ts'
import { openZip } from '#web/imaging/zip.ts'
import { askThrough } from './address-port.ts'
import { RemoteError } from './remote-error.ts'
import { createRemoteFile } from './remote-file.ts'

/** What is read of an archive's end: its list of files, unless it has thousands. */
const tailBytes = 256 * 1024
/** What is read of a file's beginning. */
const headBytes = 512 * 1024
/** Its own header and the names in it, before a file's packed bytes. */
const ownHeader = 1024

/**
 * A picture of a file on a server that has no index, read with as few bytes as show one. Throws RemoteError 'whole' where
 * it has none that can be read by itself, and ImagingError.
 */
export async function samplePicture(
  { bytes, address, archive }: RemotePlace & { archive: boolean },
  signal?: AbortSignal,
): Promise<Picture> {
  const file = createRemoteFile({ size: bytes, etag: null, address: askThrough(address) })
  const found = archive ? await sampleOfArchive(file, signal) : await framesOfFile(file, signal)
  return found.picture(Math.floor(found.header.frames / 2), signal)
}

/**
 * The file in the middle of the longest row of names, for an archive without an index: most likely a slice from the middle of its
 * volume ('Corte de muestra'). Throws RemoteError 'whole' where there is none, and ImagingError as `openZip`.
 */
export async function sampleOfArchive(file: RangedFile, signal?: AbortSignal): Promise<Dicom> {
  const { row, at } = longestRow(await filesOfArchive(file, signal))
  return readDicom(await bytesAtOnce(row[at], signal))
}

/** The files of an archive, of which only its end is read. Throws ImagingError as `openZip`. */
export async function filesOfArchive(file: RangedFile, signal?: AbortSignal): Promise<Source[]> {
  await file.read(Math.max(0, file.size - tailBytes), file.size, signal)
  return openZip(file)
}

/** A file of an archive, read with one request before it is unpacked in pieces. Throws RemoteError 'whole' where there is none. */
export async function bytesAtOnce(source: Source | undefined, signal?: AbortSignal): Promise<Uint8Array> {
  if (!source?.packed) throw new RemoteError('whole', 'nothing to show in the archive')
  const { archive, header, bytes } = source.packed
  await archive.read(header, header + ownHeader + bytes, signal)
  return source.bytes(signal)
}

const byNumber = new Intl.Collator('es-MX', { numeric: true })

/** The files whose names differ by their numbers alone, where there are most of them, in their order; and the middle one. */
export function longestRow(files: Source[]): { row: Source[]; at: number } {
  const rows = new Map<string, Source[]>()
  for (const file of files) {
    if (isJunkName(file.path) || file.size === 0) continue
    const name = `${folderOf(file.path)}/${baseName(file.path).replace(/\d+/g, '#')}`
    const known = rows.get(name)
    if (known) known.push(file)
    else rows.set(name, [file])
  }
  const longest = [...rows.values()].reduce((most, row) => (row.length > most.length ? row : most), [])
  const row = longest.toSorted((a, b) => byNumber.compare(a.path, b.path))
  return { row, at: Math.floor(row.length / 2) }
}

/** One DICOM file without an index, its frames to be read singly. Throws RemoteError 'whole' where they are compressed. */
export async function framesOfFile(file: RangedFile, signal?: AbortSignal): Promise<Dicom> {
  const found = await readNative(await file.read(0, headBytes, signal), file)
  if (!found) throw new RemoteError('whole', 'frames are not read singly')
  return found
}
