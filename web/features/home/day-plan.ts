import { isOpenAppointment } from '#domain/appointment-day.ts'

type Appointment = { status: string; appointment_time: string | null }

/** The first open appointment that has not begun at `time` (HH:mm); rows come by time. */
export function nextOf<Row extends Appointment>(rows: readonly Row[], time: string): Row | undefined {
  return rows.find(
    (row) => isOpenAppointment(row) && row.appointment_time !== null && row.appointment_time >= time,
  )
}

/** The rows of a list that a preview shows: the first ones, and always the one at `focus`. */
export function previewOf<Row>(rows: readonly Row[], length: number, focus = 0): readonly Row[] {
  const chosen = rows[focus]
  return chosen === undefined || focus < length
    ? rows.slice(0, length)
    : [...rows.slice(0, length - 1), chosen]
}
