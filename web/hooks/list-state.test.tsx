import { act, cleanup, renderHook } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useListState } from './list-state.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** The state of a list at an address, and the router that holds the address. */
function listAt(address: string) {
  let list: ReturnType<typeof useListState<'estado', 'created_at' | 'patient_name'>> | undefined
  function List() {
    list = useListState(['estado'], { fecha: 'created_at', paciente: 'patient_name' })
    return null
  }
  const router = createMemoryRouter([{ path: '/lista', Component: List }], { initialEntries: [address] })
  renderHook(() => null, { wrapper: () => <RouterProvider router={router} /> })
  return {
    router,
    now: () => {
      if (!list) throw new Error('The list was not drawn.')
      return list
    },
  }
}

it('reads search, page and filters from the address', () => {
  const { now } = listAt('/lista?buscar=ana&pagina=3&estado=pendiente')
  expect(now()).toMatchObject({ typed: 'ana', search: 'ana', page: 3, filters: { estado: 'pendiente' } })
})

it.each(['0', '-2', 'dos', ''])('takes the page %j as the first', (page) => {
  expect(listAt(`/lista?pagina=${page}`).now().page).toBe(1)
})

it('searches when typing rests, and returns to page 1', async () => {
  const { router, now } = listAt('/lista?pagina=3&estado=pendiente')
  act(() => now().setSearch('ana '))
  expect(router.state.location.search).toContain('pagina=3')
  await act(() => vi.advanceTimersByTimeAsync(400))
  expect(now().search).toBe('ana')
  expect(now().page).toBe(1)
  expect(router.state.location.search).toBe('?estado=pendiente&buscar=ana')
})

it('keeps what is typed while the search before it is on its way into the address', async () => {
  const { router, now } = listAt('/lista')
  act(() => now().setSearch('a'))
  await act(async () => {
    await vi.advanceTimersByTimeAsync(400)
    now().setSearch('an')
  })
  expect(router.state.location.search).toBe('?buscar=a')
  expect(now()).toMatchObject({ search: 'a', typed: 'an' })
  await act(() => vi.advanceTimersByTimeAsync(400))
  expect(now()).toMatchObject({ search: 'an', typed: 'an' })
  await act(() => router.navigate('/lista?buscar=a'))
  expect(now()).toMatchObject({ search: 'a', typed: 'a' })
})

it('follows a link to a search that was cleared before the address had taken it up', async () => {
  const { router, now } = listAt('/lista')
  act(() => now().setSearch('a'))
  await act(async () => {
    await vi.advanceTimersByTimeAsync(400)
    now().clearAll()
  })
  expect(now()).toMatchObject({ search: '', typed: '' })
  await act(() => router.navigate('/lista?buscar=a'))
  expect(now()).toMatchObject({ search: 'a', typed: 'a' })
})

it('keeps the search when the page turns, and follows the way back', async () => {
  const { router, now } = listAt('/lista?buscar=ana')
  await act(async () => now().setPage(2))
  expect(router.state.location.search).toBe('?buscar=ana&pagina=2')
  await act(() => router.navigate(-1))
  expect(now().page).toBe(1)
  expect(now().typed).toBe('ana')
})

it('returns to page 1 when a filter changes', async () => {
  const { now } = listAt('/lista?pagina=4')
  await act(async () => now().setFilter('estado', 'aceptada'))
  expect(now()).toMatchObject({ page: 1, filters: { estado: 'aceptada' } })
})

it('orders by the first column, descending, unless the address asks for another one that there is', () => {
  const newest = { sort: '-fecha', order: { column: 'created_at', ascending: false } }
  expect(listAt('/lista').now()).toMatchObject(newest)
  expect(listAt('/lista?orden=contraseña').now()).toMatchObject(newest)
  expect(listAt('/lista?orden=paciente').now()).toMatchObject({
    sort: 'paciente',
    order: { column: 'patient_name', ascending: true },
  })
})

it('another order begins at page 1, and the usual one leaves the address', () => {
  const { now, router } = listAt('/lista?pagina=3')
  act(() => now().setSort('-paciente'))
  expect(router.state.location.search).toBe('?orden=-paciente')
  expect(now().order).toEqual({ column: 'patient_name', ascending: false })
  act(() => now().setSort('-fecha'))
  expect(router.state.location.search).toBe('')
})

it('a page is a step back of its own; one that does not exist is not', () => {
  const { now, router } = listAt('/lista')
  act(() => now().setPage(2))
  expect(router.state.historyAction).toBe('PUSH')
  act(() => now().setPage(1, { replace: true }))
  expect(router.state.historyAction).toBe('REPLACE')
  expect(router.state.location.search).toBe('')
})

it('shows everything again: search, filters and page go, the order stays', async () => {
  const { router, now } = listAt('/lista?buscar=ana&estado=pendiente&orden=paciente&pagina=2')
  expect(now().isFiltered).toBe(true)
  await act(async () => now().clearAll())
  expect(router.state.location.search).toBe('?orden=paciente')
  expect(now()).toMatchObject({ typed: '', isFiltered: false })
})
