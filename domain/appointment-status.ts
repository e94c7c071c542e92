import type { Tone } from './tone.ts'

/** Every status of an appointment, as stored (docs/product/appointments.md). */
export const appointmentStatuses = [
  'pendiente',
  'confirmada',
  'aceptada',
  'completada',
  'cancelada',
  'no_asistio',
] as const

export type AppointmentStatus = (typeof appointmentStatuses)[number]

/** The statuses that a doctor can set. */
export const doctorAppointmentStatuses = ['pendiente', 'completada', 'cancelada'] as const

/** Parses a status, ignoring case; empty is pendiente, an unknown word is null. */
export function parseAppointmentStatus(text: string | null | undefined): AppointmentStatus | null {
  const word = text?.trim().toLowerCase() ?? ''
  if (word === '') return 'pendiente'
  return appointmentStatuses.find((status) => status === word) ?? null
}

export const appointmentStatusLabels: Record<AppointmentStatus, string> = {
  pendiente: 'Pendiente',
  confirmada: 'Confirmada',
  aceptada: 'Aceptada',
  completada: 'Completada',
  cancelada: 'Cancelada',
  no_asistio: 'No asistió',
}

export const appointmentStatusTones: Record<AppointmentStatus, Tone> = {
  pendiente: 'orange',
  confirmada: 'blue',
  aceptada: 'green',
  completada: 'green',
  cancelada: 'red',
  no_asistio: 'grey',
}

/** No selector changes these: completed and cancelled ones stay, and a missed one is taken back by its own button. */
export function isFinalAppointmentStatus(status: AppointmentStatus): boolean {
  return status === 'completada' || status === 'cancelada' || status === 'no_asistio'
}

/** The statuses of an appointment that is still to come, or to be closed. */
export const openAppointmentStatuses = ['pendiente', 'confirmada', 'aceptada'] as const

/**
 * Why a stored status may not be changed to another, in words for the user; null when it may. `allowed` are the
 * statuses this person can set.
 */
export function appointmentStatusProblem(
  from: string | null,
  to: string,
  allowed: readonly AppointmentStatus[] = doctorAppointmentStatuses,
): string | null {
  const current = parseAppointmentStatus(from)
  const wanted = to.trim() === '' ? null : parseAppointmentStatus(to)
  if (wanted === null || !allowed.includes(wanted)) return 'Estado de cita no válido.'
  if (current === null || current === wanted || !isFinalAppointmentStatus(current)) return null
  return `No puedes cambiar el estado de una cita ${current === 'no_asistio' ? 'marcada como no asistió' : current}.`
}
