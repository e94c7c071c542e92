import type { KeyboardEvent } from 'react'
import { dayAfterKey } from '#domain/calendar.ts'
import type { CalendarState } from './use-calendar-state.ts'

/** Keys of a grid of days: arrows move, Enter or the space bar opens a day. Returns the key handler. */
export function useDayKeys({ day, view, walk, openDay }: CalendarState) {
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const inButton = event.target instanceof HTMLButtonElement
    if (!inButton && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault()
      openDay(day)
      return
    }
    if (dayAfterKey(day, event, view) === null) return
    event.preventDefault()
    const { key, shiftKey } = event
    walk((from) => dayAfterKey(from, { key, shiftKey }, view) ?? from)
  }
}
