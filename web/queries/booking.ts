import { queryOptions } from '@tanstack/react-query'
import type { RequestPatient } from '#web/backend/answers.ts'
import { ask } from '#web/backend/client.ts'
import type { Appointment, NewAppointment } from '#web/backend/database.ts'
import { AppError } from '#web/backend/errors.ts'
import { insertOnce } from '#web/backend/insert-once.ts'
import type { AppointmentStart } from './appointment-acts.ts'
import { appointmentKeys } from './appointments.ts'

/** The booked times (HH:mm:ss) of a doctor's day (yyyy-MM-dd). */
export function takenSlotsQuery(doctorId: string, day: string) {
  return queryOptions({
    queryKey: [...appointmentKeys.all, 'slots', doctorId, day],
    queryFn: async (): Promise<string[]> => {
      const rows = await ask('load_taken_slots', (client) =>
        client.rpc('taken_slots', { d_id: doctorId, day }),
      )
      return rows.map((row) => row.appointment_time)
    },
    // A slot may be gone since the day was looked at last.
    staleTime: 0,
  })
}

/**
 * Books an appointment, once however often it is sent with the same id; reason `conflict`, with a sentence for the person, when
 * the slot is taken.
 */
export async function createAppointment(
  appointment: NewAppointment & Pick<Appointment, 'id'>,
): Promise<void> {
  try {
    await insertOnce('create_appointment', {
      insert: (client) => client.from('citas').insert(appointment),
      find: (client) => client.from('citas').select('id').eq('id', appointment.id),
    })
  } catch (failure) {
    if (!(failure instanceof AppError) || failure.reason !== 'conflict') throw failure
    throw new AppError(failure.code, failure.reason, slotTaken, failure)
  }
}

/** A start of a doctor's day (yyyy-MM-dd), HH:mm. */
export type OpenSlot = { day: string; time: string; taken: boolean }

/** How many days a strip shows. */
export const stripDays = 14

/** The starts of a doctor's days from a day on (yyyy-MM-dd) that have not begun, in their order. */
export function openSlotsQuery(doctorId: string, from: string) {
  return queryOptions({
    queryKey: [...appointmentKeys.all, 'open slots', doctorId, from],
    queryFn: async (): Promise<OpenSlot[]> => {
      // As JSON they would weigh twice as much as the page may.
      const lines = await ask('load_clinic_hours', (client) =>
        client.rpc('open_slots', { d_id: doctorId, from_day: from, days: stripDays }).csv(),
      )
      return lines
        .split('\n')
        .slice(1)
        .filter((line) => line !== '')
        .map((line) => {
          const [day = '', at = '', taken] = line.split(',')
          return { day, time: at.slice(0, 5), taken: taken === 't' }
        })
    },
    staleTime: 0,
    refetchInterval: 60_000,
  })
}

/** Whose account a request's e-mail is. Throws with reason `missing` for a request that does not exist. */
export function requestPatientQuery(requestId: number) {
  return queryOptions({
    queryKey: ['request patient', requestId],
    queryFn: (): Promise<RequestPatient> =>
      ask('load_patient', (client) => client.rpc('request_patient', { request_id: requestId })),
    staleTime: 60_000,
  })
}

/**
 * What `book_cita` stores. The id is the page's: asked again after a lost answer, it answers the same row. `mail` tells the
 * patient where the clinic sends mail.
 */
export type Booking = AppointmentStart &
  Pick<Appointment, 'id'> & {
    patientId: string
    doctorId: string
    study: string
    requestId: number | null
    mail: boolean
  }

/**
 * Books the appointment of a request, which becomes accepted, or one with a reason; answers the row. Throws with reason
 * `conflict`: with the database's sentence when the request cannot be booked, with `slotTaken` when somebody took the hour.
 */
export async function bookAppointment(booking: Booking): Promise<Appointment> {
  try {
    return await ask('create_appointment', (client) =>
      client.rpc('book_cita', {
        id: booking.id,
        patient_id: booking.patientId,
        doctor_id: booking.doctorId,
        day: booking.day,
        at: booking.time,
        study_type: booking.study,
        request_id: booking.requestId,
        over_reason: booking.reason,
        mail: booking.mail,
      }),
    )
  } catch (failure) {
    if (!(failure instanceof AppError) || failure.detail !== justTaken) throw failure
    throw new AppError(failure.code, failure.reason, slotTaken, failure)
  }
}

/** The database's words for a start that somebody else has. */
const justTaken = 'Ese horario acaba de ocuparse. Elige otro.'

/** Why a slot was refused that somebody else has. */
export const slotTaken = 'alguien acaba de ocupar ese horario. Elige otro; lo demás no se pierde.'
