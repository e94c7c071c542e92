import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { sampleClinic } from '#domain/clinic.ts'
import { keepFresh } from './fresh-shares.ts'
import { HandOverScreen } from './hand-over-screen.tsx'

vi.mock('#web/backend/client.ts', () => ({ ask: async () => ({ patient_number: 17 }) }))
vi.mock('#web/session/session.ts', () => ({ useProfile: () => ({ id: 'lucia', role: 'doctor' }) }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({
    queryKey: ['clinic'],
    queryFn: async () => ({ ...sampleClinic, timeZone: 'America/Mexico_City' }),
  }),
}))
afterEach(cleanup)

const share = {
  id: 's1',
  token: 'a',
  pin: '123456',
  expires_at: '2026-11-27T18:00:00Z',
  label: null,
  studyType: 'Tomografías',
  studyDate: '2026-11-20',
  pictured: null,
}

function show() {
  const routes = [{ path: '/:shareId', element: <HandOverScreen /> }]
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/s1'] })} />
    </QueryClientProvider>,
  )
}

it('the sheet has the patient’s number, unless the link hides the patient', async () => {
  keepFresh({ ...share, patient: 'Ana Ruiz', patientId: 'ana' }, 'lucia')
  show()
  expect((await screen.findByText('00000017')).previousSibling?.textContent).toBe('Número de paciente')
  cleanup()
  keepFresh({ ...share, patient: null, patientId: null }, 'lucia')
  show()
  await screen.findByText('PIN')
  expect(screen.queryByText('Número de paciente')).toBeNull()
})
