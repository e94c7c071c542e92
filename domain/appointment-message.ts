import type { Clinic } from './clinic.ts'
import { longDay } from './days.ts'
import { formatTime } from './slots.ts'

type AppointmentFacts = {
  patient: string
  /** yyyy-MM-dd */
  day: string
  /** HH:mm or HH:mm:ss */
  time: string | null
  study: string | null
  clinic: Pick<Clinic, 'name' | 'address' | 'phone'>
  /** The patient's own link; null leaves its line out. */
  link?: string | null
}

/** 'Calle de la Ceiba 100, Colonia Centro, Tapachula, Chiapas, C.P. 30700' */
export function addressLine({ street, town, state, postalCode }: Clinic['address']): string {
  return [street, town, state, `C.P. ${postalCode}`].join(', ')
}

/** The message for a patient from an appointment's details, sent by WhatsApp or copied (docs/product/appointments.md). */
export function appointmentMessage({
  patient,
  day,
  time,
  study,
  clinic,
  link = null,
}: AppointmentFacts): string {
  return [
    `Hola, ${patient}:`,
    '',
    `Te esperamos en ${clinic.name} para tu cita.`,
    '',
    `Estudio: ${study ?? 'Por definir'}`,
    `Fecha: ${longDay(day)}`,
    `Hora: ${formatTime(time)}`,
    `Dirección: ${addressLine(clinic.address)}`,
    '',
    ...(link === null ? [] : [`Confirma, cambia o cancela aquí: ${link}`, '']),
    `Si necesitas cambiarla o cancelarla, escríbenos o llámanos al ${clinic.phone}. ¡Gracias!`,
  ].join('\n')
}
