import type { HoursRow, OpenWindow } from './clinic-hours.ts'

/** The days of a week as people and clinic.json name them, Monday first. */
export const dayNames = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'] as const

export type DayName = (typeof dayNames)[number]

/** A week while it is edited, and as clinic.json has it: the hours of each day, HH:mm; none is closed. */
export type WeekDraft = Record<DayName, OpenWindow[]>

/** A row of a week without whose it is. */
export type WeekRow = Omit<HoursRow, 'doctor_id'>

/** Windows of a day at most (docs/product/limits.md). */
export const mostWindows = 4

export function closedWeek(): WeekDraft {
  return { lunes: [], martes: [], miércoles: [], jueves: [], viernes: [], sábado: [], domingo: [] }
}

/** The rows of one week by day, in their order. */
export function weekDraftOf(rows: readonly WeekRow[]): WeekDraft {
  const draft = closedWeek()
  for (const { weekday, opens, closes } of [...rows].sort((a, b) => a.opens.localeCompare(b.opens))) {
    const name = dayNames[weekday - 1]
    if (name) draft[name].push({ opens: opens.slice(0, 5), closes: closes.slice(0, 5) })
  }
  return draft
}

export function weekRowsOf(draft: WeekDraft): WeekRow[] {
  return dayNames.flatMap((name, index) => draft[name].map((hours) => ({ weekday: index + 1, ...hours })))
}

/** What is wrong in each day, in a sentence (docs/product/errors.md). The database says the same. */
export function weekProblems(draft: WeekDraft): Partial<Record<DayName, string>> {
  const wrong = dayNames.flatMap((name) => {
    const problem = dayProblem(name, draft[name])
    return problem ? [[name, problem]] : []
  })
  return Object.fromEntries(wrong)
}

function dayProblem(name: DayName, windows: readonly OpenWindow[]): string | null {
  const own = windows.map(({ opens, closes }) => windowProblem(opens, closes)).find((problem) => problem)
  if (own) return own
  const sorted = [...windows].sort((a, b) => a.opens.localeCompare(b.opens))
  const overlap = sorted.some(({ opens }, index) => opens < (sorted[index - 1]?.closes ?? ''))
  if (overlap) return `Los horarios de ${name} se enciman.`
  return windows.length > mostWindows ? `Agrega como máximo ${mostWindows} horarios por día.` : null
}

/** What is wrong with the hours of one window, HH:mm; null when nothing is. */
export function windowProblem(opens: string, closes: string): string | null {
  if (!onHalfHour(opens) || !onHalfHour(closes)) return 'Usa horas en punto o y media.'
  return closes <= opens ? 'La hora de cierre debe ser posterior.' : null
}

/** Whether a time exists (24:00 ends a day) and is on the half hour. */
export function onHalfHour(time: string): boolean {
  return /^(?:(?:[01]\d|2[0-3]):[03]0|24:00)$/.test(time)
}
