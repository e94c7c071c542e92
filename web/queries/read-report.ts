/** A headed part of the findings. `rows` for tables: a row's cells in the order of `columns`. */
export type ReadSection = {
  key: string
  title: string
  text?: string
  /** It lies outside of what was imaged. */
  outside?: boolean
  columns?: string[]
  rows?: string[][]
}

/** A key image that a report shows; `path` in bucket study_files. */
export type ReadImage = { path: string; width: number; height: number; caption: string | null }

/** Who signed, and with what, copied when it was signed. */
export type Signature = {
  signed_at: string
  signer_name: string
  signer_license: string
  signer_specialty: string | null
  signer_specialty_license: string | null
  /** Only while it was valid. */
  signer_certificate: string | null
  content_hash: string
}

export type ReadAddendum = Signature & {
  id: string
  kind: 'aclaración' | 'corrección' | 'ampliación'
  text: string
}

/** What all reports have, also one whose text its reader must not see. */
type ReportOf = {
  id: string
  study_id: string
  folio: string | null
  annulled_at: string | null
  annul_reason: string | null
}

type Texts =
  | 'requested_by'
  | 'study_name'
  | 'clinical_question'
  | 'incidents'
  | 'performed_by'
  | 'patient_name'
  | 'technique'
  | 'quality'
  | 'compared_with'
  | 'impression'
  | 'recommendations'
  | 'communication'
  | 'patient_summary'

type Facts = {
  state: 'borrador' | 'firmado' | 'anulado'
  performed_at: string | null
  sections: ReadSection[]
  patient_age: number | null
  patient_sex: string | null
  clinic: { name: string | null; address: string | null; owner: string | null } | null
  verify_token: string | null
  /** What `content_hash` is the hash of. */
  signed_text: string | null
  images: ReadImage[]
}

type Nullable<Fields> = { [Name in keyof Fields]: Fields[Name] | null }
type StoredAddendum = Nullable<Signature> &
  Pick<ReadAddendum, 'id' | 'kind' | 'text'> & { position: number | null }

/** A report as the database answers it; a draft holds null where nothing is written, and addenda that are not signed. */
export type StoredReport = ReportOf &
  Facts &
  Record<Texts, string | null> &
  Nullable<Signature> & { addenda: StoredAddendum[] }

/** A report with all its words, '' where nothing is written. A draft has no signature. */
export type ReadReport = ReportOf &
  Facts &
  Record<Texts, string> & {
    signature: Signature | null
    addenda: ReadAddendum[]
  }

/** What its patient learns of an annulled report. */
export type WithdrawnReport = ReportOf & { state: 'anulado'; signed_at: string | null }

/** Whether a report came with its words. */
export function isWhole(report: ReadReport | WithdrawnReport): report is ReadReport {
  return 'impression' in report
}

/** A report as it is read: texts instead of nulls, and signed addenda alone, in their order. */
export function wholeReport(stored: StoredReport): ReadReport {
  const addenda = stored.addenda
    .toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0))
    .flatMap((addendum) => {
      const signature = signatureOf(addendum)
      return signature ? [{ ...addendum, ...signature }] : []
    })
  return { ...stored, ...writtenOf(stored), signature: signatureOf(stored), addenda }
}

function writtenOf(stored: StoredReport): Record<Texts, string> {
  const written = (name: Texts) => stored[name] ?? ''
  return {
    requested_by: written('requested_by'),
    study_name: written('study_name'),
    clinical_question: written('clinical_question'),
    incidents: written('incidents'),
    performed_by: written('performed_by'),
    patient_name: written('patient_name'),
    technique: written('technique'),
    quality: written('quality'),
    compared_with: written('compared_with'),
    impression: written('impression'),
    recommendations: written('recommendations'),
    communication: written('communication'),
    patient_summary: written('patient_summary'),
  }
}

function signatureOf(stored: Nullable<Signature>): Signature | null {
  const { signed_at, signer_name, signer_license, content_hash } = stored
  if (signed_at === null || signer_name === null || signer_license === null || content_hash === null)
    return null
  return { ...stored, signed_at, signer_name, signer_license, content_hash }
}
