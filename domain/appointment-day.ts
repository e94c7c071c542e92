import { isFinalAppointmentStatus, parseAppointmentStatus } from './appointment-status.ts'

type Appointment = { appointment_date: string; appointment_time: string | null; status: string }

/** Minutes after its time when an open appointment counts as late. */
const tolerance = 15

/** True while the appointment still waits for its patient or its doctor. */
export function isOpenAppointment({ status }: { status: string | null }): boolean {
  const known = parseAppointmentStatus(status)
  return known !== null && !isFinalAppointmentStatus(known)
}

/**
 * True for an open appointment whose patient should have come by the clinic's day and time (yyyy-MM-dd and HH:mm), or whose doctor
 * has not closed it. One without a time is late when its day is over.
 */
export function isLate(appointment: Appointment, { day, time }: { day: string; time: string }): boolean {
  const { appointment_date, appointment_time } = appointment
  if (!isOpenAppointment(appointment) || appointment_date > day) return false
  if (appointment_date < day) return true
  return appointment_time !== null && minutesOf(time) - minutesOf(appointment_time) > tolerance
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** What became of closed appointments: '3 atendidas, 1 cancelada, 1 no asistió'. */
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
