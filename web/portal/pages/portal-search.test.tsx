import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { PortalSearch } from './portal-search.tsx'

vi.mock('#web/backend/client.ts', () => ({ ask: async () => [] }))
vi.mock('#web/hooks/use-debounced.ts', () => ({ useRested: (typed: string) => typed }))
vi.mock('#web/session/session.ts', () => ({ useProfile: () => ({ is_admin }) }))
vi.mock('#web/queries/admin-path.ts', () => ({
  adminPathQuery: () => ({ queryKey: ['panel'], queryFn: async () => '/panel' }),
}))

let is_admin = false
afterEach(cleanup)

function open() {
  const router = createMemoryRouter([
    { path: '/', element: <PortalSearch takeTyped={() => ''} onClose={() => {}} /> },
    { path: '*', element: null },
  ])
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

it.each([
  ['a doctor', false, 'inasistencia', '/dashboard/ayuda/no-asistio'],
  ['an administrator', true, 'corte de caja', '/panel/ayuda/corte-de-caja'],
])('%s finds and opens the own topics', async (_, admin, typed, path) => {
  is_admin = admin
  const router = open()
  await userEvent.keyboard(typed)
  await screen.findByRole('group', { name: 'Ayuda' })
  await userEvent.keyboard('{Enter}')
  expect(router.state.location.pathname).toBe(path)
})

it('a doctor finds none of the administration', async () => {
  is_admin = false
  open()
  await userEvent.keyboard('corte de caja')
  expect(await screen.findByText('No se encontró nada con «corte de caja».')).toBeTruthy()
})
