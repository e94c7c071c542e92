import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { accountKind } from '#domain/account-kind.ts'
import { readAge } from '#domain/new-patient.ts'
import { phoneField } from '#domain/phone.ts'
import { type UserForm, userErrors } from '#domain/user-form.ts'
import { notices } from '#web/copy/notices.ts'
import { type IdFor, useForm } from '#web/parts/forms/use-form.ts'
import { createUser, type User, updateUser } from '#web/queries/admin-users.ts'
import { clinicQuery } from '#web/queries/clinic.ts'
import { profileKeys } from '#web/queries/profiles.ts'
import { refreshSession, useProfile } from '#web/session/session.ts'
import { addCredential } from '#web/session/temp-credentials.ts'
import { toast } from '#web/ui/toast.ts'

export type UserFormState = ReturnType<typeof useUserForm>

/** State, rules and saving of an account: a new one, or `user` as it was (docs/product/admin.md). */
export function useUserForm(user: User | null, onDone: () => void) {
  const me = useProfile()
  const client = useQueryClient()
  const { data: clinic } = useQuery(clinicQuery())

  const save = useMutation({
    mutationFn: async ({ typed, idFor }: { typed: UserForm; idFor: IdFor }) => {
      if (user) {
        await updateUser(user.id, { ...rowOf(typed, user), may_report: typed.may_report })
        return notices.userUpdated
      }
      const row = { ...rowOf(typed, null), email: typed.email.trim() }
      const created = await createUser({ ...row, password: typed.password, requestId: idFor(row) })
      if (created.outcome === 'linked') return { title: 'Paciente vinculado', description: created.message }
      const { id, email, fullName, tempPassword } = created
      addCredential({ id, email, fullName, tempPassword, timestamp: Date.now() })
      return notices.userCreated
    },
    onSuccess: (notice) => {
      toast(notice)
      onDone()
      // The signed-in person's own rights may have changed.
      if (user?.id === me.id) void refreshSession()
    },
    onSettled: () => void client.invalidateQueries({ queryKey: profileKeys.all }),
  })

  return useForm({
    start: () => formOf(user),
    check: (typed) =>
      userErrors(typed, {
        isNew: user === null,
        clinic: clinic?.name ?? '',
        stored: user,
      }),
    send: (typed, idFor) => save.mutateAsync({ typed, idFor }),
    code: user ? 'update_user' : 'create_user',
  })
}

function formOf(user: User | null): UserForm {
  return {
    full_name: user?.full_name ?? '',
    email: user?.email ?? '',
    password: '',
    phone: phoneField(user?.phone ?? ''),
    age: user?.age == null ? '' : String(user.age),
    role: user ? accountKind(user.role) : 'patient',
    specialty: user?.specialty ?? '',
    professional_license: user?.professional_license ?? '',
    is_admin: user?.is_admin ?? false,
    may_report: user?.may_report ?? true,
  }
}

/** The part of the form that is stored. A patient's and a dentist's specialty and licence are not asked for, so they stay. */
function rowOf(form: UserForm, user: User | null) {
  const age = readAge(form.age)
  const isDoctor = form.role === 'doctor'
  return {
    full_name: form.full_name.trim(),
    phone: form.phone.trim() || null,
    age: age.ok ? age.value : null,
    // The second spelling stays as it is stored.
    role: form.role === 'patient' && user?.role === 'paciente' ? ('paciente' as const) : form.role,
    specialty: isDoctor ? form.specialty.trim() || null : (user?.specialty ?? null),
    professional_license: isDoctor
      ? form.professional_license.trim() || null
      : (user?.professional_license ?? null),
    is_admin: isDoctor && form.is_admin,
  }
}
