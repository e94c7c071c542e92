import { useSearchParams } from 'react-router'

const views = ['list', 'calendar'] as const

/** List or calendar, in the address: the calendar's own `vista` says that it is shown. What the list was filtered by stays. */
export function useView() {
  const [params, setParams] = useSearchParams()
  const view: (typeof views)[number] = params.has('vista') ? 'calendar' : 'list'

  function setView(next: (typeof views)[number]) {
    const address = new URLSearchParams(params)
    if (next === 'calendar') {
      address.set('vista', 'mes')
    } else {
      address.delete('vista')
      address.delete('dia')
    }
    setParams(address, { preventScrollReset: true })
  }

  return { view, setView }
}
