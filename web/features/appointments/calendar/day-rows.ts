import { agendaOf } from '#domain/agenda.ts'
import { slotTimes } from '#domain/slots.ts'
import type { CalendarCita } from '#web/queries/citas.ts'

/**
 * One line of a day: an appointment, a free half hour, or neither. The first line of
 * a half hour always keeps its key, so that the focus stays on it when it is booked.
 */
export type DayRow = { key: string; time: string | null; cita: CalendarCita | null; bookable: boolean }

/** The lines of a day; without `canBook` only its appointments. */
export function dayRows(
  day: string,
  citas: readonly CalendarCita[],
  { now, zone, canBook }: { now: Date; zone: string; canBook: boolean },
): DayRow[] {
  const { loose, rows } = agendaOf(day, citas, { now, zone })
  const half = rows.flatMap(({ time, citas: here, free }): DayRow[] => {
    // A cancelled appointment leaves its half hour free: list the free line first, then the cancelled one.
    const lines: Omit<DayRow, 'key'>[] = here.map((cita) => ({ time, cita, bookable: false }))
    if (canBook && free) lines.unshift({ time, cita: null, bookable: true })
    else if (canBook && lines.length === 0) lines.push({ time, cita: null, bookable: false })
    return lines.map((line, index) => ({ ...line, key: index === 0 ? time : (line.cita?.id ?? time) }))
  })
  return [
    ...loose.map((cita) => ({ key: cita.id, time: cita.appointment_time, cita, bookable: false })),
    ...half,
  ]
}

/** The lines of a day while its appointments load: nothing to show yet, nor to book. */
export function emptyRows(day: string): DayRow[] {
  return slotTimes(day).map((time) => ({ key: time, time, cita: null, bookable: false }))
}
