import { readNative } from '#web/imaging/dicom/native-frames.ts'
import { type Dicom, readDicom } from '#web/imaging/dicom/read-dicom.ts'
import { isJunk } from '#web/imaging/junk.ts'
import { baseName, folderOf, type RangedFile, type Source } from '#web/imaging/source.ts'
import { openZip } from '#web/imaging/zip.ts'
import { RemoteError } from './remote-error.ts'

/** What is read of an archive's end: its list of files, unless it has thousands. */
const tailBytes = 256 * 1024
/** What is read of a file's beginning. */
const headBytes = 512 * 1024
/** Its own header and the names in it, before a file's packed bytes. */
const ownHeader = 1024

/**
 * The file in the middle of the longest row of names, for an archive without an index: most likely a slice from the middle of its
 * volume ('Corte de muestra'). Throws RemoteError 'whole' where there is none, and ImagingError as `openZip`.
 */
export async function sampleOfArchive(file: RangedFile, signal?: AbortSignal): Promise<Dicom> {
  await file.read(Math.max(0, file.size - tailBytes), file.size, signal)
  const middle = middleOf(await openZip(file))
  if (!middle?.packed) throw new RemoteError('whole', 'nothing to show in the archive')
  const { header, bytes } = middle.packed
  // With one request, before it is unpacked in pieces.
  await file.read(header, header + ownHeader + bytes, signal)
  return readDicom(await middle.bytes(signal))
}

const byNumber = new Intl.Collator('es-MX', { numeric: true })

function middleOf(files: Source[]): Source | undefined {
  const rows = new Map<string, Source[]>()
  for (const file of files) {
    if (isJunk(file.path) || file.size === 0) continue
    const row = `${folderOf(file.path)}/${baseName(file.path).replace(/\d+/g, '#')}`
    const known = rows.get(row)
    if (known) known.push(file)
    else rows.set(row, [file])
  }
  const longest = [...rows.values()].reduce((most, row) => (row.length > most.length ? row : most), [])
  const inOrder = longest.toSorted((a, b) => byNumber.compare(a.path, b.path))
  return inOrder[Math.floor(inOrder.length / 2)]
}

/** One DICOM file without an index, its frames to be read singly. Throws RemoteError 'whole' where they are compressed. */
export async function framesOfFile(file: RangedFile, signal?: AbortSignal): Promise<Dicom> {
  const found = await readNative(await file.read(0, headBytes, signal), file)
  if (!found) throw new RemoteError('whole', 'frames are not read singly')
  return found
}
