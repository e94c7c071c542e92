import { queryOptions } from '@tanstack/react-query'
import { askPage, type Page } from '#web/backend/client.ts'
import type { Study } from '#web/backend/database.ts'
import { counted, keepShown, type PageOf, rangeOf } from '#web/backend/paging.ts'
import type { Report } from '#web/backend/report-rows.ts'
import { reportKeys } from './report-keys.ts'
import type { PicturedStudy } from './study-columns.ts'

const pictured =
  'id, study_type, study_date, file_url, study_previews(kind, thumb_path, thumb_width, thumb_height, tint, parts)' as const

/** A study that waits for its report. */
export type AwaitingStudy = PicturedStudy &
  Pick<Study, 'patient_id' | 'created_at'> & { patient_name: string | null; doctor_name: string | null }

/** A report in a list, with the picture of its study. */
export type ListedReport = Pick<
  Report,
  | 'id'
  | 'study_id'
  | 'patient_id'
  | 'patient_name'
  | 'state'
  | 'folio'
  | 'signed_at'
  | 'signer_name'
  | 'updated_at'
> & { study: PicturedStudy | null }

const listed =
  `id, study_id, patient_id, patient_name, state, folio, signed_at, signer_name, updated_at, study:studies(${pictured})` as const

/** One page of the studies that get a report and have neither draft nor signed one, the oldest first. */
export function awaitingReportsQuery(page: PageOf) {
  return queryOptions({
    queryKey: [...reportKeys.all, 'awaiting', page],
    queryFn: async (): Promise<Page<AwaitingStudy>> => {
      const { rows, total } = await askPage('load_studies', (client) =>
        client
          .from('awaiting_reports')
          .select(`study:studies(${pictured}, patient_id, created_at, patient_name, doctor_name)`, counted)
          .order('created_at')
          .order('study_id')
          .range(...rangeOf(page)),
      )
      return { rows: rows.map(({ study }) => study), total }
    },
    placeholderData: keepShown,
  })
}

/** How many studies wait for a report. */
export function awaitingCountQuery() {
  return queryOptions({
    queryKey: reportKeys.count,
    queryFn: async (): Promise<number> => {
      const { total } = await askPage('load_studies', (client) =>
        client.from('awaiting_reports').select('study_id', counted).limit(1),
      )
      return total
    },
  })
}

/** One page of one's own drafts, the oldest first. */
export function ownDraftsQuery(page: PageOf) {
  return listOf('draft', page, ['borrador'], { column: 'created_at', ascending: true })
}

/** One page of what was signed, by whoever may be read, the newest first. */
export function signedReportsQuery(page: PageOf) {
  return listOf('signed', page, ['firmado', 'anulado'], { column: 'signed_at', ascending: false })
}

function listOf(
  name: string,
  page: PageOf,
  states: Report['state'][],
  { column, ascending }: { column: 'created_at' | 'signed_at'; ascending: boolean },
) {
  return queryOptions({
    queryKey: [...reportKeys.all, name, page],
    queryFn: (): Promise<Page<ListedReport>> =>
      askPage('load_studies', (client) =>
        client
          .from('reports')
          .select(listed, counted)
          .in('state', states)
          .order(column, { ascending })
          .order('id')
          .range(...rangeOf(page)),
      ),
    placeholderData: keepShown,
  })
}
