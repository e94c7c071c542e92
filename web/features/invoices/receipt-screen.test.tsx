import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { AppError } from '#web/backend/errors.ts'
import { ReceiptScreen } from './receipt-screen.tsx'

vi.mock('#web/backend/client.ts', () => ({
  ask: async () => {
    throw new AppError('load_invoice', 'network')
  },
}))
vi.mock('#web/hooks/use-live.ts', () => ({ useLive: () => 'online' }))
vi.mock('#web/session/session.ts', () => ({
  useProfile: () => ({ id: 'me', role: 'patient', is_admin: false }),
}))

afterEach(cleanup)

it('a receipt that cannot be read says what it is, and leads back', async () => {
  const router = createMemoryRouter(
    [
      { path: '/dashboard/receipt/:invoiceNumber', Component: ReceiptScreen },
      { path: '*', element: <p>Otra</p> },
    ],
    { initialEntries: ['/dashboard/receipt/FAC-000042'] },
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  expect(await screen.findByRole('heading', { level: 1, name: 'Recibo' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Volver' }))
  expect(router.state.location.pathname).not.toContain('receipt')
})
