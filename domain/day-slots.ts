import { type ClinicHours, dayWindows } from './clinic-hours.ts'
import { dayInZone, timeInZone } from './days.ts'

const slotLength = 30

/** The day's slots, HH:mm: one each 30 minutes from the opening of a window until before it closes. */
export function slotTimes(day: string, hours: ClinicHours): string[] {
  return dayWindows(day, hours).flatMap(({ opens, closes }) => {
    const times: string[] = []
    for (let minute = minutesOf(opens); minute < minutesOf(closes); minute += slotLength) {
      times.push(
        `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
      )
    }
    return times
  })
}

/** Minutes from midnight to HH:mm. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

export type Slot = { time: string; taken: boolean }

/**
 * The day's slots that have not begun, each marked as taken or not. `taken` are the booked times of that doctor
 * and day, HH:mm or HH:mm:ss.
 */
export function slotsOf(
  day: string,
  {
    hours,
    taken,
    now,
    zone,
  }: { hours: ClinicHours; taken: readonly (string | null)[]; now: Date; zone: string },
): Slot[] {
  const today = dayInZone(now, zone)
  if (day < today) return []
  const begun = day === today ? timeInZone(now, zone) : ''
  const booked = new Set(taken.map((time) => time?.slice(0, 5)))
  return slotTimes(day, hours)
    .filter((time) => time > begun)
    .map((time) => ({ time, taken: booked.has(time) }))
}
