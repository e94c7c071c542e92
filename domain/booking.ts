import type { Slot } from './day-slots.ts'
import { isDay } from './days.ts'
import { type OverSlot, overReasonProblem } from './overbooking.ts'

/** Where an appointment is to begin, as filled in so far. */
export type StartDraft = {
  /** yyyy-MM-dd, '' or what is being typed */
  day: string
  /** HH:mm or '' */
  time: string
  /** That the time is one which only a reason books. */
  overbooks: boolean
  reason: string
}

/** What a doctor has filled in so far. */
export type BookingDraft = StartDraft & { patientId: string | null; study: string }

export type BookingProblems = { [Field in 'patientId' | 'day' | 'time' | 'reason' | 'study']: string | null }

/** The clinic's day, and the starts of the chosen one: the usual ones, and those that only a reason books. */
export type Offered = { today: string; slots?: readonly Slot[]; over?: readonly OverSlot[] }

/** Whether a day can be booked: it exists in the calendar and is not past. */
export function isBookable(day: string, today: string): boolean {
  return isDay(day) && day >= today
}

/** What still prevents the booking, for each field (docs/product/appointments.md). */
export function bookingProblems(draft: BookingDraft, offered: Offered): BookingProblems {
  return {
    patientId: draft.patientId ? null : 'Elige un paciente.',
    ...startProblems(draft, offered),
    study: draft.study === '' ? 'Elige un tipo de estudio.' : null,
  }
}

/** What is wrong with day, time and reason. */
export function startProblems(
  { day, time, overbooks, reason }: StartDraft,
  { today, slots = [], over = [] }: Offered,
): { [Field in 'day' | 'time' | 'reason']: string | null } {
  const isOffered = overbooks
    ? over.some((slot) => slot.time === time)
    : slots.some((slot) => slot.time === time && !slot.taken)
  return {
    day: dayProblem(day, today),
    time: isOffered ? null : 'Elige un horario.',
    reason: overbooks ? overReasonProblem(reason, time, over) : null,
  }
}

function dayProblem(day: string, today: string): string | null {
  if (day === '') return 'Elige una fecha.'
  if (!isDay(day)) return 'Escribe una fecha como 21/11/2026.'
  return day < today ? 'Elige una fecha de hoy en adelante.' : null
}
