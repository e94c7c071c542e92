import { useQuery } from '@tanstack/react-query'
import { doctorNamesQuery } from '#web/data/doctors.ts'
import { Select } from './select.tsx'

/** 'Todos los doctores', or the one that a screen is limited to; '' for all. One that is not offered keeps its place. */
export function DoctorFilter({ value, onChange }: { value: string; onChange: (doctorId: string) => void }) {
  const { data: doctors = [] } = useQuery(doctorNamesQuery())
  const options = doctors.map(({ id, full_name }) => ({ value: id, label: full_name }))
  const isOffered = value === '' || doctors.some(({ id }) => id === value)
  return (
    <Select
      label="Doctor"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      placeholder="Todos los doctores"
      options={isOffered ? options : [...options, { value, label: 'El doctor elegido' }]}
    />
  )
}
