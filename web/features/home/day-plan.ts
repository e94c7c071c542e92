import { isFinalAppointmentStatus, parseAppointmentStatus } from '#domain/appointment-status.ts'

type Appointment = { status: string; appointment_time: string | null }

/** True while the appointment still waits for its patient or its doctor. */
export function isOpen({ status }: Pick<Appointment, 'status'>): boolean {
  const known = parseAppointmentStatus(status)
  return known !== null && !isFinalAppointmentStatus(known)
}

/** The first open appointment that has not begun at `time` (HH:mm); rows come by time. */
export function nextOf<Row extends Appointment>(rows: readonly Row[], time: string): Row | undefined {
  return rows.find((row) => isOpen(row) && row.appointment_time !== null && row.appointment_time >= time)
}

/** Minutes after its time when an open appointment counts as late. */
const tolerance = 15

/** True for an open appointment whose patient should have come by `time` (HH:mm), or whose doctor has not closed it. */
export function isLate(appointment: Appointment, time: string): boolean {
  const { appointment_time: start } = appointment
  return isOpen(appointment) && start !== null && minutesOf(time) - minutesOf(start) > tolerance
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** What became of a day's closed appointments: '3 atendidas, 1 cancelada, 1 no asistió'. */
export function closedWords(rows: readonly Pick<Appointment, 'status'>[]): string {
  const count = (wanted: string) =>
    rows.filter(({ status }) => parseAppointmentStatus(status) === wanted).length
  const words: [number, string, string][] = [
    [count('completada'), 'atendida', 'atendidas'],
    [count('cancelada'), 'cancelada', 'canceladas'],
    [count('no_asistio'), 'no asistió', 'no asistieron'],
  ]
  return words.flatMap(([n, one, many]) => (n === 0 ? [] : [`${n} ${n === 1 ? one : many}`])).join(', ')
}

/** The rows of a list that a preview shows: the first ones, or a later part with the row at `focus`. */
export function previewOf<Row>(rows: readonly Row[], length: number, focus = 0): readonly Row[] {
  const middle = Math.floor(length / 2)
  const start = Math.max(0, Math.min(focus - middle, rows.length - length))
  return rows.slice(start, start + length)
}
