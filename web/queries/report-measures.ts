import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/backend/client.ts'
import type { StudyMark } from '#web/backend/report-rows.ts'
import { reportKeys } from './report-keys.ts'

/** A measurement on a study's images. */
export type Measure = Pick<StudyMark, 'id' | 'kind' | 'value' | 'unit' | 'label' | 'plane' | 'frame'>

/** The lengths and angles that stand on a study's images, the newest first. */
export function measuresQuery(studyId: string) {
  return queryOptions({
    queryKey: [...reportKeys.all, 'measures', studyId],
    queryFn: (): Promise<Measure[]> =>
      ask('load_study', (client) =>
        client
          .from('study_marks')
          .select('id, kind, value, unit, label, plane, frame')
          .eq('study_id', studyId)
          .in('kind', ['length', 'angle'])
          .is('removed_at', null)
          .order('created_at', { ascending: false })
          .limit(200),
      ),
    staleTime: 0,
  })
}
