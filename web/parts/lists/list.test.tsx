import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Inbox } from 'lucide-react'
import type { ComponentProps } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Page } from '#web/backend/client.ts'
import { AppError } from '#web/backend/errors.ts'
import { toast } from '#web/ui/toast.ts'
import { CardList, ListPanel, PagedList } from './list.tsx'
import { ListRows } from './list-rows.tsx'

vi.mock('#web/ui/toast.ts', async (load) => (await import('#tests/spied.ts')).spied(await load()))
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

type Row = { id: string }
const refetch = vi.fn()
const setPage = vi.fn()
const page = (total: number, ...ids: string[]): Page<Row> => ({ rows: ids.map((id) => ({ id })), total })
const reads = (data: Page<Row> | undefined, error: unknown = null) => ({ data, error, refetch })
const offline = new AppError('load_requests', 'network')

const list = {
  code: 'load_requests',
  Icon: Inbox,
  empty: 'No hay filas.',
  skeleton: <p>Cargando...</p>,
  list: { page: 1, setPage },
  pageSize: 2,
  noun: ['fila', 'filas'],
} satisfies Partial<ComponentProps<typeof PagedList<Row>>>
const rows = (shown: readonly Row[]) => shown.map(({ id }) => <p key={id}>fila {id}</p>)

const layouts = [
  [
    'pages below',
    (query: ReturnType<typeof reads>) => (
      <PagedList {...list} query={query}>
        {rows}
      </PagedList>
    ),
  ],
  [
    'cards',
    (query: ReturnType<typeof reads>) => (
      <CardList {...list} query={query} grid="">
        {({ id }) => <p>fila {id}</p>}
      </CardList>
    ),
  ],
  [
    'a panel',
    (query: ReturnType<typeof reads>) => (
      <ListPanel {...list} title="Filas" query={query}>
        {rows}
      </ListPanel>
    ),
  ],
] as const

describe.each(layouts)('a list with %s', (_, draw) => {
  const { getByText, getByRole, queryByText, queryByRole } = screen
  const pager = () => queryByRole('navigation', { name: 'Paginación' })

  it('shows its skeleton while it loads', () => {
    render(draw(reads(undefined)))
    expect(getByText('Cargando...')).toBeTruthy()
    expect(pager()).toBeNull()
  })

  it('says a failure once and asks again', async () => {
    const { rerender } = render(draw(reads(undefined, offline)))
    rerender(draw(reads(undefined, offline)))
    expect(toast).toHaveBeenCalledOnce()
    await userEvent.click(getByRole('button', { name: 'Reintentar' }))
    expect(refetch).toHaveBeenCalledOnce()
    expect(pager()).toBeNull()
  })

  it('says when there is nothing', () => {
    render(draw(reads(page(0))))
    expect(getByText('No hay filas.')).toBeTruthy()
    expect(pager()).toBeNull()
  })

  it('shows its rows and the pages, also when reading again fails', () => {
    render(draw(reads(page(3, 'a', 'b'), offline)))
    expect(getByText('fila b')).toBeTruthy()
    expect(getByText('Página 1 de 2')).toBeTruthy()
    expect(toast).not.toHaveBeenCalled()
  })

  it('does not say that a page past the end is an empty list', () => {
    render(draw(reads(page(3))))
    expect(queryByText('No hay filas.')).toBeNull()
    expect(pager()).toBeTruthy()
  })
})

it('a short list counts its rows only when there are more than fit', () => {
  const short = (total: number, at = 1) => (
    <ListPanel {...list} list={{ page: at, setPage }} isShort title="Filas" query={reads(page(total, 'a'))}>
      {rows}
    </ListPanel>
  )
  const { rerender } = render(short(2))
  expect(screen.queryByText('2 filas')).toBeNull()
  rerender(short(3))
  expect(screen.getByText('3 filas')).toBeTruthy()
  rerender(short(2, 2))
  expect(setPage).toHaveBeenCalledWith(1, { replace: true })
})

it('takes rows without pages, and says no failure that is announced elsewhere', () => {
  const { rerender } = render(
    <ListRows {...list} query={{ ...reads(undefined, offline), data: undefined }} announced>
      {rows}
    </ListRows>,
  )
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeTruthy()
  expect(toast).not.toHaveBeenCalled()
  rerender(
    <ListRows {...list} query={{ data: [{ id: 'a' }], error: null, refetch }}>
      {rows}
    </ListRows>,
  )
  expect(screen.getByText('fila a')).toBeTruthy()
})

it('a list that a filter left empty offers to show everything again', async () => {
  const clearAll = vi.fn()
  const filtered = { ...list.list, isFiltered: true, clearAll }
  render(
    <PagedList {...list} list={filtered} query={reads(page(0))}>
      {rows}
    </PagedList>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Limpiar filtros' }))
  expect(clearAll).toHaveBeenCalled()
  cleanup()
  render(
    <PagedList {...list} list={{ ...filtered, isFiltered: false }} query={reads(page(0))}>
      {rows}
    </PagedList>,
  )
  expect(screen.queryByRole('button', { name: 'Limpiar filtros' })).toBeNull()
})
