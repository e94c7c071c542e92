import type { Progress } from '#domain/study-progress.ts'
import type { Study, StudyPreview, StudySeen } from '#web/backend/database.ts'
import type { ReportHead } from '#web/backend/report-rows.ts'

// By name, because PostgREST returns computed names beside the rows of a search only so.
export const pictured = 'id, study_type, study_date, file_url'
const withNames = 'patient_id, comments, file_name, created_at, patient_name, doctor_name' as const
const withPeople = `${withNames}, doctor_id` as const
export const thumb = 'kind, thumb_path, thumb_width, thumb_height, tint, parts'
const result = 'progress, report_heads(report_id, state, addenda, signed_at)'
const cover = 'state, reason, cover_path, cover_width, cover_height'

/** For lists: ten of them and what answers them fit into 7 KB. */
export const studyColumns = `${pictured}, ${withPeople}, study_previews(${thumb}), ${result}` as const

/** For a patient's own list, which has what was seen besides: nothing there asks who made a study but by name. */
export const ownColumns = `${pictured}, ${withNames}, study_previews(${thumb}), ${result}` as const

/** For one study, or a few: with the large picture. */
export const studyWithCover =
  `${pictured}, ${withPeople}, study_previews(${thumb}, ${cover}), ${result}` as const

type Thumb = Pick<StudyPreview, 'kind' | 'thumb_path' | 'thumb_width' | 'thumb_height' | 'tint' | 'parts'>
type Cover = Pick<StudyPreview, 'state' | 'reason' | 'cover_path' | 'cover_width' | 'cover_height'>

/** What is needed to draw a study's picture, or to say why there is none. */
export type PicturedStudy = Pick<Study, 'id' | 'study_type' | 'study_date' | 'file_url'> & {
  study_previews: (Thumb & Partial<Cover>) | null
}

export type StudyWithPeople = Omit<Study, 'doctor_id'> &
  PicturedStudy & {
    /** Patients' own lists leave it out. */
    doctor_id?: Study['doctor_id']
    patient_name: string | null
    doctor_name: string | null
    /** What the person opened of it, and when last; patients' own lists have it. */
    study_seen?: Pick<StudySeen, 'what' | 'last_at'>[]
    /** How far its result is. */
    progress?: Progress | null
    /** Signed and annulled reports that the reader may know of. */
    report_heads?: Pick<ReportHead, 'report_id' | 'state' | 'addenda' | 'signed_at'>[]
  }
