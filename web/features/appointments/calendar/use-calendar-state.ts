import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { type CalendarView, readView } from '#domain/calendar.ts'
import { isDay } from '#domain/days.ts'

/**
 * What the calendar shows, in the address beside whatever else is there: `vista` and `dia` (yyyy-MM-dd, `today` when it
 * names none). The page keeps its scroll. Steps and views can be gone back to; days that one walks over cannot.
 */
export function useCalendarState(today: string) {
  const [params, setParams] = useSearchParams()
  // What the address holds or is about to: of two keys in a row, the second goes on from where the first led.
  const latest = useRef(params)
  // Whoever opened a day from inside the calendar goes on from there.
  const entering = useRef(false)
  useEffect(() => {
    latest.current = params
  }, [params])
  const dayOf = (address: URLSearchParams) => {
    const day = address.get('dia') ?? ''
    return isDay(day) ? day : today
  }

  function change(values: { vista?: CalendarView; dia?: string | null }, replace: boolean) {
    const next = new URLSearchParams(latest.current)
    for (const [name, value] of Object.entries(values)) value ? next.set(name, value) : next.delete(name)
    latest.current = next
    setParams(next, { replace, preventScrollReset: true })
  }

  return {
    view: readView(params.get('vista')),
    day: dayOf(params),
    setView: (vista: CalendarView) => change({ vista }, false),
    /** Shows the view of another day; null is today, also tomorrow. */
    go: (to: ((day: string) => string) | null) =>
      change({ dia: to ? to(dayOf(latest.current)) : null }, false),
    /** Stands on another day of what is shown, or walks out of it. */
    walk: (to: (day: string) => string) => change({ dia: to(dayOf(latest.current)) }, true),
    openDay: (dia: string) => {
      entering.current = true
      change({ vista: 'dia', dia }, false)
    },
    entering,
  }
}

export type CalendarState = ReturnType<typeof useCalendarState>
