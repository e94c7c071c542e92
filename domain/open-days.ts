import { addDays } from './days.ts'

/** A start of a day: yyyy-MM-dd and HH:mm. */
type Start = { day: string; time: string; taken: boolean }

/** A day of a strip; `free` counts its starts that nobody has, `slots` all of them. */
export type StripDay = { day: string; free: number; slots: { time: string; taken: boolean }[] }

/** The `count` days from a day on (yyyy-MM-dd) with their starts, also those without any. */
export function daysOf(from: string, count: number, starts: readonly Start[]): StripDay[] {
  return Array.from({ length: count }, (_, later) => {
    const day = addDays(from, later)
    const slots = starts.filter((start) => start.day === day).map(({ time, taken }) => ({ time, taken }))
    return { day, free: slots.filter(({ taken }) => !taken).length, slots }
  })
}

/** The first day with a free start, or undefined. */
export function firstFree(days: readonly StripDay[]): StripDay | undefined {
  return days.find(({ free }) => free > 0)
}

/**
 * The first free start, or undefined. With `from` (a day and HH:mm) none before it, so that nobody who is still at home is booked for
 * the next minutes.
 */
export function firstFreeStart(
  days: readonly StripDay[],
  from: { day: string; time: string } | null,
): { day: string; time: string } | undefined {
  return days
    .flatMap(({ day, slots }) => slots.filter(({ taken }) => !taken).map(({ time }) => ({ day, time })))
    .find(({ day, time }) => !from || day > from.day || (day === from.day && time >= from.time))
}

/** Where a strip begins for somebody who would like a day (yyyy-MM-dd) or none: never in the past. */
export function stripStart(wanted: string | null, today: string): string {
  return wanted !== null && wanted > today ? wanted : today
}
