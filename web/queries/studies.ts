import { queryOptions } from '@tanstack/react-query'
import { ask, askFarPage, askPage, type Page } from '#web/backend/client.ts'
import type { NewStudy, Study } from '#web/backend/database.ts'
import { insertOnce } from '#web/backend/insert-once.ts'
import { loadCode } from '#web/backend/load-code.ts'
import { counted, keepShown, newestFirst, type Order, type PageOf, rangeOf } from '#web/backend/paging.ts'
import type { StudySending } from '#web/backend/uploads/send-study.ts'
import { type PicturedStudy, pictured, type StudyWithPeople, studyColumns, thumb } from './study-columns.ts'
import { studyKeys } from './study-keys.ts'

/** One page of a patient's studies, newest first. */
export function patientStudiesQuery(patientId: string, page: PageOf) {
  return queryOptions({
    queryKey: [...studyKeys.of(patientId), page],
    queryFn: (): Promise<Page<StudyWithPeople>> =>
      askPage('load_studies', (client) =>
        client
          .from('studies')
          .select(studyColumns, counted)
          .eq('patient_id', patientId)
          .order('created_at', { ascending: false })
          .order('id')
          .range(...rangeOf(page)),
      ),
    placeholderData: keepShown,
  })
}

/** What is needed for the pictures of these studies, in any order. */
export function studyPreviewsQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: [...studyKeys.all, 'pictures', ids],
    queryFn: (): Promise<PicturedStudy[]> =>
      ask('load_studies', (client) =>
        client.from('studies').select(`${pictured}, study_previews(${thumb})`).in('id', ids),
      ),
    enabled: ids.length > 0,
    placeholderData: (before) => before,
  })
}

/** One page of the studies that a doctor made, newest first unless told otherwise. `search` looks in study, patient, doctor and file. */
export function doctorStudiesQuery(
  doctorId: string,
  {
    search: term = '',
    order = newestFirst,
    ...page
  }: PageOf & { search?: string; order?: Order<'created_at' | 'study_date' | 'study_type'> },
) {
  return queryOptions({
    queryKey: [...studyKeys.all, 'by', doctorId, term, order, page],
    queryFn: (): Promise<Page<StudyWithPeople>> =>
      askFarPage('load_studies', page, 'doctor_id, study_type, study_date, created_at', (client) =>
        (term
          ? client.rpc('search_studies', { term }, counted).select(studyColumns)
          : client.from('studies').select(studyColumns, counted)
        )
          .eq('doctor_id', doctorId)
          .order(order.column, { ascending: order.ascending })
          .order('created_at', { ascending: false })
          .order('id')
          .range(...rangeOf(page)),
      ),
    placeholderData: keepShown,
  })
}

/** Stores a study, once however often it is sent with the same id. `code` chooses the words of a failure. */
export function createStudy(
  study: NewStudy & Pick<Study, 'id'>,
  code: 'add_study' | 'admin_add_study' = 'add_study',
): Promise<void> {
  return insertOnce(code, {
    insert: (client) => client.from('studies').insert(study),
    find: (client) => client.from('studies').select('id').eq('id', study.id),
  })
}

/**
 * Uploads a study's file into a folder (the patient's id, or that of copies without identity), in
 * pieces that survive a lost line, a pause and a reload; returns what `file_url` and `file_name` must
 * hold. `onProgress` gets the part sent, 0 to 1; a signal that aborts ends it with reason `cancelled`.
 */
export async function uploadStudyFile(
  folder: string,
  file: File,
  sending: StudySending = {},
): Promise<{ file_url: string; file_name: string }> {
  const { sendStudyFile } = await loadCode(() => import('#web/backend/uploads/send-study.ts'))
  return sendStudyFile(folder, file, sending)
}
