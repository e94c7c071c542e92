import { isDay } from './days.ts'
import { withoutMarks } from './without-marks.ts'

/** The kinds of study, as the catalogue and the forms spell them (docs/product/studies.md). */
export const studyTypes = [
  'Radiografía Panorámica',
  'Radiografía Lateral de Cráneo',
  'Radiografía Carpal',
  'Tomografías',
  'Trazados Cefalométricos',
  'Escaneo Intraoral',
] as const

export type StudyType = (typeof studyTypes)[number]

/** A kind of study in one word, for where there is no room for more: 'Panorámica', 'Lateral', 'Tomografías'. */
export function shortStudy(studyType: string): string {
  const [first = studyType] = studyType.replace(/^radiografía\s+/i, '').split(' ')
  return first
}

/** Whether a study gets a report while nobody says otherwise: tomographies do. */
export function reportedByDefault(studyType: string | null): boolean {
  return studyType?.trim().toLowerCase().startsWith('tomograf') ?? false
}

/** How a study is filed that an appointment calls by one of the catalogue's tomographies. */
export function filedType(studyType: string): string {
  return reportedByDefault(studyType) ? 'Tomografías' : studyType
}

/** Whether a link is https, the only kind that a study may have. */
export function isHttpsLink(text: string): boolean {
  const link = text.trim()
  return /^https:\/\/[^\s]+$/i.test(link) && URL.canParse(link) && new URL(link).hostname !== ''
}

export type StudyAttachment =
  | { kind: 'link'; url: string }
  | { kind: 'file'; path: string }
  | { kind: 'none' }

/** What a stored study can open: an external link, a file in study_files, or nothing. */
export function studyAttachment(fileUrl: string | null): StudyAttachment {
  const stored = fileUrl?.trim() ?? ''
  if (stored === '') return { kind: 'none' }
  if (isHttpsLink(stored)) return { kind: 'link', url: stored }
  // Any other scheme is neither a link nor a path, and is never opened.
  return /^[a-z][a-z\d+.-]*:/i.test(stored) ? { kind: 'none' } : { kind: 'file', path: stored }
}

/**
 * Path of an uploaded file in study_files: the patient's folder, a folder named by a uuid, and a file name that
 * storage keys allow (no accents, other characters become '_'). `file_name` keeps the original name.
 */
export function studyPath(patientId: string, uuid: string, fileName: string): string {
  const base = fileName.split(/[\\/]/).at(-1) ?? ''
  const plain = withoutMarks(base)
    .replace(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/^[._]+/, '')
  // Shorten long names at the start: the end has the extension.
  return `${patientId}/${uuid}/${plain.slice(-100) || 'archivo'}`
}

/** No study can be older: clinics had no digital images before. */
export const firstStudyDay = '1990-01-01'

/** What is wrong with a study's day: it must lie between 1990 and the clinic's `today`. Null when nothing is. */
export function studyDayProblem(day: string, today: string): string | null {
  if (day.trim() === '') return 'Elige la fecha del estudio.'
  if (!isDay(day)) return 'Escribe una fecha como 21/11/2026.'
  return day < firstStudyDay || day > today ? 'Elige una fecha entre 1990 y hoy.' : null
}

export type StudyDraft = { patientId: string; studyType: string; link: string; hasFile: boolean }

export type StudyDraftErrors = Record<'patient' | 'studyType' | 'link' | 'day', string | null>

/** What is missing or wrong in each field of a doctor's study, in words for the person. `today` is the clinic's day. */
export function studyDraftErrors(
  draft: StudyDraft & { day: string },
  { picksPatient, today }: { picksPatient: boolean; today: string },
): StudyDraftErrors {
  const link = draft.link.trim()
  return {
    patient: picksPatient && draft.patientId === '' ? 'Elige un paciente.' : null,
    studyType: draft.studyType === '' ? 'Elige un tipo de estudio.' : null,
    link: linkProblem(link, draft.hasFile),
    day: studyDayProblem(draft.day, today),
  }
}

function linkProblem(link: string, hasFile: boolean): string | null {
  if (link === '') return hasFile ? null : 'Pega el enlace del estudio o elige un archivo.'
  if (hasFile) return 'Elige un enlace o un archivo, no los dos.'
  return isHttpsLink(link) ? null : 'El enlace debe empezar con https://.'
}

/**
 * What a doctor's study still lacks, in its toast's words; null when it can be saved. `picksPatient` when the
 * dialog also asks for the patient.
 */
export function studyDraftProblem(
  draft: StudyDraft,
  { picksPatient }: { picksPatient: boolean },
): string | null {
  const link = draft.link.trim()
  const lacks = draft.studyType === '' || (link === '' && !draft.hasFile)
  if (picksPatient && (lacks || draft.patientId === '')) {
    return 'Por favor, selecciona un paciente, tipo de estudio y pega el enlace.'
  }
  if (lacks) return 'Por favor, selecciona un tipo de estudio y pega el enlace.'
  return link === '' || isHttpsLink(link) ? null : 'El enlace debe empezar con https://.'
}
