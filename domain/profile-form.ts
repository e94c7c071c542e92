import { type NewPatientErrors, newPatientErrors, type StoredPerson } from './new-patient.ts'

/** The profile form as typed; every value is text, '' when left empty. */
export type ProfileForm = {
  full_name: string
  phone: string
  age: string
  specialty: string
  professional_license: string
}

/** What is wrong with the form, field by field, in words for the user (docs/product/accounts.md). */
export function profileErrors(
  form: ProfileForm,
  stored?: StoredPerson | null,
): Partial<Record<keyof ProfileForm, string>> {
  const { email: _, ...errors }: NewPatientErrors = newPatientErrors({ ...form, email: '' }, stored)
  const long = (text: string, most: number) =>
    [...text.trim()].length > most ? `Escribe ${most} caracteres como máximo.` : undefined
  const specialty = long(form.specialty, 200)
  const professional_license = long(form.professional_license, 100)
  return {
    ...errors,
    ...(specialty && { specialty }),
    ...(professional_license && { professional_license }),
  }
}
