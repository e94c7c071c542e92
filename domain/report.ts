/** Whether a report is being written, was signed, or was withdrawn (docs/product/report-writing.md). */
export const reportStates = ['borrador', 'firmado', 'anulado'] as const

export type ReportState = (typeof reportStates)[number]

export const patientSexes = ['mujer', 'hombre', 'no especificado'] as const

export type PatientSex = (typeof patientSexes)[number]

/** One headed part of the findings. `rows` for tables: a row's cells in the order of `columns`. */
export type ReportSection = {
  key: string
  title: string
  text: string
  /** It lies outside of what was imaged. */
  outside: boolean
  columns?: string[]
  rows?: string[][]
}

/** The fields of plain text, in the order in which they are read. */
export const reportTexts = [
  'requested_by',
  'study_name',
  'clinical_question',
  'incidents',
  'performed_by',
  'technique',
  'quality',
  'compared_with',
  'impression',
  'recommendations',
  'communication',
  'patient_summary',
] as const

export type ReportText = (typeof reportTexts)[number]

/** What an author writes; '' where nothing is written. */
export type ReportContent = Record<ReportText, string> & {
  /** ISO instant. */
  performed_at: string | null
  patient_age: number | null
  patient_sex: PatientSex | null
  sections: ReportSection[]
  /** Key images that the report shows, in their order. */
  images: string[]
}

/** Characters that each field may have; those of a section, and what a whole draft may weigh in bytes. */
export const reportLimits = {
  requested_by: 200,
  study_name: 200,
  clinical_question: 1000,
  incidents: 1000,
  performed_by: 200,
  technique: 1000,
  quality: 1000,
  compared_with: 500,
  impression: 5000,
  recommendations: 3000,
  communication: 1000,
  patient_summary: 1200,
  section: 5000,
  images: 12,
  addendum: 5000,
  reason: 500,
  bytes: 60 * 1024,
} as const satisfies Record<ReportText | 'section' | 'images' | 'addendum' | 'reason' | 'bytes', number>

/** What is written at a field. */
export const reportLabels: Record<ReportText | 'performed_at' | 'patient_age' | 'patient_sex', string> = {
  performed_at: 'Fecha y hora del estudio',
  requested_by: 'Quién solicitó el estudio',
  study_name: 'Estudio solicitado',
  clinical_question: 'Problema clínico',
  incidents: 'Incidentes (o «Ninguno»)',
  performed_by: 'Quién realizó el estudio',
  patient_age: 'Edad del paciente',
  patient_sex: 'Sexo del paciente',
  technique: 'Técnica',
  quality: 'Calidad y limitaciones',
  compared_with: 'Comparación',
  impression: 'Impresión',
  recommendations: 'Recomendaciones',
  communication: 'Comunicación de hallazgos urgentes',
  patient_summary: 'En pocas palabras',
}

/** A field by its column, or a section by its key behind 'sections.'. */
export type FieldId = keyof ReportContent | `sections.${string}`

export const sectionField = (key: string): FieldId => `sections.${key}`

export const noIncidents = 'Ninguno'

/** A whole number of years up to 130, or null. */
export function ageOf(typed: string): number | null {
  const text = typed.trim()
  return /^\d{1,3}$/.test(text) && Number(text) <= 130 ? Number(text) : null
}

/** Whether anything is written in a section's text or table. */
export function isWritten({ text, rows = [] }: Pick<ReportSection, 'text' | 'rows'>): boolean {
  return text.trim() !== '' || rows.some((row) => row.some((cell) => cell.trim() !== ''))
}

/** Items with this one at place `at`, counted without it; beyond the ends it is the first or the last. */
export function placed<Item>(items: readonly Item[], item: Item, at: number): Item[] {
  return items.filter((one) => one !== item).toSpliced(Math.max(0, at), 0, item)
}

/** Whether a practitioner's certificate is over. Both days are yyyy-MM-dd; one without an end stays. */
export function hasEnded(until: string | null, today: string): boolean {
  return until !== null && until < today
}

/** What an addendum does to a signed report; a correction of the impression is a 'corrección'. */
export const addendumKinds = ['aclaración', 'corrección', 'ampliación'] as const

export type AddendumKind = (typeof addendumKinds)[number]

export const addendumLabels: Record<AddendumKind, string> = {
  aclaración: 'Aclaración',
  corrección: 'Corrección',
  ampliación: 'Ampliación',
}
