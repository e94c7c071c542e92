import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { newPatientFrom, readAge } from '#domain/new-patient.ts'
import type { DoctorPatient } from '#web/backend/answers.ts'
import { notices } from '#web/copy/notices.ts'
import { patientOptionsQuery } from '#web/queries/profiles.ts'
import { useProfile } from '#web/session/session.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '../forms/use-form.ts'
import { NewPatientFields } from './new-patient-fields.tsx'
import { useNewPatient } from './use-new-patient.ts'

/** 'Paciente nuevo' above another form, which stays as it is; `typed` is what was searched there (docs/product/patients.md). */
export function NewPatientDialog({
  typed,
  onMade,
  onClose,
}: {
  typed: string
  onMade: (patient: DoctorPatient) => void
  onClose: () => void
}) {
  const me = useProfile()
  const client = useQueryClient()
  const initial = newPatientFrom(typed)
  const email = useRef<HTMLInputElement>(null)
  const take = (patient: DoctorPatient | undefined) => {
    onClose()
    if (patient) onMade(patient)
  }
  const sending = useNewPatient({
    initial,
    requestId: null,
    finish: async (created, { email, phone, age }) => {
      if (created.outcome === 'created') {
        const read = readAge(age)
        const { id, email: address, fullName } = created
        const patient = {
          id,
          full_name: fullName,
          email: address,
          phone: phone.trim() || null,
          age: read.ok ? read.value : null,
        }
        return { created, patient }
      }
      // The account existed: only its e-mail is known here.
      const found = await client.fetchQuery(patientOptionsQuery(me, email.trim())).catch(() => [])
      return { created, patient: found.find((one) => one.email.toLowerCase() === email.trim().toLowerCase()) }
    },
    onMade: ({ created, patient }) => {
      if (created.outcome === 'created')
        toast({
          title: notices.patientCreated.title,
          description: 'Su contraseña temporal queda una hora en Credenciales.',
        })
      else toast({ title: 'Paciente vinculado', description: created.message })
      take(patient)
    },
  })
  const form = useForm(sending)
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Paciente nuevo"
      description="Se crea su cuenta. Lo que ya llenaste queda como está."
      action="Agregar Paciente"
      actionBusy="Creando..."
      // The name is there already.
      initialFocus={initial.full_name ? email : undefined}
    >
      <NewPatientFields
        form={form}
        email={email}
        onTake={({ why: _, ...patient }) => take({ ...patient, age: null })}
      />
    </FormDialog>
  )
}
