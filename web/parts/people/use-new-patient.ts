import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type NewPatientForm, newPatientErrors, readAge } from '#domain/new-patient.ts'
import type { AppError } from '#web/backend/errors.ts'
import { type CreatedPatient, createPatient } from '#web/backend/functions.ts'
import { profileKeys } from '#web/queries/profiles.ts'
import { addCredential } from '#web/session/temp-credentials.ts'
import { toastError } from '../feedback/toast-error.ts'
import type { IdFor } from '../forms/use-form.ts'

/**
 * For `useForm`: creates a patient's account and keeps its temporary credential in this browser (docs/product/accounts.md).
 * `requestId` is the request that the patient comes from; `onMade` hears what became of the account.
 */
export function useNewPatient<Made extends { created: CreatedPatient }>({
  initial,
  requestId,
  finish,
  onMade,
}: {
  initial: NewPatientForm
  requestId: string | null
  /** What is still to be done once the account is there, before `onMade`. */
  finish: (created: CreatedPatient, typed: NewPatientForm) => Promise<Made>
  onMade: (made: Made) => unknown
}) {
  const client = useQueryClient()
  const creating = useMutation({
    mutationFn: async ({ typed, idFor }: { typed: NewPatientForm; idFor: IdFor }) => {
      const age = readAge(typed.age)
      const person = {
        full_name: typed.full_name.trim(),
        email: typed.email.trim(),
        phone: typed.phone.trim() || null,
        age: age.ok ? age.value : null,
      }
      // Sent again after a lost answer it is the same account, with a new password.
      const created = await createPatient({ ...person, requestId: requestId ?? idFor(person) })
      // Stored before anything else can fail: only this browser knows the password.
      if (created.outcome === 'created') {
        const { id, email, fullName, tempPassword } = created
        addCredential({ id, email, fullName, tempPassword, timestamp: Date.now() })
      }
      return finish(created, typed)
    },
    onSuccess: (made) => {
      void client.invalidateQueries({ queryKey: profileKeys.all })
      return onMade(made)
    },
  })
  return {
    start: initial,
    check: (typed: NewPatientForm) => newPatientErrors(typed),
    send: (typed: NewPatientForm, idFor: IdFor) => creating.mutateAsync({ typed, idFor }),
    code: 'create_patient' as const,
    failed: (failure: AppError, focus: (name: string) => void) => {
      toastError(failure, 'create_patient')
      // A refused e-mail is what one mends first.
      if (failure.reason === 'conflict' || document.activeElement === document.body) focus('email')
      return undefined
    },
  }
}
