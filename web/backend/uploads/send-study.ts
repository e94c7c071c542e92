import { studyPath } from '#domain/study.ts'
import { besideFile } from '#domain/study-preview.ts'
import { getClient } from '#web/backend/client.ts'
import { newId } from '#web/backend/ids.ts'
import { studyBucket } from '#web/backend/study-bucket.ts'
import { type Sending, sendResumable } from './resumable.ts'
import { createTus } from './tus.ts'
import { fingerprint, unfinishedUpload } from './unfinished-uploads.ts'
import { upload } from './upload.ts'

export type StudySending = Omit<Sending, 'key'> & { onProgress?: (part: number) => void }

/** Does what `uploadStudyFile` says; apart, because no first screen uploads. */
export async function sendStudyFile(
  folder: string,
  file: File,
  { onProgress, onSent, ...sending }: StudySending,
): Promise<{ file_url: string; file_name: string }> {
  const { reach } = await getClient()
  const place = { bucket: studyBucket, path: studyPath(folder, newId(), file.name) }
  const path = await sendResumable(createTus(reach), 'upload_file', place, file, {
    ...sending,
    key: await uploadKey(file, folder),
    onSent: (bytes) => {
      onSent?.(bytes)
      onProgress?.(file.size > 0 ? bytes / file.size : 0)
    },
  })
  return { file_url: path, file_name: file.name }
}

/** Whether an interrupted upload of this file for this patient can resume; false when the browser cannot tell. */
export async function canGoOn(file: File, patientId: string): Promise<boolean> {
  return unfinishedUpload(await uploadKey(file, patientId)) !== null
}

async function uploadKey(file: File, patientId: string): Promise<string | null> {
  const { data } = await (await getClient()).auth.getSession()
  return fingerprint(file, patientId, data.session?.user.id ?? '')
}

/** Stores what was made of a study's file beside it, over what an earlier try left; returns its path. Throws AppError `upload_file`. */
export async function sendBeside(path: string, name: string, made: Blob): Promise<string> {
  const beside = besideFile(path, name)
  await upload('upload_file', studyBucket, beside, made, { replace: true })
  return beside
}
