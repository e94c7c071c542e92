import type { AccountKind } from './account-kind.ts'
import { newPatientErrors, type StoredPerson } from './new-patient.ts'
import { newPasswordProblem } from './password.ts'
import { type ProfileForm, profileErrors } from './profile-form.ts'

/** The administrator's form for an account as typed; every value is text, '' when left empty. */
export type UserForm = ProfileForm & {
  email: string
  /** Only asked for when creating the account. */
  password: string
  role: AccountKind
  is_admin: boolean
  /** Whether a doctor may write and sign reports; a new account may. */
  may_report: boolean
}

/**
 * The form's problems, field by field, in words for the administrator (docs/product/admin.md). `isNew` when
 * creating the account; `clinic` is the clinic's name, which may not be the password.
 */
export function userErrors(
  form: UserForm,
  { isNew, clinic, stored }: { isNew: boolean; clinic: string; stored?: StoredPerson | null },
): Partial<Record<keyof UserForm, string>> {
  const errors: Partial<Record<keyof UserForm, string>> = profileErrors(form, stored)
  if (!isNew) return errors
  const { email } = newPatientErrors(form)
  const password =
    form.password === ''
      ? 'Contraseña requerida'
      : newPasswordProblem(form.password, form.password, [form.email.trim(), clinic])
  return { ...errors, ...(email && { email }), ...(password && { password }) }
}

/** The form after choosing a role: only a doctor can be an administrator. */
export function withRole<Form extends Pick<UserForm, 'role' | 'is_admin'>>(
  form: Form,
  role: UserForm['role'],
): Form {
  return { ...form, role, is_admin: role === 'doctor' && form.is_admin }
}
