import { addDays, longMonth, monthStart } from '#domain/days.ts'

/** How far back the list of months goes. */
const most = 24

/** This month and those before it, as '2026-11' and 'noviembre de 2026'. */
export function monthOptions(today: string): { value: string; label: string }[] {
  const months = []
  for (let first = monthStart(today); months.length < most; first = monthStart(addDays(first, -1))) {
    months.push({ value: first.slice(0, 7), label: longMonth(first) })
  }
  return months
}
