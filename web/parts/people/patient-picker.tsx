import { patientOptionsQuery } from '#web/queries/profiles.ts'
import { useProfile } from '#web/session/session.ts'
import { PersonPicker, type PersonPickerProps, type PersonWords } from './person-picker.tsx'

const words: PersonWords = {
  noun: ['paciente', 'pacientes'],
  none: 'Todavía no tienes pacientes.',
  failure: 'load_patients',
}

/** Chooses one of the doctor's patients, an administrator any (docs/product/patients.md). */
export function PatientPicker(props: PersonPickerProps) {
  const me = useProfile()
  return <PersonPicker {...props} words={words} optionsQuery={(term) => patientOptionsQuery(me, term)} />
}
