import { isHttpsLink, studyDayProblem } from './study.ts'

/** The administration's form for a study as typed; '' and null where nothing was entered. */
export type StudyEdit = {
  patientId: string | null
  /** yyyy-MM-dd, or what was typed instead. */
  study_date: string
  /** The study's stored day; null for a new study. */
  storedDate: string | null
  /** The clinic's day, yyyy-MM-dd. */
  today: string
  link: string
  hasNewFile: boolean
  /** The patient whose folder holds the stored file, while the study keeps that file. */
  keptFileOf: string | null
}

export type StudyEditErrors = Partial<Record<'patient' | 'study_date' | 'link' | 'file', string>>

/** What is wrong with the form, field by field: only the date is required (docs/product/studies.md). */
export function studyEditErrors(form: StudyEdit): StudyEditErrors {
  const errors: StudyEditErrors = {}
  const link = form.link.trim()
  const hasFile = form.hasNewFile || form.keptFileOf !== null
  // A study stored before this rule keeps its day.
  const day = form.study_date === form.storedDate ? null : studyDayProblem(form.study_date, form.today)
  if (day) errors.study_date = day
  if (link !== '' && hasFile) errors.link = 'Elige un enlace o un archivo, no los dos.'
  else if (link !== '' && !isHttpsLink(link)) errors.link = 'El enlace debe empezar con https://.'
  if (form.hasNewFile && !form.patientId) {
    errors.patient = 'Elige un paciente: el archivo se guarda en su carpeta.'
  }
  if (!form.hasNewFile && form.keptFileOf !== null && form.keptFileOf !== form.patientId) {
    errors.file = 'El archivo está en la carpeta del paciente anterior: súbelo otra vez o quítalo.'
  }
  return errors
}
