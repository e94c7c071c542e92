import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { typingRest } from './rested.ts'

/**
 * The state of a list in the address: `buscar`, `pagina` and the filters that are named; so that back, reload and a
 * shared link show the same. `typed` is what the search box holds; `search` follows when typing rests. A change of
 * search or filter returns to page 1.
 */
export function useListState<Filter extends string = never>(names: readonly Filter[] = []) {
  const [params, setParams] = useSearchParams()
  // What the address holds or is about to: of two changes in a row, the second must not undo the first.
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  }, [params])
  const search = params.get('buscar') ?? ''
  const page = Math.max(1, Number.parseInt(params.get('pagina') ?? '1', 10) || 1)
  const filters = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<
    Filter,
    string
  >
  const [typed, setTyped] = useState(search)
  const [seen, setSeen] = useState(search)
  // The address changed by itself (back, a link): the box follows it.
  if (seen !== search) {
    setSeen(search)
    if (typed.trim() !== search) setTyped(search)
  }

  function change(values: Record<string, string>) {
    const next = new URLSearchParams(latest.current)
    for (const [name, value] of Object.entries(values)) value ? next.set(name, value) : next.delete(name)
    latest.current = next
    setParams(next, { replace: !('pagina' in values && values.pagina) })
  }

  useEffect(() => {
    if (typed.trim() === search) return
    const timer = setTimeout(() => change({ buscar: typed.trim(), pagina: '' }), typingRest)
    return () => clearTimeout(timer)
  })

  return {
    typed,
    search,
    page,
    filters,
    setSearch: setTyped,
    setFilter: (name: Filter, value: string) => change({ [name]: value, pagina: '' }),
    clearFilters: () => change({ ...Object.fromEntries(names.map((name) => [name, ''])), pagina: '' }),
    setPage: (next: number) => change({ pagina: next > 1 ? String(next) : '' }),
  }
}
