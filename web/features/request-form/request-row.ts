import { isEmail, isPhone } from '#domain/contact.ts'
import { readDay } from './typed-day.ts'

/** The form as typed. Names are the columns of study_requests that they end in. */
export type RequestFields = {
  patient_name: string
  patient_email: string
  patient_phone: string
  study_type: string
  patient_age: string
  tentative_date: string
  referring_doctor: string
  notes: string
}

/** A row for study_requests; status, id and time of creation belong to the database. */
export type RequestRow = {
  patient_name: string
  patient_email: string
  patient_phone: string
  study_type: string
  patient_age: number | null
  tentative_date: string | null
  referring_doctor: string | null
  notes: string | null
  status: 'pendiente'
  privacy_version: string
  privacy_accepted_at: string
}

export type FieldName = keyof RequestFields
export type FieldErrors = Partial<Record<FieldName, string>>

export const emptyFields: RequestFields = {
  patient_name: '',
  patient_email: '',
  patient_phone: '',
  study_type: '',
  patient_age: '',
  tentative_date: '',
  referring_doctor: '',
  notes: '',
}

/** Names of the fields in the order in which they are read and the first error is focused. */
export const fieldNames = Object.keys(emptyFields) as FieldName[]

type Context = {
  /** First day that may be chosen, `yyyy-MM-dd`. */
  firstDay: string
  privacyVersion: string
  /** Moment of sending. */
  now: Date
}

/**
 * Turns the typed form into a row, or says in Spanish what is wrong with each field.
 * Rules: docs/product/requests.md (required fields, whole age or nothing, dates from yesterday on).
 */
export function checkRequest(
  typed: RequestFields,
  { firstDay, privacyVersion, now }: Context,
): { row: RequestRow; errors?: never } | { row?: never; errors: FieldErrors } {
  const text = trimmed(typed)
  const errors: FieldErrors = {}
  if (!text.patient_name) errors.patient_name = 'Escribe tu nombre completo.'
  if (!text.patient_email) errors.patient_email = 'Escribe tu correo electrónico.'
  else if (!isEmail(text.patient_email))
    errors.patient_email = 'Escribe un correo válido, por ejemplo nombre@correo.com'
  if (!text.patient_phone) errors.patient_phone = 'Escribe tu teléfono.'
  else if (!isPhone(text.patient_phone))
    errors.patient_phone = 'Escribe un teléfono de 10 dígitos, por ejemplo 961 000 0000'
  if (!text.study_type) errors.study_type = 'Selecciona un estudio.'
  const age = text.patient_age === '' ? null : Number(text.patient_age)
  if (age !== null && !(Number.isInteger(age) && age >= 0 && age <= 130))
    errors.patient_age = 'Escribe la edad en años, de 0 a 130.'
  const day = text.tentative_date === '' ? null : readDay(text.tentative_date)
  if (day === undefined) errors.tentative_date = 'Escribe la fecha como día/mes/año, por ejemplo 05/12/2026'
  else if (day !== null && day < firstDay) errors.tentative_date = 'Elige una fecha que no haya pasado.'
  if (Object.keys(errors).length > 0) return { errors }
  return {
    row: {
      patient_name: text.patient_name,
      patient_email: text.patient_email,
      patient_phone: text.patient_phone,
      study_type: text.study_type,
      patient_age: age,
      tentative_date: day ?? null,
      referring_doctor: text.referring_doctor || null,
      notes: text.notes || null,
      status: 'pendiente',
      privacy_version: privacyVersion,
      privacy_accepted_at: now.toISOString(),
    },
  }
}

function trimmed(typed: RequestFields): RequestFields {
  const entries = fieldNames.map((name) => [name, typed[name].trim()] as const)
  return { ...emptyFields, ...Object.fromEntries(entries) }
}
