import { queryOptions } from '@tanstack/react-query'
import { askFarPage, type Page } from '#web/backend/client.ts'
import { counted, keepShown, newestFirst, type Order, type PageOf, rangeOf } from '#web/backend/paging.ts'
import { type StudyWithPeople, studyColumns } from './study-columns.ts'
import { studyKeys } from './study-keys.ts'

/** One page of all studies, newest first unless told otherwise. `search` looks in study, patient, doctor and file. */
export function allStudiesQuery({
  search: term = '',
  order = newestFirst,
  ...page
}: PageOf & { search?: string; order?: Order<'created_at' | 'study_date'> }) {
  return queryOptions({
    queryKey: [...studyKeys.all, 'everybody', term, order, page],
    queryFn: (): Promise<Page<StudyWithPeople>> =>
      askFarPage('load_studies', page, 'study_date, created_at', (client) =>
        (term
          ? client.rpc('search_studies', { term }, counted).select(studyColumns)
          : client.from('studies').select(studyColumns, counted)
        )
          .order(order.column, { ascending: order.ascending })
          .order('id')
          .range(...rangeOf(page)),
      ),
    placeholderData: keepShown,
  })
}
