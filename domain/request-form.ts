import { isEmail } from './contact.ts'
import { addDays, readDay } from './days.ts'
import { isName, nameProblem } from './name.ts'
import { readAge } from './new-patient.ts'
import { isPhone, phoneProblem } from './phone.ts'

/** The public request form as typed; every value is text, '' when left empty. Dates as dd/MM/yyyy or yyyy-MM-dd. */
export type RequestForm = {
  patient_name: string
  patient_email: string
  patient_phone: string
  patient_age: string
  study_type: string
  tentative_date: string
  referring_doctor: string
  notes: string
}

/** A row of study_requests that a visitor may insert. */
export type RequestRow = {
  patient_name: string
  patient_email: string
  patient_phone: string
  patient_age: number | null
  study_type: string
  tentative_date: string | null
  referring_doctor: string | null
  notes: string | null
  status: 'pendiente'
  privacy_version: string
}

export type RequestFormErrors = Partial<Record<keyof RequestForm, string>>

/** Longest texts in the form, in characters; the database enforces them too. */
export const requestFormLimits = {
  patient_name: 200,
  patient_email: 254,
  patient_phone: 40,
  referring_doctor: 200,
  notes: 5000,
} as const

/**
 * Parses the public request form (docs/product/requests.md): a row to insert, or the problems in words for the visitor.
 * `today` is the clinic's day, `studyTypes` the offered names, `privacyVersion` the version of the linked notice.
 */
export function readRequestForm(
  form: RequestForm,
  {
    today,
    studyTypes,
    privacyVersion,
  }: { today: string; studyTypes: readonly string[]; privacyVersion: string },
): { ok: true; row: RequestRow } | { ok: false; errors: RequestFormErrors } {
  const name = oneLine(form.patient_name)
  const email = form.patient_email.trim().toLowerCase()
  const phone = oneLine(form.patient_phone)
  const age = readAge(form.patient_age)
  const typedDate = form.tentative_date.trim()
  const date = typedDate === '' ? null : readDay(typedDate)
  const referring = oneLine(form.referring_doctor)
  const notes = form.notes.trim()

  const errors: RequestFormErrors = {}
  if (name === '') errors.patient_name = 'Escribe tu nombre completo.'
  else if (!isName(name)) errors.patient_name = nameProblem
  if (email === '') errors.patient_email = 'Escribe tu correo electrónico.'
  else if (!isEmail(email)) errors.patient_email = 'Escribe un correo válido, por ejemplo nombre@correo.com'
  if (phone === '') errors.patient_phone = 'Escribe tu teléfono.'
  else if (!isPhone(phone)) errors.patient_phone = phoneProblem
  if (!age.ok) errors.patient_age = age.problem
  if (!studyTypes.includes(form.study_type)) errors.study_type = 'Selecciona un estudio.'
  if (typedDate !== '' && date === null) {
    errors.tentative_date = 'Escribe la fecha como día/mes/año, por ejemplo 05/12/2026'
  } else if (date !== null && date < addDays(today, -1)) {
    errors.tentative_date = 'Elige una fecha de ayer en adelante.'
  }
  const limited = [
    ['patient_name', name],
    ['patient_phone', phone],
    ['referring_doctor', referring],
    ['notes', notes],
  ] as const
  for (const [field, text] of limited) {
    const most = requestFormLimits[field]
    if ([...text].length > most) errors[field] = `Escribe ${most} caracteres como máximo.`
  }
  if (!age.ok || Object.keys(errors).length > 0) return { ok: false, errors }

  return {
    ok: true,
    row: {
      patient_name: name,
      patient_email: email,
      patient_phone: phone,
      patient_age: age.value,
      study_type: form.study_type,
      tentative_date: date,
      referring_doctor: referring || null,
      notes: notes || null,
      status: 'pendiente',
      privacy_version: privacyVersion,
    },
  }
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}
