import { queryOptions } from '@tanstack/react-query'
import { studyAttachment } from '#domain/study.ts'
import type { StudiesWithoutPreview } from '#web/backend/answers.ts'
import { ask, askPage, type Page } from '#web/backend/client.ts'
import type { Study, StudyPreview } from '#web/backend/database.ts'
import { AppError, toAppError } from '#web/backend/errors.ts'
import { counted, keepShown, type PageOf, rangeOf } from '#web/backend/paging.ts'
import { getStorage } from '#web/backend/services-on-demand.ts'
import { studyBucket } from '#web/backend/study-bucket.ts'

export const missingPreviewKeys = { all: ['missing previews'] as const }

/** A study with a file of ours and without a preview. */
export type MissingPreview = StudiesWithoutPreview['rows'][number]

/** The next `most` studies without a preview behind `after`, by id; with `volumes` also those without the volume. For administrators. */
export function fetchMissingPreviews(
  volumes: boolean,
  after: Study['id'] | null,
  most: number,
): Promise<StudiesWithoutPreview> {
  return ask('load_studies', (client) => client.rpc('studies_without_preview', { after, most, volumes }))
}

/** How many studies have a file of ours, and how many of them lack a preview. */
export function missingPreviewsQuery(volumes: boolean) {
  return queryOptions({
    queryKey: [...missingPreviewKeys.all, 'count', volumes],
    queryFn: () => fetchMissingPreviews(volumes, null, 1),
    placeholderData: keepShown,
  })
}

/** A study of whose file nothing could be shown, and why. */
export type UnreadableStudy = Pick<StudyPreview, 'study_id' | 'reason'> & {
  studies: Pick<Study, 'study_type' | 'study_date' | 'file_name'> & { patient_name: string | null }
}

/** One page of the studies whose files nobody could make a picture of, the last tried first. */
export function unreadableStudiesQuery(page: PageOf) {
  return queryOptions({
    queryKey: [...missingPreviewKeys.all, 'unreadable', page],
    queryFn: (): Promise<Page<UnreadableStudy>> =>
      askPage('load_studies', (client) =>
        client
          .from('study_previews')
          .select('study_id, reason, studies(study_type, study_date, file_name, patient_name)', counted)
          .eq('state', 'failed')
          .order('made_at', { ascending: false })
          .order('study_id')
          .range(...rangeOf(page)),
      ),
    placeholderData: keepShown,
  })
}

/** How many bytes a study's file has, of which nothing is read. Throws with `load_study`. */
export async function studyFileBytes({ file_url }: Pick<Study, 'file_url'>): Promise<number> {
  const attachment = studyAttachment(file_url)
  if (attachment.kind !== 'file') throw new AppError('load_study', 'missing')
  try {
    const storage = await getStorage()
    const { data, error } = await storage.from(studyBucket).info(attachment.path)
    if (error) throw error
    return data.size ?? 0
  } catch (failure) {
    throw toAppError(failure, 'load_study')
  }
}
