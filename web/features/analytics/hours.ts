import type { AdminAnalytics } from '#web/backend/answers.ts'

/** A row of the week's picture: an hour, and how many appointments begin in it from Monday to Sunday. */
export type HourRow = { hour: string; days: number[] }

/** Slots of half an hour as hours: every hour between the first and the last in which an appointment begins. */
export function hourRows(slots: AdminAnalytics['hours']): HourRow[] {
  const hours = Object.values(slots).flatMap((day) =>
    Object.keys(day).map((time) => Number(time.slice(0, 2))),
  )
  if (hours.length === 0) return []
  const first = Math.min(...hours)
  return Array.from({ length: Math.max(...hours) - first + 1 }, (_, at) => {
    const hour = String(first + at).padStart(2, '0')
    const days = [1, 2, 3, 4, 5, 6, 7].map((day) =>
      Object.entries(slots[day] ?? {}).reduce(
        (sum, [time, count]) => (time.startsWith(hour) ? sum + count : sum),
        0,
      ),
    )
    return { hour: `${hour}:00`, days }
  })
}
