import type { Clinic } from './clinic.ts'
import { spokenTime } from './spoken-time.ts'
import type { WeekRow } from './week-draft.ts'
import { weekInWords } from './week-words.ts'

/** Days that are open alike, and each of their hours: 'Lunes a sábado', '09:30 a. m. a 06:30 p. m.'. */
export type HoursLine = { days: string; hours: string[] }

/** The clinic's own words (clinic.json) where it has some, else its week. */
export function hoursLines(own: Clinic['hours'], week: readonly WeekRow[]): HoursLine[] {
  const words = own ? own.map(({ days, ...window }) => ({ days, windows: [window] })) : weekInWords(week)
  return words.map(({ days, windows }) => ({
    days,
    hours: windows.map(({ opens, closes }) => `${spokenTime(opens)} a ${spokenTime(closes)}`),
  }))
}
