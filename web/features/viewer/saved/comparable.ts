import { studyAttachment } from '#domain/study.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'

/** Those that can be opened here and are not on the screen already. One whose file was never looked into may be. */
export function comparable<Study extends Pick<StudyWithPeople, 'id' | 'file_url' | 'study_previews'>>(
  studies: readonly Study[],
  shown: readonly string[],
): Study[] {
  return studies.filter(
    ({ id, file_url, study_previews: preview }) =>
      !shown.includes(id) &&
      studyAttachment(file_url).kind === 'file' &&
      (preview === null || (preview.kind !== null && preview.kind !== 'document')),
  )
}
