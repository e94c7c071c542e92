import type { Slot } from './day-slots.ts'
import { isDay } from './days.ts'

/** What a doctor has filled in so far. */
export type BookingDraft = {
  patientId: string | null
  /** yyyy-MM-dd, '' or what is being typed */
  day: string
  /** HH:mm or '' */
  time: string
  study: string
}

export type BookingProblems = { [Field in keyof BookingDraft]: string | null }

/** Whether a day can be booked: it exists in the calendar and is not past. */
export function isBookable(day: string, today: string): boolean {
  return isDay(day) && day >= today
}

/** What still prevents the booking, for each field (docs/product/appointments.md). */
export function bookingProblems(
  draft: BookingDraft,
  { today, slots }: { today: string; slots: readonly Slot[] },
): BookingProblems {
  return {
    patientId: draft.patientId ? null : 'Elige un paciente.',
    day: dayProblem(draft.day, today),
    time: slots.some(({ time, taken }) => time === draft.time && !taken) ? null : 'Elige un horario.',
    study: draft.study === '' ? 'Elige un tipo de estudio.' : null,
  }
}

function dayProblem(day: string, today: string): string | null {
  if (day === '') return 'Elige una fecha.'
  if (!isDay(day)) return 'Escribe una fecha como 21/11/2026.'
  return day < today ? 'Elige una fecha de hoy en adelante.' : null
}
