import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clinicHoursKeys, clinicHoursQuery } from '#web/queries/clinic-hours.ts'
import { useClinicToday } from './clock.ts'
import { useLive } from './use-live.ts'

/**
 * The hours of a doctor, or with null the clinic's, from January on. Patients know the clinic's week alone; for others they
 * change live. Undefined until they are read.
 */
export function useClinicHours(doctorId: string | null, as: 'doctor' | 'patient') {
  const client = useQueryClient()
  const since = `${useClinicToday().slice(0, 4)}-01-01`
  const { data, error, refetch } = useQuery(clinicHoursQuery(as, since))
  const filter = as === 'patient' ? null : ''
  const readAgain = () => void client.invalidateQueries({ queryKey: clinicHoursKeys.all })
  useLive('clinic_hours', filter, readAgain)
  useLive('clinic_closures', filter, readAgain)
  return { hours: data && { doctorId, ...data }, error, refetch }
}
