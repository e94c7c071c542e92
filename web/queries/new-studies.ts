import { queryOptions } from '@tanstack/react-query'
import { askPage, type Page } from '#web/backend/client.ts'
import { counted } from '#web/backend/paging.ts'
import { type StudyWithPeople, studyColumns } from './study-columns.ts'
import { studyKeys } from './study-keys.ts'

/** A doctor's studies created between two instants (ISO), newest first. */
export function newStudiesQuery(doctorId: string, from: string, to: string) {
  return queryOptions({
    queryKey: [...studyKeys.all, 'new', doctorId, from, to],
    queryFn: (): Promise<Page<StudyWithPeople>> =>
      askPage('load_studies', (client) =>
        client
          .from('studies')
          .select(studyColumns, counted)
          .eq('doctor_id', doctorId)
          .gte('created_at', from)
          .lt('created_at', to)
          .order('created_at', { ascending: false })
          .range(0, 99),
      ),
  })
}
