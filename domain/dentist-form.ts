import { newPatientErrors } from './new-patient.ts'

/** A dentist as typed, by an administrator who invites or by the dentist who asks; every value is text, '' when left empty. */
export type DentistForm = {
  full_name: string
  email: string
  practice: string
  phone: string
  address: string
  /** Cédula profesional. */
  licence: string
}

/** The form's problems, field by field, in words for who fills it in (docs/product/referrers.md). */
export function dentistErrors(form: DentistForm): Partial<Record<keyof DentistForm, string>> {
  const { full_name, email, phone } = newPatientErrors({ ...form, age: '' })
  const practice = form.practice.trim()
  const errors = {
    full_name,
    email,
    practice: practice === '' ? 'Escribe el nombre del consultorio.' : tooLong(practice, 120),
    phone: form.phone.trim() === '' ? 'Escribe un teléfono.' : phone,
    address: tooLong(form.address.trim(), 200),
    licence: /^(\d{5,12})?$/.test(form.licence.trim()) ? undefined : 'Escribe de 5 a 12 dígitos.',
  }
  return Object.fromEntries(Object.entries(errors).filter(([, problem]) => problem !== undefined))
}

const tooLong = (text: string, most: number) =>
  [...text].length > most ? `Escribe ${most} caracteres como máximo.` : undefined
