import type { Changed } from './row.ts'
import type { Rows } from './schema.ts'

// Rows of saved work and of reports, narrowed by JSON and by the rules of the database.

/** A point in mm of the patient's coordinates, or in pixels of a picture. */
export type MarkPoint = number[]

/** A measurement or note on a study; `points` are 1 to 12, an orientation the degrees of pitch, roll and yaw. */
export type StudyMark = Changed<
  Rows['study_marks'],
  { points: MarkPoint[]; arch: object | null; orientation: readonly number[] | null }
>

/** What its author writes of a mark. */
export type NewStudyMark = Omit<StudyMark, 'created_at' | 'updated_at' | 'removed_at'> &
  Partial<Pick<StudyMark, 'removed_at'>>

/** How a doctor left the viewer. */
export type StudyDesk = Changed<Rows['study_desks'], { state: object }>

/** A window of one's own. */
export type ViewerPreset = Rows['viewer_presets']

/** A picture that was kept of a study; `path` in bucket study_files, `source` leads back to its place. */
export type KeyImage = Changed<Rows['key_images'], { source: object }>

/** What its author writes of a key image. */
export type NewKeyImage = Omit<KeyImage, 'created_at' | 'removed_at'>

/** A section of a template; `columns` are the headings of its table. */
export type TemplateSection = { key: string; title: string; columns?: string[] }

/** What a report of a kind of study is asked to say; without `approved_at` no administrator has saved it yet. */
export type ReportTemplate = Changed<Rows['report_templates'], { sections: TemplateSection[] }>

/** Words that a person puts in; without `owner_id` the clinic's. */
export type ReportPhrase = Rows['report_phrases']

/** A section of a report: its words, `outside` when it lies outside of the volume, and the rows of its table. */
export type ReportSection = TemplateSection & { text: string; outside: boolean; rows?: string[][] }

/** The clinic as it was when a report was signed. */
export type ReportClinic = { name: string | null; address: string | null; owner: string | null }

/** A report as its table holds it. */
export type Report = Changed<Rows['reports'], { sections: ReportSection[]; clinic: ReportClinic | null }>

/** A report in the hands of who writes it: with the ids of its key images in their order. */
export type ReportInWork = Report & { images: string[] }

/** What `save_report` takes. */
export type ReportChanges = Partial<
  Pick<
    ReportInWork,
    | 'performed_at'
    | 'requested_by'
    | 'study_name'
    | 'clinical_question'
    | 'sections'
    | 'incidents'
    | 'performed_by'
    | 'patient_age'
    | 'patient_sex'
    | 'technique'
    | 'quality'
    | 'compared_with'
    | 'impression'
    | 'recommendations'
    | 'communication'
    | 'patient_summary'
    | 'images'
  >
>

/** What signing answers. */
export type SignedReport = {
  folio: string
  content_hash: string
  signed_at: string
  visible_from: string
  verify_token: string
}

/** A key image of a report. */
export type ReportImage = Rows['report_images']

/** What lists embed of a signed report. */
export type ReportHead = Rows['report_heads']

/** An addendum; unsigned ones are their author's own. */
export type ReportAddendum = Rows['report_addenda']

/** A delivered report as its patient and links read it; of an annulled one folio, dates and reason. */
export type DeliveredReport =
  | (Omit<
      Report,
      | 'hold_reason'
      | 'author_id'
      | 'template_id'
      | 'template_version'
      | 'version'
      | 'annulled_by'
      | 'created_at'
      | 'updated_at'
      | 'state'
    > & {
      state: 'firmado'
      images: Pick<KeyImage, 'id' | 'path' | 'width' | 'height' | 'caption' | 'sha256' | 'position'>[]
      addenda: Omit<
        ReportAddendum,
        'report_id' | 'author_id' | 'created_at' | 'updated_at' | 'previous_hash'
      >[]
    })
  | (Pick<Report, 'id' | 'study_id' | 'folio' | 'signed_at' | 'annulled_at' | 'annul_reason'> & {
      state: 'anulado'
    })

/** What the code on a printed report tells anybody. */
export type VerifiedReport = {
  state: 'firmado' | 'anulado'
  folio: string
  signed_at: string
  annulled_at: string | null
  signer_name: string
  signer_specialty: string | null
  signer_license: string
  addenda: number
  content_hash: string
}

/** How far a study is; null while there is nothing to open. */
export type StudyProgress = 'recibido' | 'en_interpretacion' | 'por_entregar' | 'entregado' | 'visto'
