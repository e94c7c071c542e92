import { studyAttachment } from '#domain/study.ts'
import type { Study } from '#web/backend/database.ts'
import { AppError, type ErrorCode, toAppError } from '#web/backend/errors.ts'
import { getStorage } from '#web/backend/services-on-demand.ts'
import { studyBucket } from '#web/backend/study-bucket.ts'
import { logStudy } from './access.ts'

/** How long a download link works, in seconds. */
const linkLife = 60

/**
 * An address of the file that works for a minute. The caller records the access first. With `toKeep` the browser saves the file under
 * its name.
 */
export async function signedStudyUrl(
  study: Pick<Study, 'file_url' | 'file_name'>,
  code: ErrorCode,
  { toKeep = false } = {},
): Promise<string> {
  const attachment = studyAttachment(study.file_url)
  if (attachment.kind !== 'file') throw new AppError('no_study_file', 'missing')
  try {
    const storage = await getStorage()
    const { data, error } = await storage.from(studyBucket).createSignedUrl(attachment.path, linkLife)
    if (error) throw error
    // Its own `download` option encodes the name twice, and accents arrive as %C3%AD.
    const url = new URL(data.signedUrl)
    if (toKeep) url.searchParams.set('download', study.file_name ?? '')
    return url.href
  } catch (failure) {
    throw toAppError(failure, code)
  }
}

/** Records that a study's external link is opened. */
export async function noteStudyLink(study: Pick<Study, 'id'>): Promise<void> {
  await logStudy('study_link', study, 'open_study_link')
}

/** Downloads a study's file; the browser saves it under the name that it was uploaded with. */
export async function downloadStudy(study: Pick<Study, 'id' | 'file_url' | 'file_name'>): Promise<void> {
  if (studyAttachment(study.file_url).kind !== 'file') throw new AppError('no_study_file', 'missing')
  await logStudy('study', study, 'download_file')
  const anchor = document.createElement('a')
  anchor.href = await signedStudyUrl(study, 'download_file', { toKeep: true })
  anchor.download = study.file_name ?? ''
  document.body.append(anchor)
  anchor.click()
  anchor.remove()
}
