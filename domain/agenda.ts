import { isOpenAppointment } from './appointment-day.ts'
import { isFinalAppointmentStatus, parseAppointmentStatus } from './appointment-status.ts'
import type { ClinicHours } from './clinic-hours.ts'
import { type Slot, slotsOf, slotTimes } from './day-slots.ts'

/** What an agenda needs to know of an appointment; `appointment_time` is HH:mm, HH:mm:ss or null. */
type Timed = { appointment_time: string | null; status: string | null }

/** One half hour of a day. `free`: it can still be booked; a cancelled appointment does not occupy it. */
export type AgendaRow<Appointment> = { time: string; appointments: Appointment[]; free: boolean }

export type Agenda<Appointment> = {
  /** Every slot of the day (docs/product/appointments.md), including those that have begun. */
  rows: AgendaRow<Appointment>[]
  /** Appointments without a time, or at a time that is not a slot of this day. */
  loose: Appointment[]
}

/** The half hours of a clinic's day with their appointments, cancelled ones last. */
export function agendaOf<Appointment extends Timed>(
  day: string,
  appointments: readonly Appointment[],
  { hours, now, zone }: { hours: ClinicHours; now: Date; zone: string },
): Agenda<Appointment> {
  const times = slotTimes(day, hours)
  const taken = appointments
    .filter(({ status }) => !isCancelled(status))
    .map((appointment) => appointment.appointment_time)
  const free = new Set(
    slotsOf(day, { hours, taken, now, zone })
      .filter(isFree)
      .map(({ time }) => time),
  )
  const rows = times.map((time) => ({
    time,
    appointments: appointments.filter((appointment) => slotOf(appointment) === time).sort(heldFirst),
    free: free.has(time),
  }))
  return { rows, loose: appointments.filter((appointment) => !times.includes(slotOf(appointment))) }
}

/** True for an appointment that no longer holds its slot. */
export function isCancelled(status: string | null): boolean {
  return parseAppointmentStatus(status) === 'cancelada'
}

/** How many appointments a number names: all but the cancelled ones. */
export function countHeld(appointments: readonly { status: string | null }[]): number {
  return appointments.filter(({ status }) => !isCancelled(status)).length
}

/**
 * Whether an open appointment of today (yyyy-MM-dd) or later lies at no slot of its doctor's day. One without a time lies nowhere.
 * What is past or final keeps the hours that it had.
 */
export function isOutsideHours(
  appointment: Timed & { appointment_date: string; doctor_id: string | null },
  { week, closures }: Omit<ClinicHours, 'doctorId'>,
  today: string,
): boolean {
  const { appointment_date: day, appointment_time: time, doctor_id: doctorId } = appointment
  const status = parseAppointmentStatus(appointment.status)
  if (time === null || day < today || status === null || isFinalAppointmentStatus(status)) return false
  return !slotTimes(day, { doctorId, week, closures }).includes(slotOf(appointment))
}

function slotOf({ appointment_time }: Timed): string {
  return appointment_time?.slice(0, 5) ?? ''
}

function isFree({ taken }: Slot): boolean {
  return !taken
}

/** Sort order of appointments: open ones first, cancelled ones last, otherwise unchanged. */
export function openFirst(one: Timed, other: Timed): number {
  const rank = (appointment: Timed) =>
    isCancelled(appointment.status) ? 2 : Number(!isOpenAppointment(appointment))
  return rank(one) - rank(other)
}

/** Sort order of appointments: cancelled ones last, otherwise unchanged. */
function heldFirst(one: Timed, other: Timed): number {
  return Number(isCancelled(one.status)) - Number(isCancelled(other.status))
}
