import { addDays, weekday } from './days.ts'

export type RestDay = { day: string; label: string }

/** A change of the federal executive power: the first under the present rule was in 2024, one follows each six years. */
const firstInauguration = 2024

/**
 * The rest days of a year by Article 74 of Mexico's labour law (LFT), in their order. Days of elections, which other laws
 * set, are not among them. The clinic checks them: they are only offered.
 */
export function restDays(year: number): RestDay[] {
  const inaugurates = year >= firstInauguration && (year - firstInauguration) % 6 === 0
  return [
    { day: `${year}-01-01`, label: 'Año Nuevo' },
    { day: nthMonday(`${year}-02-01`, 1), label: 'Día de la Constitución' },
    { day: nthMonday(`${year}-03-01`, 3), label: 'Natalicio de Benito Juárez' },
    { day: `${year}-05-01`, label: 'Día del Trabajo' },
    { day: `${year}-09-16`, label: 'Día de la Independencia' },
    ...(inaugurates ? [{ day: `${year}-10-01`, label: 'Transmisión del Poder Ejecutivo Federal' }] : []),
    { day: nthMonday(`${year}-11-01`, 3), label: 'Día de la Revolución' },
    { day: `${year}-12-25`, label: 'Navidad' },
  ]
}

/** The `count`th Monday of the month that begins on `first`. */
function nthMonday(first: string, count: number): string {
  return addDays(first, ((8 - weekday(first)) % 7) + 7 * (count - 1))
}
