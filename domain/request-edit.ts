import { isPhone, phoneProblem } from './phone.ts'
import { requestFormLimits } from './request-form.ts'
import { parseRequestStatus } from './request-status.ts'

/** The administration's form for a request as typed; every value is text, '' when left empty. */
export type RequestEdit = {
  patient_name: string
  patient_phone: string
  study_type: string
  status: string
  notes: string
  referring_doctor: string
}

/**
 * The form's problems, field by field, in words for the administrator (docs/product/admin.md). A stored
 * telephone from before its rule may stay.
 */
export function requestEditErrors(
  form: RequestEdit,
  storedPhone: string | null = null,
): Partial<Record<keyof RequestEdit, string>> {
  const errors: Partial<Record<keyof RequestEdit, string>> = {}
  for (const field of ['patient_name', 'patient_phone', 'referring_doctor', 'notes'] as const) {
    const most = requestFormLimits[field]
    if ([...form[field].trim()].length > most) errors[field] = `Escribe ${most} caracteres como máximo.`
  }
  if (form.patient_name.trim() === '') errors.patient_name = 'Escribe el nombre completo.'
  if (form.patient_phone !== storedPhone && !isPhone(form.patient_phone.trim()))
    errors.patient_phone = phoneProblem
  if (form.study_type.trim() === '') errors.study_type = 'Selecciona un estudio.'
  if (parseRequestStatus(form.status) === null) errors.status = 'Elige un estado.'
  return errors
}
