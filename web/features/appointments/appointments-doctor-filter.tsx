import { useQuery } from '@tanstack/react-query'
import { doctorNamesQuery } from '#web/queries/doctors.ts'
import { Select } from '#web/ui/select.tsx'

/** In the address, for the appointments of all doctors. */
export const everybody = 'todos'

/** 'Mis citas', 'Todos los doctores' or one of them. `value` is '' for `me`. */
export function AppointmentsDoctorFilter({
  me,
  value,
  onChange,
}: {
  me: string
  value: string
  onChange: (doctor: string) => void
}) {
  const { data: doctors = [] } = useQuery(doctorNamesQuery())
  const others = doctors
    .filter(({ id }) => id !== me)
    .map(({ id, full_name }) => ({ value: id, label: full_name }))
  const isOffered = value === '' || value === everybody || others.some((other) => other.value === value)
  return (
    <Select
      bare
      label="Filtrar por doctor"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      placeholder="Mis citas"
      options={[
        { value: everybody, label: 'Todos los doctores' },
        ...others,
        ...(isOffered ? [] : [{ value, label: 'El doctor elegido' }]),
      ]}
      className="mb-3 sm:max-w-80"
    />
  )
}
