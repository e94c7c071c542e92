import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { type NewPatientForm, newPatientErrors, readAge } from '#domain/new-patient.ts'
import { AppError } from '#web/backend/errors.ts'
import { createPatient } from '#web/backend/functions.ts'
import { newId } from '#web/backend/ids.ts'
import { notices } from '#web/copy/notices.ts'
import * as paths from '#web/hooks/paths.ts'
import { useOneRun } from '#web/hooks/use-one-run.ts'
import { toastError } from '#web/parts/toast-error.ts'
import { profileKeys } from '#web/queries/profiles.ts'
import { markRequestAccepted, requestKeys } from '#web/queries/requests.ts'
import { addCredential } from '#web/session/temp-credentials.ts'
import { Button } from '#web/ui/button.tsx'
import { ruleResolver } from '#web/ui/rule-resolver.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useUnsavedWarning } from '#web/ui/unsaved.ts'
import { SimilarPatients } from './similar-patients.tsx'

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
  const { register, handleSubmit, formState, control, setFocus } = useForm<NewPatientForm>({
    defaultValues: initial,
    resolver: ruleResolver(newPatientErrors),
  })
  const { errors, isDirty } = formState
  const stored = useUnsavedWarning(isDirty)
  // A retry after a lost answer makes the same account with a new password.
  const [ownId] = useState(newId)
  const createOnce = useOneRun(async (form: NewPatientForm) => {
    const age = readAge(form.age)
    const created = await createPatient({
      full_name: form.full_name.trim(),
      email: form.email.trim(),
      phone: form.phone.trim() || null,
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
  })
  const create = useMutation({
    mutationFn: createOnce,
    onSuccess: ({ created, answered }) => {
      stored()
      void client.invalidateQueries({ queryKey: profileKeys.all })
      void client.invalidateQueries({ queryKey: requestKeys.all })
      if (!answered) toast({ ...notices.requestLeftPending, variant: 'destructive' })
      else if (created.outcome === 'created') toast(notices.patientCreated)
      else toast({ title: 'Paciente vinculado', description: created.message })
      return navigate(created.outcome === 'created' ? paths.credentials : paths.patients)
    },
    onError: (error) => toastError(error, 'create_patient'),
  })
  // While it was sent the fields were closed. A refused e-mail is what one mends first.
  useEffect(() => {
    const taken = create.error instanceof AppError && create.error.reason === 'conflict'
    if (taken || (create.error && document.activeElement === document.body)) setFocus('email')
  }, [create.error, setFocus])

  return (
    <form noValidate onSubmit={handleSubmit((form) => create.mutate(form))} className="p-4.5 sm:p-6">
      <fieldset disabled={create.isPending} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField
          label="Nombre Completo"
          required
          autoComplete="off"
          className="sm:col-span-2"
          error={errors.full_name?.message}
          {...register('full_name')}
        />
        <TextField
          label="Correo Electrónico"
          type="email"
          required
          autoComplete="off"
          className="sm:col-span-2"
          error={errors.email?.message}
          {...register('email')}
        />
        <TextField
          label="Teléfono"
          type="tel"
          optional
          autoComplete="off"
          error={errors.phone?.message}
          {...register('phone')}
        />
        <TextField
          label="Edad"
          inputMode="numeric"
          optional
          autoComplete="off"
          error={errors.age?.message}
          {...register('age')}
        />
      </fieldset>
      <SimilarPatients control={control} />
      <div className="mt-6 flex justify-end *:max-sm:w-full">
        <Button
          type="submit"
          variant="primary"
          busy={create.isPending}
          busyLabel="Creando..."
          icon={<UserPlus aria-hidden className="size-5" />}
        >
          Agregar Paciente y Generar Credenciales
        </Button>
      </div>
    </form>
  )
}
