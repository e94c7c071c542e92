import { queryOptions } from '@tanstack/react-query'
import { studyAttachment } from '#domain/study.ts'
import { ask, askFarPage, askPage, type Page } from '#web/backend/client.ts'
import type { NewStudy, Study, StudyPreview, StudySeen } from '#web/backend/database.ts'
import { AppError, type ErrorCode, toAppError } from '#web/backend/errors.ts'
import { insertOnce } from '#web/backend/insert-once.ts'
import { counted, keepShown, newestFirst, type Order, type PageOf, rangeOf } from '#web/backend/paging.ts'
import { getStorage } from '#web/backend/services-on-demand.ts'
import { studyBucket } from '#web/backend/study-bucket.ts'
import type { StudySending } from '#web/backend/uploads/send-study.ts'
import { logStudy } from './access.ts'

/** How long a download link works, in seconds. */
const linkLife = 60

// By name, because PostgREST returns computed names beside the rows of a search only so.
const pictured = 'id, study_type, study_date, file_url'
const withPeople =
  'patient_id, doctor_id, comments, file_name, created_at, patient_name, doctor_name' as const
const thumb = 'kind, thumb_path, thumb_width, thumb_height, tint, parts'
const cover = 'state, reason, cover_path, cover_width, cover_height'

/** For lists: ten of them and what answers them fit into 7 KB. */
export const studyColumns = `${pictured}, ${withPeople}, study_previews(${thumb})` as const

/** For one study, or a few: with the large picture. */
export const studyWithCover = `${pictured}, ${withPeople}, study_previews(${thumb}, ${cover})` as const

type Thumb = Pick<StudyPreview, 'kind' | 'thumb_path' | 'thumb_width' | 'thumb_height' | 'tint' | 'parts'>
type Cover = Pick<StudyPreview, 'state' | 'reason' | 'cover_path' | 'cover_width' | 'cover_height'>

/** What is needed to draw a study's picture, or to say why there is none. */
export type PicturedStudy = Pick<Study, 'id' | 'study_type' | 'study_date' | 'file_url'> & {
  study_previews: (Thumb & Partial<Cover>) | null
}

export type StudyWithPeople = Study &
  PicturedStudy & {
    patient_name: string | null
    doctor_name: string | null
    /** What the person opened of it; patients' own lists have it. */
    study_seen?: Pick<StudySeen, 'what'>[]
  }

export const studyKeys = {
  all: ['studies'] as const,
  of: (patientId: string) => [...studyKeys.all, 'of', patientId] as const,
}

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
      askFarPage('load_studies', page, (client) =>
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
  const { sendStudyFile } = await import('#web/backend/uploads/send-study.ts')
  return sendStudyFile(folder, file, sending)
}

/**
 * An address of the file that works for a minute. The caller records the access first. With `toKeep` the browser saves the file under
 * its name, and the trail says that it was downloaded, not looked at.
 */
export async function signedStudyUrl(
  study: Pick<Study, 'file_url' | 'file_name'>,
  code: ErrorCode,
  { toKeep = false } = {},
): Promise<string> {
  const attachment = studyAttachment(study.file_url)
  if (attachment.kind !== 'file') throw new AppError('no_study_file', 'missing')
  try {
    const storage = await getStorage()
    const { data, error } = await storage.from(studyBucket).createSignedUrl(attachment.path, linkLife)
    if (error) throw error
    // Its own `download` option encodes the name twice, and accents arrive as %C3%AD.
    const url = new URL(data.signedUrl)
    if (toKeep) url.searchParams.set('download', study.file_name ?? '')
    return url.href
  } catch (failure) {
    throw toAppError(failure, code)
  }
}

/** Records that a study's external link is opened. */
export async function noteStudyLink(study: Pick<Study, 'id'>): Promise<void> {
  await logStudy('study_link', study, 'open_study_link')
}

/** Downloads a study's file; the browser saves it under the name that it was uploaded with. */
export async function downloadStudy(study: Pick<Study, 'id' | 'file_url' | 'file_name'>): Promise<void> {
  if (studyAttachment(study.file_url).kind !== 'file') throw new AppError('no_study_file', 'missing')
  await logStudy('study', study, 'download_file')
  const anchor = document.createElement('a')
  anchor.href = await signedStudyUrl(study, 'download_file', { toKeep: true })
  anchor.download = study.file_name ?? ''
  document.body.append(anchor)
  anchor.click()
  anchor.remove()
}
