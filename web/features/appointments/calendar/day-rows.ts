import { agendaOf } from '#domain/agenda.ts'
import type { ClinicHours } from '#domain/clinic-hours.ts'
import { slotTimes } from '#domain/day-slots.ts'
import type { CalendarAppointment } from '#web/queries/appointments.ts'

/**
 * One line of a day: an appointment, a free half hour, or neither. The first line of
 * a half hour always keeps its key, so that the focus stays on it when it is booked.
 */
export type DayRow = {
  key: string
  time: string | null
  appointment: CalendarAppointment | null
  bookable: boolean
}

/** The lines of a day; without `canBook` only its appointments. */
export function dayRows(
  day: string,
  appointments: readonly CalendarAppointment[],
  { hours, now, zone, canBook }: { hours: ClinicHours; now: Date; zone: string; canBook: boolean },
): DayRow[] {
  const { loose, rows } = agendaOf(day, appointments, { hours, now, zone })
  const half = rows.flatMap(({ time, appointments: here, free }): DayRow[] => {
    // A cancelled appointment leaves its half hour free: list the free line first, then the cancelled one.
    const lines: Omit<DayRow, 'key'>[] = here.map((appointment) => ({ time, appointment, bookable: false }))
    if (canBook && free) lines.unshift({ time, appointment: null, bookable: true })
    else if (canBook && lines.length === 0) lines.push({ time, appointment: null, bookable: false })
    return lines.map((line, index) => ({ ...line, key: index === 0 ? time : (line.appointment?.id ?? time) }))
  })
  return [
    ...loose.map((appointment) => ({
      key: appointment.id,
      time: appointment.appointment_time,
      appointment,
      bookable: false,
    })),
    ...half,
  ]
}

/** The lines of a day while its appointments load: nothing to show yet, nor to book. */
export function emptyRows(day: string, hours: ClinicHours): DayRow[] {
  return slotTimes(day, hours).map((time) => ({ key: time, time, appointment: null, bookable: false }))
}
