import { addDays, monthStart } from './days.ts'

/** Month over month, a rounded percentage: 100 when there was nothing before and something now, 0 when nothing now either. */
export function monthChange(current: number, previous: number): number {
  if (previous === 0) return current > 0 ? 100 : 0
  // Multiplied first, so that halves are exact; added to, so that there is no -0.
  return Math.round(((current - previous) * 100) / previous) + 0
}

/** '+12%', '-5%' or '0%'. */
export function formatChange(percentage: number): string {
  return `${percentage > 0 ? '+' : ''}${percentage}%`
}

/** How many days the month of `day` has. */
export function daysInMonth(day: string): number {
  const next = monthStart(addDays(monthStart(day), 31))
  return Number(addDays(next, -1).slice(8))
}

/** The month's appointments divided by all days of the month, rounded. */
export function dailyAverage(count: number, day: string): number {
  return Math.round(count / daysInMonth(day))
}
