import { openAppointmentStatuses } from './appointment-status.ts'

/** What the badges of an appointment depend on; `over` are its events, or those of them that have a reason. */
export type Badged = {
  appointment_date: string
  appointment_time: string | null
  status: string
  seat: number
  warned_at: string | null
  /** Left out where it is not told. */
  study_arrived?: boolean | null
  over: readonly { to_day: string | null; to_time: string | null; reason: string | null; at: string }[]
}

/** Why an appointment was overbooked at the start that it has now; null when it was booked as any other. */
export function overbookingReason({
  appointment_date: day,
  appointment_time: time,
  over,
}: Badged): string | null {
  const here = over.filter(
    ({ to_day, to_time, reason }) => to_day === day && to_time === time && reason !== null,
  )
  return here.sort((one, other) => (one.at < other.at ? 1 : -1))[0]?.reason ?? null
}

/**
 * Whether an appointment shows 'Sobrecupo': behind others on its slot, or booked outside of the hours with a reason. Whoever has
 * moved up to the first seat of a slot is an ordinary appointment again.
 */
export function isOverbooked(appointment: Badged, isOutside: boolean): boolean {
  if (appointment.status === 'cancelada') return false
  return appointment.seat > 0 || (isOutside && overbookingReason(appointment) !== null)
}

/** The words of the badges. */
export const badgeWords = {
  late: 'Atrasada',
  warned: 'Avisó que no vendrá',
  overbooked: 'Sobrecupo',
  outside: 'Fuera de horario',
  arrived: 'Estudio recibido',
}

/** Whether the patient said that they will not come to an appointment that still stands. */
export function isWarned({ status, warned_at }: Pick<Badged, 'status' | 'warned_at'>): boolean {
  return warned_at !== null && openAppointmentStatuses.some((open) => open === status)
}

/** Whether an appointment has begun by the clinic's day and time (yyyy-MM-dd and HH:mm); one without a time begins with its day. */
export function hasBegun(
  { appointment_date, appointment_time }: Pick<Badged, 'appointment_date' | 'appointment_time'>,
  { day, time }: { day: string; time: string },
): boolean {
  if (appointment_date !== day) return appointment_date < day
  return (appointment_time ?? '').slice(0, 5) <= time
}
