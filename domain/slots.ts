import { dayInZone, timeInZone, weekday } from './days.ts'

const opens = 9 * 60 + 30
const slotLength = 30

/** In minutes; slots start before this: 13:30 on Sundays, 18:30 on other days. */
function closes(day: string): number {
  return weekday(day) === 0 ? 13 * 60 + 30 : 18 * 60 + 30
}

/** Every slot of the day, HH:mm, every 30 minutes from 09:30 (docs/product/appointments.md). */
export function slotTimes(day: string): string[] {
  const times: string[] = []
  for (let minute = opens; minute < closes(day); minute += slotLength) {
    times.push(`${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`)
  }
  return times
}

export type Slot = { time: string; taken: boolean }

/**
 * The day's slots that have not begun, each marked as taken or not. `taken` are the booked times of that doctor
 * and day, HH:mm or HH:mm:ss.
 */
export function slotsOf(
  day: string,
  { taken, now, zone }: { taken: readonly (string | null)[]; now: Date; zone: string },
): Slot[] {
  const today = dayInZone(now, zone)
  if (day < today) return []
  const begun = day === today ? timeInZone(now, zone) : ''
  const booked = new Set(taken.map((time) => time?.slice(0, 5)))
  return slotTimes(day)
    .filter((time) => time > begun)
    .map((time) => ({ time, taken: booked.has(time) }))
}

/** '09:30 a. m.' (12 hours, non-breaking spaces) for HH:mm or HH:mm:ss; 'Por definir' when there is no time. */
export function formatTime(time: string | null): string {
  const [, hours, minutes] = time?.match(/^([01]\d|2[0-3]):([0-5]\d)/) ?? []
  if (hours === undefined || minutes === undefined) return 'Por definir'
  const hour = Number(hours)
  const half = hour < 12 ? 'a.\u00a0m.' : 'p.\u00a0m.'
  return `${String(hour % 12 === 0 ? 12 : hour % 12).padStart(2, '0')}:${minutes}\u00a0${half}`
}
