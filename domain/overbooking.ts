import type { ClinicHours } from './clinic-hours.ts'
import { slotTimes } from './day-slots.ts'
import { dayInZone, timeInZone } from './days.ts'

/** A start that nobody may book without a reason (docs/product/appointments.md). */
export type OverSlot = { time: string; why: 'taken' | 'outside' }

/** Every half hour from 06:00 to 21:30. */
const halfHours = Array.from(
  { length: 32 },
  (_, at) => `${String(6 + Math.floor(at / 2)).padStart(2, '0')}:${at % 2 ? '30' : '00'}`,
)

/**
 * The starts of a day (yyyy-MM-dd) that only a reason books: the taken ones and those outside of the hours. Of today from the
 * half hour on that is running. `taken` are the booked times of that doctor and day, HH:mm or HH:mm:ss.
 */
export function overSlots(
  day: string,
  {
    hours,
    taken,
    now,
    zone,
  }: { hours: ClinicHours; taken: readonly (string | null)[]; now: Date; zone: string },
): OverSlot[] {
  const today = dayInZone(now, zone)
  if (day < today) return []
  const time = timeInZone(now, zone)
  const running = day === today ? `${time.slice(0, 3)}${time.slice(3) < '30' ? '00' : '30'}` : ''
  const within = new Set(slotTimes(day, hours))
  const booked = new Set(taken.map((one) => one?.slice(0, 5)))
  return halfHours
    .filter((start) => start >= running && (booked.has(start) || !within.has(start)))
    .map((start) => ({ time: start, why: booked.has(start) ? 'taken' : 'outside' }))
}

/** What is wrong with the reason for a start of `slots`; null when it may be sent. */
export function overReasonProblem(reason: string, time: string, slots: readonly OverSlot[]): string | null {
  const letters = [...reason.trim()].length
  if (letters > 200) return 'Motivo: escribe como máximo 200 caracteres.'
  if (letters >= 3) return null
  return slots.some((slot) => slot.time === time && slot.why === 'taken')
    ? 'Este horario ya está ocupado. Para agendar de todos modos escribe el motivo.'
    : 'Escribe el motivo con 3 letras o más.'
}
