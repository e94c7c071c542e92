import { type ClinicHours, dayWindows } from '#domain/clinic-hours.ts'
import { minutesOf } from '#domain/day-slots.ts'
import { dayBounds, dayInZone } from '#domain/days.ts'
import type { Random } from './random.ts'

/** Seed, time and hours from which the demo clinic is made: equal values give equal rows. */
export type Moment = {
  seed: number
  now: Date
  /** The clinic's day at `now`. */
  today: string
  /** The clinic's week: nobody is booked outside of it. */
  hours: ClinicHours
  /** When a day starts at the clinic and when people work there, in milliseconds; on a day that is closed from 09:30 to 18:30. */
  instants(day: string): Instants
}

type Instants = { midnight: number; opens: number; closes: number }

const minute = 60_000

export function createMoment({
  seed,
  now,
  zone,
  hours,
}: {
  seed: number
  now: Date
  zone: string
  hours: ClinicHours
}): Moment {
  // Thousands of rows share a few hundred days, and finding a midnight is the slow part of a row.
  const known = new Map<string, Instants>()
  return {
    seed,
    now,
    today: dayInZone(now, zone),
    hours,
    instants(day) {
      const found = known.get(day) ?? instantsOf(day, zone, hours)
      known.set(day, found)
      return found
    },
  }
}

/** How far back appointments, studies, notes and payments go, in days. */
export const historyDays = 100

function instantsOf(day: string, zone: string, hours: ClinicHours): Instants {
  const midnight = Date.parse(dayBounds(day, zone).from)
  const windows = dayWindows(day, hours)
  const at = (time: string) => midnight + minutesOf(time) * minute
  return { midnight, opens: at(windows[0]?.opens ?? '09:30'), closes: at(windows.at(-1)?.closes ?? '18:30') }
}

/** An ISO instant on the clinic's day, between opening and closing where possible; never after `now`. */
export function instantOf(day: string, moment: Moment, random: Random): string {
  const { midnight, opens, closes } = moment.instants(day)
  const last = Math.min(closes, moment.now.getTime())
  const first = last > opens + 30 * minute ? opens : midnight
  return new Date(first + Math.floor(random.next() * Math.max(last - first, 0))).toISOString()
}
