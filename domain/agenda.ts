import { parseAppointmentStatus } from './appointment-status.ts'
import { formatTime, type Slot, slotsOf, slotTimes } from './slots.ts'

/** What an agenda needs to know of an appointment; `appointment_time` is HH:mm, HH:mm:ss or null. */
type Timed = { appointment_time: string | null; status: string | null }

/** One half hour of a day. `free`: it can still be booked; a cancelled appointment leaves it free. */
export type AgendaRow<Cita> = { time: string; citas: Cita[]; free: boolean }

export type Agenda<Cita> = {
  /** Every slot of the day (docs/product/appointments.md), also those that have begun. */
  rows: AgendaRow<Cita>[]
  /** Appointments without a time, or at one that is no slot of this day. */
  loose: Cita[]
}

/** The half hours of a clinic's day with its appointments, those that hold their slot before the cancelled ones. */
export function agendaOf<Cita extends Timed>(
  day: string,
  citas: readonly Cita[],
  { now, zone }: { now: Date; zone: string },
): Agenda<Cita> {
  const times = slotTimes(day)
  const taken = citas.filter(({ status }) => !isCancelled(status)).map((cita) => cita.appointment_time)
  const free = new Set(
    slotsOf(day, { taken, now, zone })
      .filter(isFree)
      .map(({ time }) => time),
  )
  const rows = times.map((time) => ({
    time,
    citas: citas.filter((cita) => slotOf(cita) === time).sort(heldFirst),
    free: free.has(time),
  }))
  return { rows, loose: citas.filter((cita) => !times.includes(slotOf(cita))) }
}

/** True for an appointment that no longer holds its slot. */
export function isCancelled(status: string | null): boolean {
  return parseAppointmentStatus(status) === 'cancelada'
}

/**
 * A time for narrow places: '09:30' where it is one of the clinic's half hours, of which none comes twice in twelve
 * hours; else in full.
 */
export function shortTime(time: string | null): string {
  const full = formatTime(time)
  // A Monday has the longest hours.
  return slotTimes('2026-11-16').includes(time?.slice(0, 5) ?? '') ? full.slice(0, 5) : full
}

function slotOf({ appointment_time }: Timed): string {
  return appointment_time?.slice(0, 5) ?? ''
}

function isFree({ taken }: Slot): boolean {
  return !taken
}

/** Orders appointments: those that hold their slot before the cancelled ones, else as they are. */
export function heldFirst(one: Timed, other: Timed): number {
  return Number(isCancelled(one.status)) - Number(isCancelled(other.status))
}
