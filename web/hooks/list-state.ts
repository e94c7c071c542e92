import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { Order } from '#web/backend/paging.ts'
import { typingRest } from './use-debounced.ts'

/**
 * The state of a list in the address: `buscar`, `pagina`, `orden` and the filters that are named; so that back, reload
 * and a shared link show the same. `typed` is what the search box holds; `search` follows when typing rests. A change of
 * search, filter or order returns to page 1.
 *
 * `columns` are those that the list can be ordered by, under their names in the address; descending by the first
 * unless told otherwise. `sort` is such a name, with a minus before it for descending; `order` what it asks of the
 * database.
 */
export function useListState<Filter extends string = never, Column extends string = never>(
  names: readonly Filter[] = [],
  columns: Readonly<Record<string, Column>> = {},
) {
  const [params, setParams] = useSearchParams()
  // The address as it is or is about to be: of two quick changes, the second must not undo the first.
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
  const sorts = Object.keys(columns).flatMap((name) => [`-${name}`, name])
  const sort = sorts.find((known) => known === params.get('orden')) ?? sorts[0] ?? ''
  const [typed, setTyped] = useState(search)
  /** Searches of the box on their way into the address; meanwhile somebody types on. */
  const sent = useRef<string[]>([])
  /** The search of the address when it was last looked at. */
  const shown = useRef(search)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: also a step that leaves the search as it was has arrived.
  useEffect(() => {
    const own = sent.current.lastIndexOf(search)
    sent.current = sent.current.slice(own + 1)
    // The address changed from outside (back, a link): the box follows it.
    if (own < 0 && search !== shown.current) setTyped(search)
    shown.current = search
  }, [key, search])

  function change(values: Record<string, string>, replace = true) {
    const next = new URLSearchParams(latest.current)
    const { buscar } = values
    if (buscar !== undefined && buscar !== (next.get('buscar') ?? '')) sent.current.push(buscar)
    for (const [name, value] of Object.entries(values)) value ? next.set(name, value) : next.delete(name)
    latest.current = next
    setParams(next, { replace })
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
    /** Something is searched or filtered. */
    isFiltered: search !== '' || names.some((name) => filters[name] !== ''),
    clearAll: () => {
      setTyped('')
      change({ ...Object.fromEntries(names.map((name) => [name, ''])), buscar: '', pagina: '' })
    },
    clearFilters: () => change({ ...Object.fromEntries(names.map((name) => [name, ''])), pagina: '' }),
    sort,
    order: orderOf(sort, columns),
    setSort: (next: string) => change({ orden: next === sorts[0] ? '' : next, pagina: '' }),
    /** A page is a history entry, unless it replaces one that does not exist. */
    setPage: (next: number, { replace = false } = {}) =>
      change({ pagina: next > 1 ? String(next) : '' }, replace),
  }
}

function orderOf<Column extends string>(
  sort: string,
  columns: Readonly<Record<string, Column>>,
): Order<Column> | undefined {
  const column = columns[sort.replace(/^-/, '')]
  return column && { column, ascending: !sort.startsWith('-') }
}
