import type { RefObject } from 'react'
import type { NewPatientErrors, NewPatientForm } from '#domain/new-patient.ts'
import type { SimilarPatient } from '#web/backend/answers.ts'
import { AgeField, EmailField, NameField, PhoneField } from '../forms/person-fields.tsx'
import type { useForm } from '../forms/use-form.ts'
import { SimilarPatients } from './similar-patients.tsx'

/** Who the new patient is, and who it may already be. */
export function NewPatientFields({
  form,
  onTake,
  email,
}: {
  form: ReturnType<typeof useForm<NewPatientForm, NewPatientErrors>>
  /** Takes a patient who is already there instead. */
  onTake?: (patient: SimilarPatient) => void
  email?: RefObject<HTMLInputElement | null>
}) {
  return (
    <>
      <fieldset disabled={form.busy} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <NameField className="sm:col-span-2" {...form.text('full_name')} />
        <EmailField ref={email} className="sm:col-span-2" {...form.text('email')} />
        <PhoneField {...form.text('phone')} />
        <AgeField {...form.text('age')} />
      </fieldset>
      <SimilarPatients typed={form.values} onTake={onTake} />
    </>
  )
}
