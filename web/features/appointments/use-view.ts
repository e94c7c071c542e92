import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

const views = ['list', 'calendar'] as const

/** Where this device keeps which way of the calendar was seen last; nothing after a list. */
const lastCalendarKey = 'citas-calendario'

/**
 * List or calendar, in the address: `vista` means the calendar. The list's filters stay. An
 * address without either opens the view used last: `reopen` is then the search to apply first.
 */
export function useView() {
  const [params, setParams] = useSearchParams()
  const shown = params.get('vista')
  const view: (typeof views)[number] = shown === null ? 'list' : 'calendar'
  const last = localStorage.getItem(lastCalendarKey)
  const [plain] = useState(params.size === 0)
  useEffect(() => {
    if (shown !== null) localStorage.setItem(lastCalendarKey, shown)
  }, [shown])

  function setView(next: (typeof views)[number]) {
    const address = new URLSearchParams(params)
    if (next === 'calendar') {
      address.set('vista', 'mes')
    } else {
      address.delete('vista')
      address.delete('dia')
      localStorage.removeItem(lastCalendarKey)
    }
    setParams(address, { preventScrollReset: true })
  }

  const reopen = plain && params.size === 0 && last ? `?${new URLSearchParams({ vista: last })}` : null
  return { view, setView, reopen }
}
