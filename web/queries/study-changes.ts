import { previewFiles } from '#domain/study-preview.ts'
import { ask } from '#web/backend/client.ts'
import type { NewStudy, Study } from '#web/backend/database.ts'
import { AppError, toAppError } from '#web/backend/errors.ts'
import { getStorage } from '#web/backend/services-on-demand.ts'
import { studyBucket } from '#web/backend/study-bucket.ts'

/** Throws with reason `missing` when the study was deleted meanwhile. */
export async function updateStudy(id: Study['id'], study: NewStudy): Promise<void> {
  await ask('update_study', (client) =>
    client.from('studies').update(study).eq('id', id).select('id').single(),
  )
}

/** The database archives the row and puts its file where only a restore reaches (docs/product/studies.md). */
export async function deleteStudy(id: Study['id']): Promise<void> {
  await ask('delete_study', (client) => client.from('studies').delete().eq('id', id).select('id').single())
}

/** Removes an uploaded file whose study could not be stored, with what lies beside it; a study's own file stays. */
export async function removeStudyFile(path: string): Promise<void> {
  try {
    const storage = await getStorage()
    const { error } = await storage.from(studyBucket).remove([path, ...previewFiles(path)])
    if (error) throw error
  } catch (failure) {
    throw toAppError(failure, 'delete_study_file')
  }
}

/** Removes the file that a study no longer names, with what lies beside it. Throws with reason `forbidden` when the file stays. */
export async function removeReplacedFile(path: string): Promise<void> {
  try {
    const storage = await getStorage()
    const { data, error } = await storage.from(studyBucket).remove([path, ...previewFiles(path)])
    if (error) throw error
    // Storage skips silently what it refuses to remove.
    if (!data.some(({ name }) => name === path)) throw new AppError('replace_study_file', 'forbidden')
  } catch (failure) {
    throw toAppError(failure, 'replace_study_file')
  }
}
