import { parseAppointmentStatus } from './appointment-status.ts'
import { formatTime, type Slot, slotsOf, slotTimes } from './slots.ts'

/** What an agenda needs to know of an appointment; `appointment_time` is HH:mm, HH:mm:ss or null. */
type Timed = { appointment_time: string | null; status: string | null }

/** One half hour of a day. `free`: it can still be booked; a cancelled appointment does not occupy it. */
export type AgendaRow<Cita> = { time: string; citas: Cita[]; free: boolean }

export type Agenda<Cita> = {
  /** Every slot of the day (docs/product/appointments.md), including those that have begun. */
  rows: AgendaRow<Cita>[]
  /** Appointments without a time, or at a time that is not a slot of this day. */
  loose: Cita[]
}

/** The half hours of a clinic's day with their appointments, cancelled ones last. */
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
 * A short form of a time for narrow places: '09:30' for a clinic slot, since no two slots look alike on a
 * 12-hour clock; else the full form.
 */
export function shortTime(time: string | null): string {
  const full = formatTime(time)
  // Monday has the longest hours.
  return slotTimes('2026-11-16').includes(time?.slice(0, 5) ?? '') ? full.slice(0, 5) : full
}

function slotOf({ appointment_time }: Timed): string {
  return appointment_time?.slice(0, 5) ?? ''
}

function isFree({ taken }: Slot): boolean {
  return !taken
}

/** Sort order of appointments: cancelled ones last, otherwise unchanged. */
export function heldFirst(one: Timed, other: Timed): number {
  return Number(isCancelled(one.status)) - Number(isCancelled(other.status))
}
