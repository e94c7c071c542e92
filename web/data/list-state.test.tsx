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
  let list: ReturnType<typeof useListState<'estado'>> | undefined
  function List() {
    list = useListState(['estado'])
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
