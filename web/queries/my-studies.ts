import { queryOptions } from '@tanstack/react-query'
import { ask, askPage, type Page } from '#web/backend/client.ts'
import { counted, keepShown, type PageOf, rangeOf } from '#web/backend/paging.ts'
import { ownColumns, type StudyWithPeople, studyWithCover } from './study-columns.ts'
import { studyKeys } from './study-keys.ts'

/** What the patient opened of a study. */
const seen = 'study_seen(what, last_at)'

/** The newest row alone. */
export const newestOne: PageOf = { page: 1, pageSize: 1 }

/**
 * A report that is held back is released by the clock alone, of which no table tells: while one is on its way, its patient's
 * lists are read again every 45 seconds.
 */
const untilReleased = (studies: readonly StudyWithPeople[] = []) =>
  studies.some(({ progress }) => progress === 'en_interpretacion') && 45_000

/** One page of the patient's own studies, newest first. */
export function myStudiesQuery(me: string, page: PageOf) {
  return queryOptions({
    queryKey: [...studyKeys.of(me), 'own', page],
    queryFn: (): Promise<Page<StudyWithPeople>> =>
      askPage('load_my_studies', (client) =>
        client
          .from('studies')
          .select(`${ownColumns}, ${seen}`, counted)
          .eq('patient_id', me)
          .order('created_at', { ascending: false })
          .order('id')
          .range(...rangeOf(page)),
      ),
    placeholderData: keepShown,
    refetchInterval: ({ state }) => untilReleased(state.data?.rows),
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
    refetchInterval: ({ state }) => untilReleased(state.data),
  })
}
