import { formatDay } from '#domain/days.ts'
import { clinicMoment } from '#web/hooks/clock.ts'

/** '25/11/2026 a las 10:42 a. m.', as the clinic's clocks show it. */
export function momentWords(instant: string, zone: string): string {
  const { day, time } = clinicMoment(instant, zone)
  return `${formatDay(day)} a las ${time}`
}
