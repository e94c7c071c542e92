import type { WeekRow } from './week-draft.ts'
import { withoutMarks } from './without-marks.ts'

const days = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'] as const

/** Monday is 0, Sunday 6. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

const plain = (text: string) => withoutMarks(text).toLowerCase()
const names = days.map(plain)

/**
 * Parses weekdays in Spanish: 'Lunes a sábado' (also across the weekend), 'Martes y jueves', 'Domingos', or
 * 'Todos los días'. Undefined for anything else.
 */
export function readWeekdays(text: string): Weekday[] | undefined {
  const words = plain(text)
    .replace(/\bde\b/g, ' ')
    .trim()
  if (/^(todos los dias|diario)$/.test(words)) return [0, 1, 2, 3, 4, 5, 6]
  const found = new Set<Weekday>()
  for (const part of words.split(/\s*(?:,|\by\b|\be\b)\s*/)) {
    const range = part.split(/\s+(?:a|al)\s+|\s*[-–]\s*/).map(weekdayOf)
    const [first, last = first, ...more] = range
    if (first === undefined || last === undefined || more.length > 0) return undefined
    for (let day = first; ; day = next(day)) {
      found.add(day)
      if (day === last) break
    }
  }
  return [...found].sort((a, b) => a - b)
}

/**
 * Whether hours in words (HH:mm) tell of another week than `week`. Days in words that are for people only cannot contradict.
 */
export function contradicts(
  words: readonly { days: string; opens: string; closes: string }[],
  week: readonly WeekRow[],
): boolean {
  const told = new Set<string>()
  for (const { days, opens, closes } of words) {
    const read = readWeekdays(days)
    if (!read) return false
    for (const day of read) told.add(`${day + 1} ${opens} ${closes}`)
  }
  const kept = week.map(
    ({ weekday, opens, closes }) => `${weekday} ${opens.slice(0, 5)} ${closes.slice(0, 5)}`,
  )
  return kept.length !== told.size || kept.some((hours) => !told.has(hours))
}

function weekdayOf(word: string): Weekday | undefined {
  const index = names.findIndex((name) => word.trim() === name || word.trim() === `${name}s`)
  return index === -1 ? undefined : toWeekday(index)
}

function next(day: Weekday): Weekday {
  return toWeekday((day + 1) % 7)
}

function toWeekday(number: number): Weekday {
  switch (number) {
    case 1:
    case 2:
    case 3:
    case 4:
    case 5:
    case 6:
      return number
    default:
      return 0
  }
}
