import { useQuery } from '@tanstack/react-query'
import { departedDoctorQuery, doctorNamesQuery } from '#web/queries/doctors.ts'
import { Select } from '#web/ui/select.tsx'

/** 'Todos los doctores', or the one that a screen is limited to; '' for all. One whose account was closed keeps name and place. */
export function DoctorFilter({
  value,
  onChange,
  className,
}: {
  value: string
  onChange: (doctorId: string) => void
  className?: string
}) {
  const { data: doctors = [] } = useQuery(doctorNamesQuery())
  const chosen = useDoctorName(value)
  const options = doctors.map(({ id, full_name }) => ({ value: id, label: full_name }))
  const isOffered = value === '' || doctors.some(({ id }) => id === value)
  return (
    <Select
      label="Doctor"
      className={className}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      placeholder="Todos los doctores"
      options={isOffered ? options : [...options, { value, label: chosen ?? 'El doctor elegido' }]}
    />
  )
}

/** The name of the doctor with this id, also of one whose account was closed; undefined while it is read or when there is none. */
export function useDoctorName(id: string): string | undefined {
  const { data: doctors } = useQuery({ ...doctorNamesQuery(), enabled: id !== '' })
  const offered = doctors?.find((doctor) => doctor.id === id)
  const departed = useQuery({
    ...departedDoctorQuery(id),
    enabled: id !== '' && doctors !== undefined && !offered,
  })
  return offered?.full_name ?? departed.data ?? undefined
}
