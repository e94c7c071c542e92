import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { AdminStudies } from './admin-studies.tsx'
import { DoctorDay } from './doctor-day.tsx'
import { DoctorStudies } from './doctor-studies.tsx'
import { System } from './system.tsx'

vi.mock('#web/backend/client.ts', () => {
  const page = async () => ({ rows: [], total: 3 })
  return { ask: async () => [], askPage: page, askFarPage: page }
})
vi.mock('#web/hooks/use-live.ts', () => ({ useLive: () => 'online' }))
vi.mock('#web/hooks/use-live-tables.ts', () => ({ useLiveTables: () => 'online' }))
vi.mock('#web/session/session.ts', () => ({
  useProfile: () => ({ id: 'me', role: 'doctor', is_admin: true }),
}))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))
afterEach(cleanup)

it.each<[where: string, page: ReactNode, link: string]>([
  ['the studies of a doctor', <DoctorStudies key="1" />, 'Recibidos 3'],
  ['those of the clinic', <AdminStudies key="2" />, 'Recibidos 3'],
  ['the home of a doctor', <DoctorDay key="3" />, '3 estudios recibidos sin asignar'],
  ['«Sistema»', <System key="4" />, '3 estudios recibidos sin asignar'],
])('%s leads to what machines sent', async (_, element, name) => {
  await act(async () =>
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
      </QueryClientProvider>,
    ),
  )
  const link = await screen.findByRole('link', { name })
  expect(link.getAttribute('href')).toBe('/dashboard/studies/recibidos')
})
