import type { Study } from '#web/backend/database.ts'
import { prepare } from '#web/imaging/sending/prepare.ts'
import type { MadePreview } from '#web/imaging/sending/preview.ts'
import { sampleFile } from '#web/imaging/sending/sample-file.ts'
import { signedStudyUrl } from '#web/queries/study-download.ts'
import { loadStudyFile } from '#web/queries/study-file.ts'

/** Bytes of a file that are read at most when nobody asked for whole files (docs/product/studies.md). */
export const sparingly = 3 * 1024 ** 2

/**
 * The pictures of a file in storage that has so many bytes: of at most `most` of them, or of all where it has no more. Throws
 * AppError `load_study`; RemoteError and ImagingError where they cannot be made.
 */
export async function readPreview(
  { bytes, ...file }: Pick<Study, 'file_url' | 'file_name'> & { bytes: number },
  most: number,
  signal: AbortSignal,
): Promise<MadePreview> {
  if (bytes > most) {
    const address = await signedStudyUrl(file, 'load_study')
    return sampleFile({ address, bytes, most }, signal)
  }
  const blob = await loadStudyFile(file, { signal, onProgress: () => {} })
  const name = file.file_name ?? 'estudio'
  const { preview } = await prepare([{ path: name, file: new File([blob], name) }], {
    signal,
    onProgress: () => {},
  })
  return preview
}
