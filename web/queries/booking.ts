import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/backend/client.ts'
import type { Appointment, NewAppointment } from '#web/backend/database.ts'
import { AppError } from '#web/backend/errors.ts'
import { insertOnce } from '#web/backend/insert-once.ts'
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

const slotTaken = 'alguien acaba de ocupar ese horario. Elige otro; lo demás no se pierde.'
