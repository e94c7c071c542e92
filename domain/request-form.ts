import { isEmail, isPhone } from './contact.ts'
import { addDays, isDay } from './days.ts'
import { readAge } from './new-patient.ts'

/** The public request form as typed; every value is text, '' when left empty. */
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

/** A row of study_requests as a visitor may insert it. */
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

/** The longest texts that the form takes, in characters; the database refuses longer ones as well. */
const requestFormLimits = {
  patient_name: 200,
  patient_email: 254,
  patient_phone: 40,
  referring_doctor: 200,
  notes: 5000,
} as const

/**
 * Reads the public request form (docs/product/requests.md): a row to insert, or what is wrong in words for the visitor.
 * `today` is the clinic's day, `studyTypes` the names that the form offers, `privacyVersion` the notice it links to.
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
  const date = form.tentative_date.trim()
  const referring = oneLine(form.referring_doctor)
  const notes = form.notes.trim()

  const errors: RequestFormErrors = {}
  if (name === '') errors.patient_name = 'Escribe tu nombre completo.'
  if (!isEmail(email)) {
    errors.patient_email = 'Escribe un correo electrónico válido, por ejemplo nombre@correo.com.'
  }
  if (!isPhone(phone)) errors.patient_phone = 'Escribe un teléfono válido, por ejemplo 962 000 0000.'
  if (!age.ok) errors.patient_age = age.problem
  if (!studyTypes.includes(form.study_type)) errors.study_type = 'Selecciona un tipo de estudio.'
  if (date !== '' && !isDay(date)) errors.tentative_date = 'Elige una fecha válida.'
  else if (date !== '' && date < addDays(today, -1)) {
    errors.tentative_date = 'La fecha tentativa no puede ser anterior a ayer.'
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
      tentative_date: date || null,
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
