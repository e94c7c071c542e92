import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { LinkRequest } from '#web/backend/answers.ts'
import { AppError } from '#web/backend/errors.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { LinkQuestions } from './link-questions.tsx'

let open: LinkRequest[] = []
const sent = vi.fn<(name: string, args?: unknown) => unknown>()

vi.mock('#web/backend/client.ts', () => ({
  ask: async (_code: string, request: (client: unknown) => unknown) =>
    request({
      rpc: (name: string, args: unknown) => (name === 'my_link_requests' ? open : sent(name, args)),
    }),
}))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))

afterEach(() => {
  cleanup()
  sent.mockReset()
  dismissToast(toastStore.get()?.id ?? 0)
})

const request: LinkRequest = {
  id: 'r1',
  doctor_name: 'Dra. Lucía Pérez',
  doctor_specialty: 'Ortodoncia',
  expires_at: '2026-12-06T18:00:00Z',
}

async function show() {
  open = [request]
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <LinkQuestions />
      <Toaster />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: 'Dra. Lucía Pérez quiere ver tu expediente' })
}

it.each([
  ['Aceptar', true, 'Dra. Lucía Pérez ya puede ver tu expediente.'],
  ['Rechazar', false, 'Dra. Lucía Pérez no podrá ver tu expediente.'],
])('asks the patient, and sends the answer', async (button, accept, said) => {
  await show()
  expect(screen.getByText(/Puedes responder hasta el/).textContent).toContain('06/12/2026')
  sent.mockImplementation(() => {
    open = []
    return null
  })
  await userEvent.click(screen.getByRole('button', { name: button }))
  expect(sent).toHaveBeenCalledExactlyOnceWith('answer_link_request', { request_id: 'r1', accept })
  expect(await screen.findByText(said)).toBeTruthy()
  expect(screen.queryByRole('heading')).toBeNull()
})

it('says why an answer came too late', async () => {
  await show()
  sent.mockImplementation(() => {
    open = []
    throw new AppError('answer_link_request', 'conflict', 'La petición ya no está abierta.')
  })
  await userEvent.click(screen.getByRole('button', { name: 'Aceptar' }))
  expect(
    await screen.findByText('No se pudo enviar tu respuesta. La petición ya no está abierta.'),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Aceptar' })).toBeNull()
})
