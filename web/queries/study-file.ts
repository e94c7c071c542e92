import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/backend/client.ts'
import type { Study, StudyPreview } from '#web/backend/database.ts'
import { AppError } from '#web/backend/errors.ts'
import { loadFile, request } from '#web/backend/load-file.ts'
import { addressNow } from '#web/backend/picture-addresses.ts'
import { logStudy } from './access.ts'
import { type StudyWithPeople, studyWithCover } from './study-columns.ts'
import { signedStudyUrl } from './study-download.ts'
import { studyKeys } from './study-keys.ts'

/** A study with what is needed to show its volume before its file is there. */
export type StudyToOpen = StudyWithPeople & {
  preview: Pick<StudyPreview, 'sheets' | 'facts' | 'file_bytes' | 'index_path' | 'parts'> | null
}

const openedColumns =
  `${studyWithCover}, preview:study_previews(sheets, facts, file_bytes, index_path, parts)` as const

/** One study, or null when it does not exist or may not be seen. */
export function studyQuery(id: string) {
  return queryOptions({
    queryKey: [...studyKeys.all, 'one', id],
    queryFn: (): Promise<StudyToOpen | null> =>
      ask('load_study', (client) => client.from('studies').select(openedColumns).eq('id', id).maybeSingle()),
  })
}

/** One of the files beside a study's, as it lies in storage; `others` are those that are loaded next. Throws with `load_study`. */
export async function loadBeside(
  path: string,
  signal: AbortSignal,
  others: readonly string[] = [],
): Promise<Blob> {
  const address = await addressNow(path, others)
  if (address === null) throw new AppError('load_study', 'missing')
  return (await request(address, signal)).blob()
}

/** Records that somebody looks at a study's images; no trace, no access. */
export async function noteStudyOpening(study: Pick<Study, 'id'>): Promise<void> {
  await logStudy('study_images', study, 'load_study')
}

/**
 * A study's file, in a blob that the browser may keep on disk. Throws with `load_study`; reason `cancelled` when the signal
 * aborted.
 */
export async function loadStudyFile(
  study: Pick<Study, 'file_url' | 'file_name'>,
  options: Parameters<typeof loadFile>[1],
): Promise<Blob> {
  return loadFile(() => studyAddress(study), options)
}

/** An address of a study's file that lives a minute. Throws with `load_study`. */
export const studyAddress = (study: Pick<Study, 'file_url' | 'file_name'>) =>
  signedStudyUrl(study, 'load_study')
