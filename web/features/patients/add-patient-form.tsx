import { useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { NewPatientForm } from '#domain/new-patient.ts'
import { notices } from '#web/copy/notices.ts'
import * as paths from '#web/hooks/paths.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
import { NewPatientFields } from '#web/parts/people/new-patient-fields.tsx'
import { useNewPatient } from '#web/parts/people/use-new-patient.ts'
import { requestKeys } from '#web/queries/request-keys.ts'
import { markRequestAccepted } from '#web/queries/requests.ts'
import { Button } from '#web/ui/button.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
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
  const sending = useNewPatient({
    initial,
    requestId,
    finish: async (created) => ({
      created,
      answered: requestId === null || (await markRequestAccepted(Number(requestId))),
    }),
    onMade: ({ created, answered }) => {
      stored()
      void client.invalidateQueries({ queryKey: requestKeys.all })
      if (!answered) toast({ ...notices.requestLeftPending, variant: 'destructive' })
      else if (created.outcome === 'created') toast(notices.patientCreated)
      else toast({ title: 'Paciente vinculado', description: created.message })
      if (created.outcome !== 'created') return navigate(paths.patients)
      const accepted =
        answered && requestId !== null ? { accepted: requestId, patient: created.id } : undefined
      return navigate(paths.credentials, { state: accepted })
    },
  })
  const form = useForm(sending)
  const stored = useUnsavedWarning(form.dirty)

  return (
    <form noValidate onSubmit={form.submit} className="p-4.5 sm:p-6">
      <NewPatientFields form={form} />
      <FormFailure failure={form.failure} className="mt-6" />
      <div className="mt-6 flex justify-end *:max-sm:w-full">
        <Button
          type="submit"
          variant="primary"
          busy={form.busy}
          busyLabel="Creando..."
          icon={<UserPlus aria-hidden className="size-5 max-sm:hidden" />}
          className="max-sm:px-3 max-sm:text-meta"
        >
          Agregar Paciente y Generar Credenciales
        </Button>
      </div>
    </form>
  )
}
