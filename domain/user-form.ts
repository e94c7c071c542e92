import { newPatientErrors } from './new-patient.ts'
import { newPasswordProblem } from './password.ts'
import { type ProfileForm, profileErrors } from './profile-form.ts'

/** The administration's form for an account as typed; every value is text, '' when left empty. */
export type UserForm = ProfileForm & {
  email: string
  /** Asked for only when the account is made. */
  password: string
  role: 'doctor' | 'patient'
  is_admin: boolean
}

/**
 * What is wrong with the form, field by field, in words for the administrator (docs/product/admin.md). `isNew` when
 * the account is about to be made; `clinic` is the clinic's name, which no password may be.
 */
export function userErrors(
  form: UserForm,
  { isNew, clinic, storedPhone = null }: { isNew: boolean; clinic: string; storedPhone?: string | null },
): Partial<Record<keyof UserForm, string>> {
  const errors: Partial<Record<keyof UserForm, string>> = profileErrors(form, storedPhone)
  if (!isNew) return errors
  const { email } = newPatientErrors(form)
  const password =
    form.password === ''
      ? 'Contraseña requerida'
      : newPasswordProblem(form.password, form.password, [form.email.trim(), clinic])
  return { ...errors, ...(email && { email }), ...(password && { password }) }
}

/** The form once a role was chosen: only a doctor is an administrator. */
export function withRole<Form extends Pick<UserForm, 'role' | 'is_admin'>>(
  form: Form,
  role: UserForm['role'],
): Form {
  return { ...form, role, is_admin: role === 'doctor' && form.is_admin }
}
