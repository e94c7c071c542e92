import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type NewPatientForm, newPatientErrors, readAge } from '#domain/new-patient.ts'
import { createPatient } from '#web/backend/functions.ts'
import { newId } from '#web/backend/ids.ts'
import { notices } from '#web/copy/notices.ts'
import * as paths from '#web/hooks/paths.ts'
import { AgeField, EmailField, NameField, PhoneField } from '#web/parts/person-fields.tsx'
import { SimilarPatients } from '#web/parts/similar-patients.tsx'
import { toastError } from '#web/parts/toast-error.ts'
import { useForm } from '#web/parts/use-form.ts'
import { profileKeys } from '#web/queries/profiles.ts'
import { requestKeys } from '#web/queries/request-keys.ts'
import { markRequestAccepted } from '#web/queries/requests.ts'
import { addCredential } from '#web/session/temp-credentials.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { useUnsavedWarning } from '#web/ui/unsaved.ts'

/** Creates the account, keeps its temporary credential in this browser and answers the request it came from. */
export function AddPatientForm({
  initial,
  requestId,
}: {
  initial: NewPatientForm
  requestId: string | null
}) {
  const navigate = useNavigate()
  const client = useQueryClient()
  // A retry after a lost answer makes the same account with a new password.
  const [ownId] = useState(newId)
  const create = async (typed: NewPatientForm) => {
    const age = readAge(typed.age)
    const created = await createPatient({
      full_name: typed.full_name.trim(),
      email: typed.email.trim(),
      phone: typed.phone.trim() || null,
      age: age.ok ? age.value : null,
      requestId: requestId ?? ownId,
    })
    // Stored before anything else can fail: only this browser knows the password.
    if (created.outcome === 'created') {
      const { id, email, fullName, tempPassword } = created
      addCredential({ id, email, fullName, tempPassword, timestamp: Date.now() })
    }
    const answered = requestId === null || (await markRequestAccepted(Number(requestId)))
    return { created, answered }
  }
  const creating = useMutation({
    mutationFn: create,
    onSuccess: ({ created, answered }) => {
      stored()
      void client.invalidateQueries({ queryKey: profileKeys.all })
      void client.invalidateQueries({ queryKey: requestKeys.all })
      if (!answered) toast({ ...notices.requestLeftPending, variant: 'destructive' })
      else if (created.outcome === 'created') toast(notices.patientCreated)
      else toast({ title: 'Paciente vinculado', description: created.message })
      if (created.outcome !== 'created') return navigate(paths.patients)
      const accepted = answered && requestId !== null ? { accepted: requestId } : undefined
      return navigate(paths.credentials, { state: accepted })
    },
  })
  const form = useForm({
    start: initial,
    check: (typed) => newPatientErrors(typed),
    send: (typed) => creating.mutateAsync(typed),
    code: 'create_patient',
    failed: (failure, focus) => {
      toastError(failure, 'create_patient')
      // A refused e-mail is what one mends first.
      if (failure.reason === 'conflict' || document.activeElement === document.body) focus('email')
    },
  })
  const stored = useUnsavedWarning(form.dirty)

  return (
    <form noValidate onSubmit={form.submit} className="p-4.5 sm:p-6">
      <fieldset disabled={form.busy} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <NameField className="sm:col-span-2" {...form.text('full_name')} />
        <EmailField className="sm:col-span-2" {...form.text('email')} />
        <PhoneField {...form.text('phone')} />
        <AgeField {...form.text('age')} />
      </fieldset>
      <SimilarPatients typed={form.values} />
      <div className="mt-6 flex justify-end *:max-sm:w-full">
        <Button
          type="submit"
          variant="primary"
          busy={form.busy}
          busyLabel="Creando..."
          icon={<UserPlus aria-hidden className="size-5" />}
        >
          Agregar Paciente y Generar Credenciales
        </Button>
      </div>
    </form>
  )
}
