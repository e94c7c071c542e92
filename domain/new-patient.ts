import type { Checked } from './checked.ts'
import { isEmail } from './contact.ts'
import { isName, nameProblem } from './name.ts'
import { isPhone, phoneProblem } from './phone.ts'

/** The add-patient form as typed; every value is text, '' when left empty. */
export type NewPatientForm = { full_name: string; email: string; phone: string; age: string }

const empty: NewPatientForm = { full_name: '', email: '', phone: '', age: '' }

/** What a form was filled with. */
export type StoredPerson = { full_name: string; phone: string | null }

export type NewPatientErrors = Partial<Record<keyof NewPatientForm, string>>

/** The form for somebody who was searched and not found: what was typed goes where it belongs. */
export function newPatientFrom(typed: string): NewPatientForm {
  const text = typed.trim()
  if (text.includes('@')) return { ...empty, email: text }
  return isPhone(text) ? { ...empty, phone: text } : { ...empty, full_name: text }
}

/** Parses an age in whole years, 0 to 130; null when empty. */
export function readAge(text: string): Checked<number | null> {
  const typed = text.trim()
  if (typed === '') return { ok: true, value: null }
  if (/^\d{1,3}$/.test(typed) && Number(typed) <= 130) return { ok: true, value: Number(typed) }
  return { ok: false, problem: 'Escribe la edad en años cumplidos, de 0 a 130.' }
}

/**
 * The form's problems, field by field, in words for the doctor (docs/product/accounts.md). A stored name or
 * telephone from before its rule may stay.
 */
export function newPatientErrors(form: NewPatientForm, stored?: StoredPerson | null): NewPatientErrors {
  const errors: NewPatientErrors = {}
  const name = form.full_name.trim()
  if (name === '') errors.full_name = 'Escribe el nombre completo.'
  else if ([...name].length > 200) errors.full_name = 'Escribe 200 caracteres como máximo.'
  else if (form.full_name !== stored?.full_name && !isName(name)) errors.full_name = nameProblem
  if (!isEmail(form.email.trim())) errors.email = 'Escribe un correo válido, por ejemplo nombre@correo.com'
  const phone = form.phone.trim()
  if ([...phone].length > 40) errors.phone = 'Escribe 40 caracteres como máximo.'
  else if (phone !== '' && phone !== stored?.phone && !isPhone(phone)) errors.phone = phoneProblem
  const age = readAge(form.age)
  if (!age.ok) errors.age = age.problem
  return errors
}
