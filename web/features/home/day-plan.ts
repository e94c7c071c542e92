import { isOpenAppointment } from '#domain/appointment-day.ts'

type Appointment = { status: string; appointment_time: string | null }

/** The first open appointment that has not begun at `time` (HH:mm); rows come by time. */
export function nextOf<Row extends Appointment>(rows: readonly Row[], time: string): Row | undefined {
  return rows.find(
    (row) => isOpenAppointment(row) && row.appointment_time !== null && row.appointment_time >= time,
  )
}

/** The rows of a list that a preview shows: the first ones, or a later part with the row at `focus`. */
export function previewOf<Row>(rows: readonly Row[], length: number, focus = 0): readonly Row[] {
  const middle = Math.floor(length / 2)
  const start = Math.max(0, Math.min(focus - middle, rows.length - length))
  return rows.slice(start, start + length)
}
