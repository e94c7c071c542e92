import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { isUuid } from '#domain/contact.ts'
import type { Profile } from '#web/backend/database.ts'
import type { WhoseAppointments } from '#web/queries/appointments.ts'
import { doctorNamesQuery } from '#web/queries/doctors.ts'
import { Select } from '#web/ui/select.tsx'

const everybody = 'todos'

/**
 * Whose appointments an administrator sees, from `doctor` in the address: their own, everybody's ('todos',
 * also of closed accounts), or one doctor's; and the filter to choose. Others see their own, without a filter.
 */
export function useAppointmentsDoctor(me: Pick<Profile, 'id' | 'role' | 'is_admin'>): {
  whose: WhoseAppointments
  isOwn: boolean
  filter: ReactNode
} {
  const [params, setParams] = useSearchParams()
  const { data: doctors = [] } = useQuery({ ...doctorNamesQuery(), enabled: me.is_admin })
  if (me.role !== 'doctor') return { whose: { as: 'patient', id: me.id }, isOwn: true, filter: null }
  if (!me.is_admin) return { whose: { as: 'doctor', id: me.id }, isOwn: true, filter: null }

  const asked = params.get('doctor') ?? ''
  const chosen = asked === everybody || (isUuid(asked) && asked !== me.id) ? asked : ''
  function choose(doctor: string) {
    const address = new URLSearchParams(params)
    if (doctor) address.set('doctor', doctor)
    else address.delete('doctor')
    address.delete('pagina')
    setParams(address, { replace: true, preventScrollReset: true })
  }
  const others = doctors
    .filter(({ id }) => id !== me.id)
    .map(({ id, full_name }) => ({ value: id, label: full_name }))
  const isOffered = chosen === '' || chosen === everybody || others.some(({ value }) => value === chosen)
  return {
    whose: { as: 'doctor', id: chosen === '' ? me.id : chosen === everybody ? null : chosen },
    isOwn: chosen === '',
    filter: (
      <Select
        bare
        label="Filtrar por doctor"
        value={chosen}
        onChange={(event) => choose(event.target.value)}
        placeholder="Mis citas"
        options={[
          { value: everybody, label: 'Todos los doctores' },
          ...others,
          ...(isOffered ? [] : [{ value: chosen, label: 'El doctor elegido' }]),
        ]}
        className="mb-3 sm:max-w-80"
      />
    ),
  }
}
