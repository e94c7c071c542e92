import { randomUUID } from 'node:crypto'
import { addDays } from '#domain/days.ts'
import type { Place } from './place.ts'

/** A day of this week whose appointments are reminded. */
export const remindedDay = (place: Place) => addDays(place.today, 6)

let made = 0

/** An appointment of paciente@ with doctora@ on that day, at a time that no slot has. */
export async function remindedBy(place: Place, id: string = randomUUID()): Promise<string> {
  await place.product.database.query(
    `insert into public.citas (id, patient_id, doctor_id, appointment_date, appointment_time, study_type, nombre)
     values ($1, $2, $3, $4, $5, 'Panorámica', 'Mariana') on conflict (id) do nothing`,
    [
      id,
      place.id('paciente'),
      place.id('doctora'),
      remindedDay(place),
      `${20 + Math.floor(made / 50)}:${10 + (made++ % 50)}`,
    ],
  )
  return id
}

/** A message about a new one of these appointments, in this state. */
export async function messageOf(
  place: Place,
  channel: 'correo' | 'whatsapp',
  state: string,
): Promise<string> {
  const cita = await remindedBy(place)
  const id = randomUUID()
  await place.product.database.query(
    `insert into public.messages (id, kind, channel, cita_id, patient_id, state, tries, key)
     values ($1, 'recordatorio', $3, $2, $4, $5, case $5 when 'fallido' then 5 else 0 end, $6)`,
    [id, cita, channel, place.id('paciente'), state, id],
  )
  return id
}
