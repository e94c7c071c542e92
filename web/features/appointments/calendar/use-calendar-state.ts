import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { type CalendarView, readView } from '#domain/calendar.ts'
import { isDay } from '#domain/days.ts'

/**
 * The calendar's state in the address, beside other parameters: `vista` and `dia` (yyyy-MM-dd, `today` when
 * missing). Keeps the scroll position. Steps and views are history entries; moves between days by key are not.
 */
export function useCalendarState(today: string) {
  const [params, setParams] = useSearchParams()
  // The address as it is or is about to be: of two quick keys, the second starts where the first led.
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
    /** Shows the view of another day; null means today. */
    go: (to: ((day: string) => string) | null) =>
      change({ dia: to ? to(dayOf(latest.current)) : null }, false),
    /** Moves to another day, also beyond what is shown. */
    walk: (to: (day: string) => string) => change({ dia: to(dayOf(latest.current)) }, true),
    openDay: (dia: string) => {
      entering.current = true
      change({ vista: 'dia', dia }, false)
    },
    entering,
  }
}

export type CalendarState = ReturnType<typeof useCalendarState>
