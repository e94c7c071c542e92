import { queryOptions } from '@tanstack/react-query'
import { ask, askPage, type Page } from '#web/backend/client.ts'
import { counted, keepShown, type PageOf, rangeOf } from '#web/backend/paging.ts'
import { type StudyWithPeople, studyColumns, studyKeys, studyWithCover } from './studies.ts'

/** What the patient opened of a study. */
const seen = 'study_seen(what)'

/** The newest row alone. */
export const newestOne: PageOf = { page: 1, pageSize: 1 }

/** One page of the patient's own studies, newest first. */
export function myStudiesQuery(me: string, page: PageOf) {
  return queryOptions({
    queryKey: [...studyKeys.of(me), 'own', page],
    queryFn: (): Promise<Page<StudyWithPeople>> =>
      askPage('load_my_studies', (client) =>
        client
          .from('studies')
          .select(`${studyColumns}, ${seen}`, counted)
          .eq('patient_id', me)
          .order('created_at', { ascending: false })
          .order('id')
          .range(...rangeOf(page)),
      ),
    placeholderData: keepShown,
  })
}

/** The patient's own newest studies with a file, which are results to look at. */
export function myResultsQuery(me: string, most: number) {
  return queryOptions({
    queryKey: [...studyKeys.of(me), 'results', most],
    queryFn: (): Promise<StudyWithPeople[]> =>
      ask('load_my_studies', (client) =>
        client
          .from('studies')
          .select(`${studyWithCover}, ${seen}`)
          .eq('patient_id', me)
          .not('file_name', 'is', null)
          .order('created_at', { ascending: false })
          .order('id')
          .limit(most),
      ),
  })
}
