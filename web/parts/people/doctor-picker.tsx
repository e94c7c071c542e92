import { doctorOptionsQuery } from '#web/queries/doctors.ts'
import { PersonPicker, type PersonPickerProps, type PersonWords } from './person-picker.tsx'

const words: PersonWords = {
  noun: ['doctor', 'doctores'],
  none: 'Todavía no hay doctores.',
  failure: 'load_users',
}

/** Chooses one of the clinic's doctors; for administrators. */
export function DoctorPicker(props: PersonPickerProps) {
  return <PersonPicker {...props} words={words} optionsQuery={doctorOptionsQuery} />
}
