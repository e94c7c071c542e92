import { isOutsideHours } from '#domain/agenda.ts'
import { useClinicToday } from '#web/hooks/clock.ts'
import { useClinicHours } from '#web/hooks/use-clinic-hours.ts'
import type { WhoseAppointments } from '#web/queries/appointments.ts'

type IsOutside = (appointment: Parameters<typeof isOutsideHours>[0]) => boolean

/** Tells doctors and administrators which appointments lie outside of hours; for patients, and until hours are read, none. */
export function useIsOutside(as: WhoseAppointments['as']): IsOutside {
  const { hours } = useClinicHours(null, as)
  const today = useClinicToday()
  return (appointment) => as === 'doctor' && hours !== undefined && isOutsideHours(appointment, hours, today)
}
