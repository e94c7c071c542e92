import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/backend/client.ts'
import type { Profile } from '#web/backend/database.ts'
import { AppError } from '#web/backend/errors.ts'
import type { NewStudyMark, StudyMark } from '#web/backend/report-rows.ts'

/** A mark as it is shown: with its author's name, if the account was not closed. */
export type KeptStudyMark = Pick<
  StudyMark,
  | 'id'
  | 'author_id'
  | 'picture'
  | 'frame'
  | 'plane'
  | 'kind'
  | 'points'
  | 'label'
  | 'value'
  | 'unit'
  | 'arch'
  | 'orientation'
  | 'audience'
  | 'updated_at'
> & { author: Pick<Profile, 'full_name'> | null }

/** A mark as it is sent; `removed_at` takes it away. */
export type SentMark = Required<NewStudyMark>

const columns =
  'id, author_id, picture, frame, plane, kind, points, label, value, unit, arch, orientation, audience, updated_at, author:profiles!author_id(full_name)'

export const markKeys = { of: (studyId: string) => ['study_marks', studyId] as const }

/** One's own marks of a study and those that colleagues made for the clinic. */
export function studyMarksQuery(studyId: string) {
  return queryOptions({
    queryKey: markKeys.of(studyId),
    queryFn: (): Promise<KeptStudyMark[]> =>
      ask('load_study', (client) =>
        client
          .from('study_marks')
          .select(columns)
          .eq('study_id', studyId)
          .is('removed_at', null)
          .order('created_at')
          .order('id'),
      ),
  })
}

/**
 * Keeps marks, all in one request; sent twice they are there once. Throws AppError `update_study`, and then none of them is kept.
 */
export async function saveMarks(marks: SentMark[]): Promise<void> {
  try {
    await upsert(marks)
  } catch (failure) {
    const removed = marks.filter(({ removed_at }) => removed_at !== null)
    if (!(failure instanceof AppError) || failure.reason !== 'forbidden' || removed.length === 0)
      throw failure
    // What was removed already, by a try whose answer was lost or in another window, is not removed again.
    const there = await stillThere(removed.map(({ id }) => id))
    const left = marks.filter(({ id, removed_at }) => removed_at === null || there.has(id))
    if (left.length === marks.length) throw failure
    if (left.length > 0) await upsert(left)
  }
}

const upsert = (marks: SentMark[]) =>
  ask('update_study', (client) => client.from('study_marks').upsert(marks, { onConflict: 'id' }))

async function stillThere(ids: string[]): Promise<ReadonlySet<string>> {
  const rows = await ask('update_study', (client) =>
    client.from('study_marks').select('id').in('id', ids).is('removed_at', null),
  )
  return new Set(rows.map(({ id }) => id))
}
