import { isDay } from '#domain/days.ts'

/**
 * The day that somebody typed as `dd/MM/yyyy` (or `d-M-yyyy`, or `yyyy-MM-dd`) as `yyyy-MM-dd`;
 * undefined when it is no day of the calendar.
 */
export function readDay(typed: string): string | undefined {
  const text = typed.trim()
  const [, date = '', month = '', year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? []
  const day = year === undefined ? text : `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : undefined
}
