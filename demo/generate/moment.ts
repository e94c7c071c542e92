import { dayBounds, dayInZone } from '#domain/days.ts'
import type { Random } from './random.ts'

/** When and from what the demo clinic is made: the same values give the same rows. */
export type Moment = {
  seed: number
  now: Date
  /** The clinic's day at `now`. */
  today: string
  /** When a day of the clinic begins, in milliseconds. */
  midnight(day: string): number
}

export function createMoment({ seed, now, zone }: { seed: number; now: Date; zone: string }): Moment {
  // A clinic has some hundred days and many thousand rows; finding a midnight is the slow part of a row.
  const midnights = new Map<string, number>()
  return {
    seed,
    now,
    today: dayInZone(now, zone),
    midnight(day) {
      const known = midnights.get(day) ?? Date.parse(dayBounds(day, zone).from)
      midnights.set(day, known)
      return known
    },
  }
}

/** How far back appointments, studies, notes and payments go, in days. */
export const historyDays = 100

const hour = 3_600_000

/** An ISO instant of the clinic's day, in its opening hours where that is possible; never after `now`. */
export function instantOf(day: string, moment: Moment, random: Random): string {
  const midnight = moment.midnight(day)
  const last = Math.min(midnight + 18.5 * hour, moment.now.getTime())
  const first = last > midnight + 10 * hour ? midnight + 9.5 * hour : midnight
  return new Date(first + Math.floor(random.next() * Math.max(last - first, 0))).toISOString()
}
