import type { Clinic } from '#domain/clinic.ts'
import { spokenTime } from '#domain/slots.ts'
import { weekInWords } from '#domain/week-words.ts'
import type { LandingData } from './landing-data.ts'

/** Days that are open alike, and each of their hours: 'Lunes a sábado', '9:30 a. m. a 6:30 p. m.'. */
export type HoursLine = { days: string; hours: string[] }

/** The clinic's own words where clinic.json gives them, else its week. */
export function hoursLines(clinic: Clinic, hours: LandingData['hours']): HoursLine[] {
  const words = clinic.hours
    ? clinic.hours.map(({ days, ...window }) => ({ days, windows: [window] }))
    : weekInWords(hours?.week ?? [])
  return words.map(({ days, windows }) => ({
    days,
    hours: windows.map(({ opens, closes }) => `${spokenTime(opens)} a ${spokenTime(closes)}`),
  }))
}
