import { queryOptions } from '@tanstack/react-query'
import { citaKeys } from './citas.ts'
import { ask } from './client.ts'
import type { NewCita } from './database.ts'
import { AppError } from './errors.ts'

/** The booked times (HH:mm:ss) of a doctor's day (yyyy-MM-dd). */
export function takenSlotsQuery(doctorId: string, day: string) {
  return queryOptions({
    queryKey: [...citaKeys.all, 'slots', doctorId, day],
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

/** Books an appointment; reason `conflict`, with a sentence for the person, when the slot is taken. */
export async function createCita(cita: NewCita): Promise<void> {
  try {
    await ask('create_appointment', (client) => client.from('citas').insert(cita))
  } catch (failure) {
    if (!(failure instanceof AppError) || failure.reason !== 'conflict') throw failure
    throw new AppError(failure.code, failure.reason, slotTaken, failure)
  }
}

const slotTaken = 'alguien acaba de ocupar ese horario. Elige otro; lo demás no se pierde.'

/** True when this very booking is stored: its answer was lost on the way. */
export async function isBooked(cita: NewCita): Promise<boolean> {
  const rows = await ask('load_appointments', (client) =>
    client
      .from('citas')
      .select('id')
      .match({
        doctor_id: cita.doctor_id,
        patient_id: cita.patient_id,
        appointment_date: cita.appointment_date,
        appointment_time: cita.appointment_time,
        study_type: cita.study_type,
      })
      .neq('status', 'cancelada'),
  )
  return rows.length > 0
}
