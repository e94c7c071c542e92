import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { AppError } from '#web/backend/errors.ts'
import { issuePassword } from '#web/backend/functions.ts'
import { createActivation } from '#web/queries/activations.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { ActivationLink } from './activation-link.tsx'

vi.mock('#web/backend/functions.ts', () => ({ issuePassword: vi.fn() }))
vi.mock('#web/queries/activations.ts', () => ({ createActivation: vi.fn() }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({
    queryKey: ['clinic'],
    queryFn: async () => ({ name: 'Índice', timeZone: 'America/Mexico_City' }),
  }),
}))

const link = { token: 'abc', expires_at: '2026-11-23T23:05:00Z', replaced: false }

afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  localStorage.clear()
  vi.clearAllMocks()
})

async function press() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ActivationLink person={{ id: 'p', full_name: 'Ana Ruiz' }} phone="961 123 4567" />
      <Toaster />
    </QueryClientProvider>,
  )
  const button = screen.getByRole('button', { name: 'Enlace de activación' })
  await vi.waitFor(() => expect(button).toHaveProperty('disabled', false))
  await userEvent.click(button)
}
const made = () => screen.findByRole('group', { name: 'Enlace de activación' })

it('opens the message for WhatsApp and for copying, and says until when it works', async () => {
  vi.mocked(createActivation).mockResolvedValue(link)
  await press()
  const group = within(await made())
  expect(group.getByRole('status').textContent).toBe(
    'Sirve una sola vez, hasta el 23/11/2026 a las 05:05\u00a0p.\u00a0m.',
  )
  const address = group.getByRole('link', { name: /^WhatsApp a Ana Ruiz/ }).getAttribute('href') ?? ''
  expect(address).toMatch(/^https:\/\/wa\.me\/529611234567\?text=/)
  expect(new URL(address).searchParams.get('text')).toContain(`${location.origin}/activar/abc. Sirve una`)
  expect(group.getByRole('button', { name: 'Copiar' })).toBeTruthy()
  expect(localStorage).toHaveLength(0)
})

it('says that a new one ends the one before', async () => {
  vi.mocked(createActivation).mockResolvedValue({ ...link, replaced: true })
  await press()
  expect((await made()).textContent).toContain('El enlace anterior deja de servir.')
})

it('issues a temporary password first where the link would not outlive a day', async () => {
  vi.mocked(createActivation)
    .mockResolvedValueOnce({ token: null, expires_at: null, replaced: false })
    .mockResolvedValue(link)
  vi.mocked(issuePassword).mockResolvedValue({
    email: 'ana@correo.test',
    fullName: 'Ana Ruiz',
    tempPassword: 'x7Kp2mQw9Rtz',
  })
  await press()
  expect((await made()).textContent).toContain('Se generó otra contraseña temporal: está en Credenciales.')
  expect(issuePassword).toHaveBeenCalledExactlyOnceWith('p')
  expect(localStorage.getItem('temporaryCredentials')).toContain('x7Kp2mQw9Rtz')
})

it('says why there is none', async () => {
  const why = 'El paciente ya eligió su contraseña.'
  vi.mocked(createActivation).mockRejectedValue(new AppError('make_activation', 'conflict', why))
  await press()
  expect(await screen.findByText(why)).toBeTruthy()
  expect(screen.queryByRole('group')).toBeNull()
})
