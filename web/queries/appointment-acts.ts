import { ask } from '#web/backend/client.ts'

/** Where an appointment begins: `day` yyyy-MM-dd, `time` HH:mm; `reason` (3 to 200 letters) overbooks, null does not. */
export type AppointmentStart = { day: string; time: string; reason: string | null }

/**
 * Gives an appointment another start, or another doctor (null leaves it with its own); `mail` tells the patient. Throws an AppError
 * `update_appointment`, with a sentence for the person; reason `conflict` when the start is taken.
 */
export async function moveAppointment(
  id: string,
  { day, time, reason, doctorId, mail }: AppointmentStart & { doctorId: string | null; mail: boolean },
): Promise<void> {
  await ask('update_appointment', (client) =>
    client.rpc('move_cita', { cita_id: id, day, at: time, doctor_id: doctorId, over_reason: reason, mail }),
  )
}

/** What else staff do with an appointment that was booked. */
export type AppointmentAct = 'confirm_cita' | 'mark_no_show' | 'undo_no_show'

/** Throws an AppError `update_appointment`, with a sentence for the person when it is too early or too late. */
export async function actOnAppointment(id: string, act: AppointmentAct): Promise<void> {
  await ask('update_appointment', (client) => client.rpc(act, { cita_id: id }))
}
