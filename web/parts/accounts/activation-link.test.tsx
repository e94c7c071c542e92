import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sampleClinic } from '#domain/clinic.ts'
import { until } from '#tests/until.ts'
import { AppError } from '#web/backend/errors.ts'
import { issuePassword } from '#web/backend/functions.ts'
import { createActivation, mailActivation } from '#web/queries/activations.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { ActivationLink } from './activation-link.tsx'

vi.mock('#web/backend/functions.ts', () => ({ issuePassword: vi.fn() }))
vi.mock('#web/queries/activations.ts', () => ({ createActivation: vi.fn(), mailActivation: vi.fn() }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({
    queryKey: ['clinic'],
    queryFn: async () => ({ ...sampleClinic, name: 'Índice', timeZone: 'America/Mexico_City' }),
  }),
}))
let hasMail: boolean
vi.mock('#web/queries/messages.ts', () => ({
  hasMailQuery: () => ({ queryKey: ['mail'], queryFn: async () => hasMail }),
}))

const issued = { email: 'ana@correo.test', fullName: 'Ana Ruiz', tempPassword: 'x7Kp2mQw9Rtz' }
const link = { token: 'abc', expires_at: '2026-11-23T23:05:00Z', replaced: false }

beforeEach(() => {
  hasMail = false
})
afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  localStorage.clear()
  vi.resetAllMocks()
})

async function press() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ActivationLink person={{ id: 'p', full_name: 'Ana Ruiz' }} phone="961 123 4567" />
      <Toaster />
    </QueryClientProvider>,
  )
  const button = screen.getByRole('button', { name: 'Enlace de activación' })
  await until(() => expect(button).toHaveProperty('disabled', false))
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
  expect(new URL(address).searchParams.get('text')).toBe(
    `Hola, Ana: activa aquí tu cuenta del portal de Índice: ${location.origin}/activar/abc. Sirve una sola vez, hasta el 23/11/2026 a las 05:05\u00a0p.\u00a0m. No lo compartas.`,
  )
  expect(group.getByRole('button', { name: 'Copiar' })).toBeTruthy()
  expect(group.queryByRole('button', { name: 'Correo' })).toBeNull()
  expect(localStorage).toHaveLength(0)
})

describe('where the clinic sends mail', () => {
  const sent = 'Correo en camino. El enlace anterior deja de servir.'
  const opener = () => screen.getByRole('button', { name: 'Enlace de activación' })
  async function pressMail() {
    hasMail = true
    vi.mocked(createActivation).mockResolvedValue(link)
    await press()
    await userEvent.click(await screen.findByRole('button', { name: 'Correo' }))
  }

  it('sends the link by mail, and the one that was shown is gone', async () => {
    vi.mocked(mailActivation).mockResolvedValue('queued')
    await pressMail()
    expect((await screen.findByText(sent)).getAttribute('role')).toBe('status')
    expect(mailActivation).toHaveBeenCalledExactlyOnceWith('p')
    expect(screen.queryByRole('group')).toBeNull()
    expect(document.activeElement).toBe(opener())
    await userEvent.click(opener())
    expect(within(await made()).getByRole('button', { name: 'Correo' })).toBeTruthy()
    expect(screen.queryByText(sent)).toBeNull()
  })

  it('issues a temporary password before a mail whose link would not outlive a day', async () => {
    vi.mocked(mailActivation).mockResolvedValueOnce('issue_first').mockResolvedValue('queued')
    vi.mocked(issuePassword).mockResolvedValue(issued)
    await pressMail()
    expect(
      await screen.findByText(`${sent} Se generó otra contraseña temporal: está en Credenciales.`),
    ).toBeTruthy()
    expect(issuePassword).toHaveBeenCalledExactlyOnceWith('p')
    expect(localStorage.getItem('temporaryCredentials')).toContain('x7Kp2mQw9Rtz')
  })

  it.each([
    [
      'six went out today',
      async () => {
        throw new AppError('mail_activation', 'conflict', 'Ya se enviaron seis correos de activación hoy.')
      },
      'Ya se enviaron seis correos de activación hoy.',
    ],
    [
      'it has none any more',
      async () => 'no_mail' as const,
      'No se pudo enviar el correo. Usa WhatsApp o cópialo.',
    ],
  ])('says why no mail goes out, and keeps the link: %s', async (_, answer, words) => {
    vi.mocked(mailActivation).mockImplementation(answer)
    await pressMail()
    expect(await screen.findByText(words)).toBeTruthy()
    expect(within(await made()).getByRole('button', { name: 'Copiar' })).toBeTruthy()
    expect(screen.queryByText(sent)).toBeNull()
  })
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
  vi.mocked(issuePassword).mockResolvedValue(issued)
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
