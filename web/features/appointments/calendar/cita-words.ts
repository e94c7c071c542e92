import { isCancelled } from '#domain/agenda.ts'
import {
  appointmentStatusLabels,
  appointmentStatusTones,
  parseAppointmentStatus,
} from '#domain/appointment-status.ts'
import type { Tone } from '#domain/tone.ts'
import type { CalendarCita, WhoseCitas } from '#web/queries/citas.ts'

export type As = WhoseCitas['as']

/** What stands first of an appointment and what follows: a doctor looks for the patient, a patient for the study. */
export function citaWords(cita: CalendarCita, as: As): { title: string; about: string } {
  const study = cita.study_type ?? 'Estudio por definir'
  if (as === 'doctor') return { title: cita.person ?? 'Paciente sin nombre', about: study }
  return { title: study, about: cita.person ?? 'Doctor por definir' }
}

/** Status text and colour of the block; a cancelled one is grey. */
export function citaLook({ status: stored }: CalendarCita): {
  label: string
  tone: Tone
  cancelled: boolean
} {
  const status = parseAppointmentStatus(stored)
  if (status === null) return { label: 'Desconocido', tone: 'grey', cancelled: false }
  return {
    label: appointmentStatusLabels[status],
    tone: appointmentStatusTones[status],
    cancelled: isCancelled(stored),
  }
}

/** '1 cita', '12 citas'; cancelled ones are not counted. */
export function countWords(citas: readonly CalendarCita[]): string {
  const count = citas.filter(({ status }) => !isCancelled(status)).length
  return count === 0 ? 'Sin citas' : `${count} ${count === 1 ? 'cita' : 'citas'}`
}
