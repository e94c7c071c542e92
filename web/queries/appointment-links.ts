import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/backend/client.ts'
import type { AppointmentLink } from '#web/backend/database.ts'
import { appointmentKeys } from './appointments.ts'

/** What staff see of a link: whether it was opened. */
export type KnownLink = Pick<AppointmentLink, 'id' | 'seen_at' | 'revoked_at'>

/** The link of an appointment, or null while nobody has made one. */
export function appointmentLinkQuery(id: string) {
  return queryOptions({
    queryKey: [...appointmentKeys.all, 'link', id],
    queryFn: (): Promise<KnownLink | null> =>
      ask('load_appointments', (client) =>
        client.from('cita_links').select('id, seen_at, revoked_at').eq('cita_id', id).maybeSingle(),
      ),
  })
}

/** A token for a message about an appointment, answered only now. Throws an AppError `make_appointment_link`. */
export async function appointmentToken(id: string, channel: 'whatsapp' | 'copia'): Promise<string> {
  const { token } = await ask('make_appointment_link', (client) =>
    client.rpc('cita_token', { cita_id: id, channel }),
  )
  return token
}

/** A token for the patient's own appointment. Throws an AppError `make_appointment_link`. */
export const ownAppointmentToken = (id: string): Promise<string> =>
  ask('make_appointment_link', (client) => client.rpc('my_cita_link', { cita_id: id }))

/** Ends a link with all its tokens. Throws an AppError `revoke_appointment_link`. */
export async function revokeAppointmentLink(id: string): Promise<void> {
  await ask('revoke_appointment_link', (client) => client.rpc('revoke_cita_link', { link_id: id }))
}

/**
 * Accepts a request and lets its patient choose the hour with a doctor: a token for the message, answered only now, and until
 * when it works (ISO). Throws an AppError `make_appointment_link`.
 */
export async function sendChoice(
  requestId: number,
  doctorId: string,
): Promise<{ token: string; expires_at: string }> {
  return ask('make_appointment_link', (client) =>
    client.rpc('send_choice', { request_id: requestId, doctor_id: doctorId, channel: 'whatsapp' }),
  )
}
