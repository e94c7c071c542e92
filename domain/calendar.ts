import { addDays, isDay, longDay, longMonth, monthStart, weekStart } from './days.ts'

/** The calendar's views, as the address spells them. */
export const calendarViews = ['mes', 'semana', 'dia'] as const

export type CalendarView = (typeof calendarViews)[number]

/** The view named by the address; 'mes' for anything else. */
export function readView(text: string | null): CalendarView {
  return calendarViews.find((view) => view === text) ?? 'mes'
}

/** The same date `count` months later, or earlier when negative; the last day of a month that lacks the date. */
export function addMonths(day: string, count: number): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count
  const year = String(Math.floor(months / 12)).padStart(4, '0')
  const month = `${year}-${String((months % 12) + 1).padStart(2, '0')}`
  for (let date = Number(day.slice(8)); ; date -= 1) {
    const moved = `${month}-${String(date).padStart(2, '0')}`
    if (isDay(moved)) return moved
  }
}

/** The seven days of a day's week, Monday first. */
export function weekOf(day: string): string[] {
  const monday = weekStart(day)
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index))
}

/** The four to six weeks, Monday first, that cover the day's month. */
export function weeksOfMonth(day: string): string[][] {
  const weeks: string[][] = []
  const next = addMonths(monthStart(day), 1)
  for (let monday = weekStart(monthStart(day)); monday < next; monday = addDays(monday, 7)) {
    weeks.push(weekOf(monday))
  }
  return weeks
}

/** The first and the last day that a view shows. */
export function visibleDays(view: CalendarView, day: string): { from: string; to: string } {
  if (view === 'dia') return { from: day, to: day }
  const days = view === 'semana' ? weekOf(day) : weeksOfMonth(day).flat()
  return { from: days[0] ?? day, to: days.at(-1) ?? day }
}

/** The day to show after 'Siguiente', or after 'Anterior' when `count` is -1. */
export function stepView(view: CalendarView, day: string, count: number): string {
  if (view === 'mes') return addMonths(day, count)
  return addDays(day, view === 'semana' ? 7 * count : count)
}

/** The title of a view: 'noviembre de 2026', '16 al 22 de noviembre de 2026' or 'viernes 20 de noviembre de 2026'. */
export function viewTitle(view: CalendarView, day: string): string {
  if (view === 'mes') return longMonth(day)
  if (view === 'dia') return longDay(day)
  const { from, to } = visibleDays(view, day)
  const [first, last] = [from, to].map((end) => String(Number(end.slice(8))))
  if (monthStart(from) === monthStart(to)) return `${first} al ${last} de ${longMonth(to)}`
  const sameYear = from.slice(0, 4) === to.slice(0, 4)
  const start = sameYear ? longMonth(from).replace(/ de \d+$/, '') : longMonth(from)
  return `${first} de ${start} al ${last} de ${longMonth(to)}`
}

/**
 * The day that a key moves to, by the WAI-ARIA pattern of date grids. Null for keys that do not change the day:
 * up and down move by weeks in a month, but by hours of the same day elsewhere.
 */
export function dayAfterKey(
  day: string,
  { key, shiftKey = false }: { key: string; shiftKey?: boolean },
  view: CalendarView,
): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return view === 'mes' ? addDays(day, -7) : null
    case 'ArrowDown':
      return view === 'mes' ? addDays(day, 7) : null
    case 'Home':
      return view === 'dia' ? null : weekStart(day)
    case 'End':
      return view === 'dia' ? null : addDays(weekStart(day), 6)
    case 'PageUp':
      return view === 'mes' && shiftKey ? addMonths(day, -12) : stepView(view, day, -1)
    case 'PageDown':
      return view === 'mes' && shiftKey ? addMonths(day, 12) : stepView(view, day, 1)
    default:
      return null
  }
}
