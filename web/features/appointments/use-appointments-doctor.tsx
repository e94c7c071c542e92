import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { isUuid } from '#domain/contact.ts'
import type { Profile } from '#web/backend/database.ts'
import type { WhoseAppointments } from '#web/queries/appointments.ts'
import { AppointmentsDoctorFilter, everybody } from './appointments-doctor-filter.tsx'

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
  return {
    whose: { as: 'doctor', id: chosen === '' ? me.id : chosen === everybody ? null : chosen },
    isOwn: chosen === '',
    filter: <AppointmentsDoctorFilter me={me.id} value={chosen} onChange={choose} />,
  }
}
