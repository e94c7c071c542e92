import type { Closure } from './clinic-hours.ts'
import { addDays, isDay } from './days.ts'
import { onHalfHour, windowProblem } from './week-draft.ts'

/** A closure, absence or opening while it is entered. Days are yyyy-MM-dd, times HH:mm; of whole days the times do not count. */
export type ClosureDraft = {
  kind: Closure['kind']
  /** '' is everybody. */
  doctorId: string
  first: string
  last: string
  wholeDays: boolean
  opens: string
  closes: string
  label: string
}

/** Days and letters of a closure at most (docs/product/limits.md). */
const mostDays = 366
const longestLabel = 100

export type ClosureProblems = {
  [Name in 'doctorId' | 'first' | 'last' | 'opens' | 'closes' | 'label']: string | null
}

/** What is wrong in each field. An opening has the same hours on each of its days; the others are one stretch. */
export function closureProblems(draft: ClosureDraft): ClosureProblems {
  const { kind, first, last, label } = draft
  return {
    doctorId: kind === 'ausencia' && draft.doctorId === '' ? 'Elige un doctor.' : null,
    first: isDay(first) ? null : 'Escribe la fecha como dd/mm/aaaa.',
    last: lastProblem(first, last),
    ...timeProblems(draft),
    label:
      label.trim().length > longestLabel
        ? `El motivo puede tener ${longestLabel} caracteres como máximo.`
        : null,
  }
}

function lastProblem(first: string, last: string): string | null {
  if (!isDay(last)) return 'Escribe la fecha como dd/mm/aaaa.'
  if (!isDay(first)) return null
  if (last < first) return 'La fecha final debe ser igual o posterior.'
  return last >= addDays(first, mostDays) ? `Elige como máximo ${mostDays} días.` : null
}

function timeProblems({ kind, first, last, wholeDays, opens, closes }: ClosureDraft) {
  if (wholeDays) return { opens: null, closes: null }
  const grid = 'Usa horas en punto o y media.'
  const wrong = { opens: onHalfHour(opens) ? null : grid, closes: onHalfHour(closes) ? null : grid }
  if (wrong.opens || wrong.closes) return wrong
  return { opens: null, closes: kind === 'apertura' || first === last ? windowProblem(opens, closes) : null }
}
