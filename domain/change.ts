import { addDays, monthStart } from './days.ts'

/** Change from the previous month as a rounded percentage; 100 when only the previous month was 0, 0 when both are. */
export function monthChange(current: number, previous: number): number {
  if (previous === 0) return current > 0 ? 100 : 0
  // Multiply first, so that halves are exact; adding 0 turns -0 into 0.
  return Math.round(((current - previous) * 100) / previous) + 0
}

/** '+12%', '-5%' or '0%'. */
export function formatChange(percentage: number): string {
  return `${percentage > 0 ? '+' : ''}${percentage}%`
}

/** The number of days in the month of `day`. */
export function daysInMonth(day: string): number {
  const next = monthStart(addDays(monthStart(day), 31))
  return Number(addDays(next, -1).slice(8))
}

/** The month's appointments per day of the month, rounded. */
export function dailyAverage(count: number, day: string): number {
  return Math.round(count / daysInMonth(day))
}
