import { isDicomName } from '#domain/file-content.ts'
import { type Dicom, readDicom, readHead } from './dicom/read-dicom.ts'
import { letGo } from './let-go.ts'
import type { DicomFile } from './series.ts'
import { type Source, sourceOf } from './source.ts'
import { ImagingError } from './types.ts'

/** Enough for the header of nearly every file. */
export const headBytes = 16 * 1024
/** Some carry icons or private reports before their pixels. */
const largeHead = 512 * 1024
/** No film is longer; a file that says so is damaged. */
const mostFrames = 20_000
/** Files up to this size are read whole if each is a picture by itself. */
const soonRead = 32 * 1024 ** 2

/**
 * What a file is and where its pictures are, reading only its header if
 * that is enough; `head` holds its first `headBytes`. Throws ImagingError.
 */
export async function readPlaces(source: Source, head: Uint8Array, signal?: AbortSignal): Promise<DicomFile> {
  const ways = [() => head, () => source.head(largeHead, signal)]
  for (const bytes of ways) {
    const read = await bytes()
    const found = await placed(source, read).catch(needsMore)
    // Rows come after the place; the places of many frames may go on beyond the head.
    if (found && found.header.rows > 0 && (found.header.frames === 1 || read.length === source.size)) {
      return found
    }
  }
  return placed(source, await source.bytes(signal))
}

/** What a DICOM file without a picture carries instead (PS3.3 A.45, A.85): a PDF or an STL model. */
export async function documentIn(source: Source, signal?: AbortSignal): Promise<Source | undefined> {
  const { documentOf } = await import('./dicom/document.ts')
  const found = await documentOf(await source.bytes(signal))
  return found && sourceOf(`${source.path.replace(isDicomName, '')}.${found.ending}`, found.blob)
}

/** A file that is open; closing it gives the memory of its bytes back, and none of its pictures can be read then. */
export type OpenFile = { dicom: Dicom; close: () => void }

/** A file's pictures: read one by one where its source can, else all at once. Throws ImagingError. */
export async function openFile(source: Source, signal?: AbortSignal): Promise<OpenFile> {
  if (source.dicom) return { dicom: await source.dicom(signal), close: () => {} }
  const bytes = await source.bytes(signal)
  return { dicom: await readDicom(bytes), close: () => letGo(bytes) }
}

export const dicomOf = async (source: Source, signal?: AbortSignal): Promise<Dicom> =>
  (await openFile(source, signal)).dicom

/** Throws what is wrong with a file that can be read at once: no pixels, a compression that nobody here knows. */
export async function checkPixels(source: Source, signal?: AbortSignal): Promise<void> {
  if (source.size <= soonRead) await readDicom(await source.bytes(signal))
}

function needsMore(error: unknown): undefined {
  if (error instanceof ImagingError && error.problem !== 'cancelled') return undefined
  throw error
}

async function placed(source: Source, bytes: Uint8Array): Promise<DicomFile> {
  const { header, facts } = await readHead(bytes)
  if (header.frames > mostFrames) throw new ImagingError('too_large')
  return { source, header, frames: Array.from({ length: header.frames }, (_, frame) => facts(frame)) }
}
