import { queryOptions } from '@tanstack/react-query'
import type { AppointmentStatus } from '#domain/appointment-status.ts'
import { ask } from './client.ts'
import type { Cita, Profile } from './database.ts'

const columns =
  '*, patient_name, doctor_name, patient:profiles!patient_id(id, full_name, email, phone), doctor:profiles!doctor_id(full_name, specialty)'

export type CitaWithPeople = Cita & {
  patient_name: string | null
  doctor_name: string | null
  patient: Pick<Profile, 'id' | 'full_name' | 'email' | 'phone'> | null
  doctor: Pick<Profile, 'full_name' | 'specialty'> | null
}

export const citaKeys = { all: ['citas'] as const }

/** A doctor's appointments of one day (yyyy-MM-dd) by time. */
export function citasOfDayQuery(doctorId: string, day: string) {
  return queryOptions({
    queryKey: [...citaKeys.all, 'day', doctorId, day],
    queryFn: (): Promise<CitaWithPeople[]> =>
      ask('load_today_appointments', (client) =>
        client
          .from('citas')
          .select(columns)
          .eq('doctor_id', doctorId)
          .eq('appointment_date', day)
          .order('appointment_time'),
      ),
  })
}

/** The patients whom a doctor attended on a day: its completed appointments by time. */
export function attendedOfDayQuery(doctorId: string, day: string) {
  return queryOptions({
    queryKey: [...citaKeys.all, 'attended', doctorId, day],
    queryFn: (): Promise<CitaWithPeople[]> =>
      ask('load_attended_patients', (client) =>
        client
          .from('citas')
          .select(columns)
          .eq('doctor_id', doctorId)
          .eq('appointment_date', day)
          .eq('status', 'completada')
          .order('appointment_time'),
      ),
  })
}

/** A patient's next appointment from a day on that was not cancelled, or null. */
export function nextCitaQuery(patientId: string, from: string) {
  return queryOptions({
    queryKey: [...citaKeys.all, 'next', patientId, from],
    queryFn: (): Promise<CitaWithPeople | null> =>
      ask('load_appointments', (client) =>
        client
          .from('citas')
          .select(columns)
          .eq('patient_id', patientId)
          .gte('appointment_date', from)
          .in('status', ['pendiente', 'confirmada', 'aceptada'])
          .order('appointment_date')
          .order('appointment_time')
          .limit(1)
          .maybeSingle(),
      ),
  })
}

export async function setCitaStatus(id: string, status: AppointmentStatus): Promise<void> {
  await ask('update_appointment', (client) =>
    client.from('citas').update({ status }).eq('id', id).select('id').single(),
  )
}
