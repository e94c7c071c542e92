import { formatDay } from '#domain/days.ts'
import { formatTime } from '#domain/slots.ts'

/** When the hour was taken between making the account and booking. */
export const slotLostMeanwhile = {
  title: 'Error',
  description: 'El horario se ocupó mientras agendabas. Elige otro; el paciente ya quedó registrado.',
} as const

export function appointmentMoved(day: string, time: string): { title: string; description: string } {
  return {
    title: 'Éxito',
    description: `Cita reagendada para el ${formatDay(day)} a las ${formatTime(time)}`,
  }
}
