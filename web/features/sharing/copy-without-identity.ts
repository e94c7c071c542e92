import { copiesFolder } from '#domain/study-share.ts'
import type { Study } from '#web/backend/database.ts'
import { AppError } from '#web/backend/errors.ts'
import { uploadStudyFile } from '#web/queries/studies.ts'
import { loadStudyFile, noteStudyOpening } from '#web/queries/study-file.ts'

export type CopyProgress = { step: 'load' | 'blank' | 'send'; part: number }

/**
 * Makes a copy of a study's file without identity in this browser and stores it in a folder that names nobody;
 * the original is unchanged. Returns its path. `confirm` is asked before a copy is stored whose pictures may
 * show a name. Throws AppErrors; reason `cancelled` when the signal aborted or the answer was no.
 */
export async function copyWithoutIdentity(
  study: Pick<Study, 'id' | 'patient_id' | 'file_url' | 'file_name'>,
  {
    onProgress,
    confirm,
    signal,
  }: {
    onProgress: (progress: CopyProgress) => void
    confirm: (burnedIn: 'yes' | 'possible') => Promise<boolean>
    signal: AbortSignal
  },
): Promise<string> {
  onProgress({ step: 'load', part: 0 })
  const [{ blankStudy }] = await Promise.all([import('./blank-study.ts'), noteStudyOpening(study)])
  const original = await loadStudyFile(study, {
    signal,
    onProgress: ({ bytes, total }) => onProgress({ step: 'load', part: total ? bytes / total : 0 }),
  })
  const { file, burnedIn } = await blankStudy(original, {
    signal,
    onProgress: (part) => onProgress({ step: 'blank', part }),
  })
  if (burnedIn !== 'no' && !(await confirm(burnedIn))) throw new AppError('share_study', 'cancelled')
  const { file_url } = await uploadStudyFile(copiesFolder, file, {
    signal,
    onProgress: (part) => onProgress({ step: 'send', part }),
  })
  return file_url
}
