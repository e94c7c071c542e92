import { dayBounds, dayInZone } from '#domain/days.ts'
import type { Random } from './random.ts'

/** Seed and time from which the demo clinic is made: equal values give equal rows. */
export type Moment = {
  seed: number
  now: Date
  /** The clinic's day at `now`. */
  today: string
  /** When a day starts at the clinic, in milliseconds. */
  midnight(day: string): number
}

export function createMoment({ seed, now, zone }: { seed: number; now: Date; zone: string }): Moment {
  // Thousands of rows share a few hundred days, and finding a midnight is the slow part of a row.
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

/** An ISO instant on the clinic's day, in opening hours where possible; never after `now`. */
export function instantOf(day: string, moment: Moment, random: Random): string {
  const midnight = moment.midnight(day)
  const last = Math.min(midnight + 18.5 * hour, moment.now.getTime())
  const first = last > midnight + 10 * hour ? midnight + 9.5 * hour : midnight
  return new Date(first + Math.floor(random.next() * Math.max(last - first, 0))).toISOString()
}
