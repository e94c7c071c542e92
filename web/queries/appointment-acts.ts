import { ask } from '#web/backend/client.ts'
import type { Appointment } from '#web/backend/database.ts'
import { AppError } from '#web/backend/errors.ts'

/** Where an appointment begins: `day` yyyy-MM-dd, `time` HH:mm; `reason` (3 to 200 letters) overbooks, null does not. */
export type AppointmentStart = { day: string; time: string; reason: string | null }

/** What `book_cita` stores. The id is the form's: asked again after a lost answer, it answers the same row. */
export type Booking = AppointmentStart &
  Pick<Appointment, 'id'> & { patientId: string; doctorId: string; study: string; requestId: number | null }

/** Books an appointment of a request, or one with a reason. Throws an AppError `create_appointment`, with a sentence for the person. */
export function bookAppointment({ id, ...booking }: Booking): Promise<Appointment> {
  return ask('create_appointment', (client) =>
    client.rpc('book_cita', {
      id,
      patient_id: booking.patientId,
      doctor_id: booking.doctorId,
      day: booking.day,
      at: booking.time,
      study_type: booking.study,
      request_id: booking.requestId,
      over_reason: booking.reason,
    }),
  )
}

/**
 * Gives an appointment another start, or another doctor (null leaves it with its own). Throws an AppError
 * `update_appointment`, with a sentence for the person; reason `conflict` when the start is taken.
 */
export async function moveAppointment(
  id: string,
  { day, time, reason, doctorId }: AppointmentStart & { doctorId: string | null },
): Promise<void> {
  try {
    await ask('update_appointment', (client) =>
      client.rpc('move_cita', { cita_id: id, day, at: time, doctor_id: doctorId, over_reason: reason }),
    )
  } catch (failure) {
    if (!(failure instanceof AppError) || failure.reason !== 'conflict' || failure.detail) throw failure
    throw new AppError(failure.code, failure.reason, justTaken, failure)
  }
}

const justTaken = 'Ese horario acaba de ocuparse. Elige otro.'

/** What else staff do with an appointment that was booked. */
export type AppointmentAct = 'confirm_cita' | 'mark_no_show' | 'undo_no_show'

/** Throws an AppError `update_appointment`, with a sentence for the person when it is too early or too late. */
export async function actOnAppointment(id: string, act: AppointmentAct): Promise<void> {
  await ask('update_appointment', (client) => client.rpc(act, { cita_id: id }))
}
