import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/backend/client.ts'
import { type StudyWithPeople, studyColumns } from './study-columns.ts'
import { studyKeys } from './study-keys.ts'

/** More than any patient has. */
const most = 200

/** A patient's studies with something to open, the newest day first. */
export function studiesToCompareQuery(patientId: string) {
  return queryOptions({
    queryKey: [...studyKeys.of(patientId), 'to compare'],
    queryFn: (): Promise<StudyWithPeople[]> =>
      ask('load_studies', (client) =>
        client
          .from('studies')
          .select(studyColumns)
          .eq('patient_id', patientId)
          .not('file_url', 'is', null)
          .order('study_date', { ascending: false })
          .order('created_at', { ascending: false })
          .order('id')
          .limit(most),
      ),
  })
}
