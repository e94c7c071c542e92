import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { Sidebar } from './sidebar.tsx'

vi.mock('#web/backend/client.ts', () => ({ askPage: async () => ({ rows: [], total: 10 }) }))
vi.mock('#web/hooks/use-live.ts', () => ({ useLive: () => 'online' }))
vi.mock('#web/session/session.ts', () => ({
  useProfile: () => ({ id: 'me', full_name: 'Dra. Ana', role: 'doctor', is_admin: false, photo_path: null }),
}))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ name: 'Índice' }) }),
}))

afterEach(cleanup)

it('a doctor’s menu says beside its entry how many requests wait, and leads to the help', async () => {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <Sidebar />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(await screen.findByRole('link', { name: /^Solicitudes.*10 pendientes$/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ayuda' }).getAttribute('href')).toBe('/dashboard/ayuda')
})
