import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/backend/client.ts'
import type { Appointment } from '#web/backend/database.ts'
import { appointmentKeys } from './appointments.ts'

/** What a list of patients says of their visits. */
export type Visit = Pick<Appointment, 'patient_id' | 'appointment_date' | 'status'>

/** More than a page of patients has with one doctor in years. */
const mostVisits = 1000

/** The appointments of some patients with a doctor, latest day first. */
export function visitsQuery(doctorId: string, patientIds: readonly string[]) {
  return queryOptions({
    queryKey: [...appointmentKeys.all, 'visits', doctorId, patientIds],
    queryFn: (): Promise<Visit[]> =>
      ask('load_appointments', (client) =>
        client
          .from('citas')
          .select('patient_id, appointment_date, status')
          .eq('doctor_id', doctorId)
          .in('patient_id', [...patientIds])
          .order('appointment_date', { ascending: false })
          .limit(mostVisits),
      ),
    enabled: patientIds.length > 0,
  })
}
