import { queryOptions } from '@tanstack/react-query'
import type { EventFacts } from '#domain/appointment-event.ts'
import { ask, askPage, type Page } from '#web/backend/client.ts'
import type { AppointmentEvent } from '#web/backend/database.ts'
import { counted } from '#web/backend/paging.ts'
import { appointmentKeys } from './appointments.ts'

const facts = 'id, kind, by, from_day, from_time, to_day, to_time, reason, at'

/** `actor` is null for patients, and where the reader may not see who it was. */
export type PastEvent = EventFacts &
  Pick<AppointmentEvent, 'id' | 'at'> & { actor: { full_name: string } | null }

/** What happened to an appointment, the newest first; for staff. */
export function appointmentEventsQuery(id: string) {
  return queryOptions({
    queryKey: [...appointmentKeys.all, 'events', id],
    queryFn: (): Promise<PastEvent[]> =>
      ask('load_changes', (client) =>
        client
          .from('cita_events')
          .select(`${facts}, actor:profiles!actor_id(full_name)`)
          .eq('cita_id', id)
          .order('at', { ascending: false })
          .order('id'),
      ),
  })
}

/** What a patient changed, and in whose appointment. */
export type PatientChange = EventFacts &
  Pick<AppointmentEvent, 'id' | 'at'> & {
    cita: { id: string; nombre: string | null; patient_name: string | null }
  }

export const changeKeys = { all: ['patient-changes'] as const }

/** As many as are marked as seen at once. */
const mostChanges = 50

/** What patients changed and nobody has marked as seen, the newest first: of a doctor's appointments, or with null of all. */
export function patientChangesQuery(doctorId: string | null) {
  return queryOptions({
    queryKey: [...changeKeys.all, doctorId],
    queryFn: (): Promise<Page<PatientChange>> =>
      askPage('load_changes', (client) => {
        const unseen = client
          .from('cita_events')
          .select(`${facts}, cita:citas!inner(id, nombre, patient_name)`, counted)
          .eq('by', 'paciente')
          .is('seen_at', null)
        return (doctorId === null ? unseen : unseen.eq('cita.doctor_id', doctorId))
          .order('at', { ascending: false })
          .order('id')
          .limit(mostChanges)
      }),
  })
}

/** Notes that somebody saw these changes; who saw one first stays. */
export async function markChangesSeen(ids: readonly string[], by: string): Promise<void> {
  await ask('see_changes', (client) =>
    client
      .from('cita_events')
      .update({ seen_by: by })
      .in('id', [...ids])
      .select('id'),
  )
}
