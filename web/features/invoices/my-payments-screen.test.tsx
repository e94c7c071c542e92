import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { MyPaymentsScreen } from './my-payments-screen.tsx'

vi.mock('#web/hooks/use-live.ts', () => ({ useLive: () => 'online' }))
vi.mock('#web/session/session.ts', () => ({ useProfile: () => ({ id: 'ana', role: 'paciente' }) }))
vi.mock('#web/backend/client.ts', () => ({ askFarPage: async () => ({ rows, total: rows.length }) }))
afterEach(cleanup)

const payment = {
  id: 'a',
  invoice_number: 'IDX-00000001',
  services: [{ name: 'Radiografía Panorámica', price: 250 }],
  doctor: { full_name: 'Dra. Lucía Ferrer' },
  payment_date: '2026-11-03',
  total_amount: 250,
  annulled_at: null,
}
const tracing = { name: 'Trazado', price: 150 }
const rows = [
  payment,
  { ...payment, id: 'b', services: [tracing, tracing, tracing], annulled_at: '2026-11-04T00:00:00Z' },
]

it('says first what was paid for and how much', async () => {
  const router = createMemoryRouter([{ path: '/', Component: MyPaymentsScreen }])
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await screen.findByText('Radiografía Panorámica')
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Servicio',
    'Monto',
    'Fecha',
    'Doctor',
    'Acciones',
  ])
  const first = screen
    .getAllByRole('row')
    .map((row) => row.firstElementChild?.textContent?.replaceAll('\u00a0', ' '))
  expect(first).toEqual([
    'Servicio',
    'Radiografía PanorámicaFolio IDX-00000001',
    'Trazado y 2 másCANCELADOFolio IDX-00000001',
  ])
})
