import { useQuery, useQueryClient } from '@tanstack/react-query'
import { dayBounds } from '#domain/days.ts'
import { useClinicToday, useClinicZone } from '#web/hooks/clock.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { useLiveStudies } from '#web/hooks/use-live-studies.ts'
import { appointmentKeys, appointmentsOfDayQuery, attendedOfDayQuery } from '#web/queries/appointments.ts'
import { newStudiesQuery } from '#web/queries/new-studies.ts'
import { pendingCountQuery } from '#web/queries/pending-count.ts'
import { requestKeys } from '#web/queries/request-keys.ts'
import { pendingRequestsQuery } from '#web/queries/requests.ts'
import { useProfile } from '#web/session/session.ts'

/** The four lists of a doctor's day in the clinic's zone, live. */
export function useDoctorDay() {
  const { id } = useProfile()
  const today = useClinicToday()
  const { from, to } = dayBounds(today, useClinicZone())
  const client = useQueryClient()
  const mine = `doctor_id=eq.${id}`
  useLive('citas', mine, () => void client.invalidateQueries({ queryKey: appointmentKeys.all }))
  useLive('study_requests', '', () => void client.invalidateQueries({ queryKey: requestKeys.all }))
  useLiveStudies(mine)
  return {
    appointments: useQuery(appointmentsOfDayQuery(id, today)),
    attended: useQuery(attendedOfDayQuery(id, today)),
    requests: useQuery(pendingRequestsQuery(from, to)),
    /** How many requests of earlier days still wait. */
    earlier: useQuery(pendingCountQuery(from)).data ?? 0,
    studies: useQuery(newStudiesQuery(id, from, to)),
  }
}
