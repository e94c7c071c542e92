import { isName, nameProblem } from './name.ts'
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
 * name or telephone from before its rule may stay.
 */
export function requestEditErrors(
  form: RequestEdit,
  stored?: { patient_name: string; patient_phone: string },
): Partial<Record<keyof RequestEdit, string>> {
  const errors: Partial<Record<keyof RequestEdit, string>> = {}
  for (const field of ['patient_name', 'patient_phone', 'referring_doctor', 'notes'] as const) {
    const most = requestFormLimits[field]
    if ([...form[field].trim()].length > most) errors[field] = `Escribe ${most} caracteres como máximo.`
  }
  if (form.patient_name.trim() === '') errors.patient_name = 'Escribe el nombre completo.'
  else if (form.patient_name !== stored?.patient_name && !isName(form.patient_name))
    errors.patient_name ??= nameProblem
  if (form.patient_phone !== stored?.patient_phone && !isPhone(form.patient_phone.trim()))
    errors.patient_phone = phoneProblem
  if (form.study_type.trim() === '') errors.study_type = 'Selecciona un estudio.'
  if (parseRequestStatus(form.status) === null) errors.status = 'Elige un estado.'
  return errors
}
