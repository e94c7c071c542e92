import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/backend/client.ts'
import { studyKeys } from './study-keys.ts'

/** Whether a study gets a report; null when it may not be seen. */
export function reportNeededQuery(studyId: string) {
  return queryOptions({
    queryKey: [...studyKeys.all, 'report needed', studyId],
    queryFn: async (): Promise<boolean | null> => {
      const study = await ask('load_study', (client) =>
        client.from('studies').select('report_needed').eq('id', studyId).maybeSingle(),
      )
      return study?.report_needed ?? null
    },
  })
}
