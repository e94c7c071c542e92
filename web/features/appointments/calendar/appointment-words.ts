import { countHeld, isCancelled } from '#domain/agenda.ts'
import { badgeWords, isOverbooked, isWarned, overbookingReason } from '#domain/appointment-badges.ts'
import {
  appointmentStatusLabels,
  appointmentStatusTones,
  parseAppointmentStatus,
} from '#domain/appointment-status.ts'
import { surnameOf } from '#domain/person.ts'
import { shortStudy } from '#domain/study.ts'
import type { Tone } from '#domain/tone.ts'
import type { CalendarAppointment, WhoseAppointments } from '#web/queries/appointments.ts'

export type As = WhoseAppointments['as']

/** What stands first of an appointment and what follows: a doctor looks for the patient, a patient for the study. */
export function appointmentWords(
  appointment: CalendarAppointment,
  as: As,
): {
  title: string
  /** Both where there is room for one word. */
  short?: string
  shortAbout?: string
  about: string
} {
  const study = appointment.study_type ?? 'Estudio por definir'
  const { person } = appointment
  const short = appointment.study_type ? shortStudy(study) : undefined
  if (as === 'patient') return { title: study, short, about: person ?? 'Doctor por definir' }
  return person
    ? { title: person, short: surnameOf(person), about: study, shortAbout: short }
    : { title: 'Paciente sin nombre', about: study, shortAbout: short }
}

/** Status text and colour of the block; a cancelled one is grey. */
export function appointmentLook({ status: stored }: CalendarAppointment): {
  label: string
  tone: Tone
  cancelled: boolean
  /** Over as it should be: it does not ask for attention. */
  done: boolean
} {
  const status = parseAppointmentStatus(stored)
  if (status === null) return { label: 'Desconocido', tone: 'grey', cancelled: false, done: false }
  return {
    label: appointmentStatusLabels[status],
    tone: appointmentStatusTones[status],
    cancelled: isCancelled(stored),
    done: status === 'completada',
  }
}

/** The badges of an appointment as words: what matters most first, an overbooking with its reason. */
export function badgesOf(appointment: CalendarAppointment, isOutside: boolean): string[] {
  return [
    isWarned(appointment) && badgeWords.warned,
    isOverbooked(appointment, isOutside) && `${badgeWords.overbooked}: ${overbookingReason(appointment)}`,
    isOutside && badgeWords.outside,
  ].filter((words) => words !== false)
}

/** '1 cita', '12 citas'; cancelled ones are not counted. */
export function countWords(appointments: readonly CalendarAppointment[]): string {
  const count = countHeld(appointments)
  return count === 0 ? 'Sin citas' : `${count} ${count === 1 ? 'cita' : 'citas'}`
}
