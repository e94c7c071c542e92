import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import type { OpenSession } from '#web/backend/answers.ts'
import { AppError } from '#web/backend/errors.ts'
import { endOtherSessions, endSession } from '#web/session/open-sessions.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

const backend = vi.hoisted(() => ({ read: vi.fn() }))
vi.mock('#web/session/open-sessions.ts', () => ({
  openSessionsKey: ['open sessions'],
  openSessionsQuery: () => ({ queryKey: ['open sessions'], queryFn: backend.read, retry: false }),
  endSession: vi.fn(),
  endOtherSessions: vi.fn(),
}))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))

const own: OpenSession = {
  id: 'a',
  created_at: '2026-11-20T16:00:00Z',
  last_seen_at: '2026-11-21T16:00:00Z',
  user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0 Safari/537.36',
  is_current: true,
}
const phone: OpenSession = {
  ...own,
  id: 'b',
  last_seen_at: '2026-11-21T01:30:00Z',
  user_agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile Safari/604.1',
  is_current: false,
}

beforeEach(() => backend.read.mockResolvedValue([own, phone]))
afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  vi.clearAllMocks()
})

async function show() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionsPanel />
      <Toaster />
    </QueryClientProvider>,
  )
  await screen.findAllByRole('listitem')
}
const confirm = (name: string) =>
  userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }))

it('shows five of many and all when asked; what closes the others stands before them', async () => {
  const many = Array.from({ length: 37 }, (_, index) => ({ ...phone, id: `p${index}` }))
  backend.read.mockResolvedValue([own, ...many])
  await show()
  expect(screen.getAllByRole('listitem')).toHaveLength(5)
  expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('Esta sesión')
  const close = screen.getByRole('button', { name: 'Cerrar las demás sesiones' })
  const follows = close.compareDocumentPosition(screen.getByRole('list'))
  expect(follows & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Ver todas (38)' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(38)
  expect(document.activeElement).toBe(screen.getByRole('list'))
  expect(screen.queryByRole('button', { name: /^Ver todas/ })).toBeNull()
})

it('names each device, when it was last there in the clinic’s time, and which one this is', async () => {
  await show()
  const [first, second] = screen.getAllByRole('listitem')
  expect(first?.textContent).toContain('Chrome en Windows')
  expect(first?.textContent).toContain('Esta sesión')
  expect(first?.textContent).toMatch(/Abierta desde el 20\/11\/2026, 10:00\sa\.\sm\./)
  expect(within(first as HTMLElement).queryByRole('button')).toBeNull()
  expect(second?.textContent).toContain('Safari en iPhone')
  expect(second?.textContent).toMatch(/Última actividad: 20\/11\/2026, 07:30\sp\.\sm\./)
})

it('ends one after asking, says so and reads the list again', async () => {
  vi.mocked(endSession).mockResolvedValue()
  await show()
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar sesión en Safari en iPhone' }))
  expect(screen.getByRole('alertdialog', { name: '¿Cerrar la sesión de Safari en iPhone?' })).toBeTruthy()
  expect(endSession).not.toHaveBeenCalled()
  backend.read.mockResolvedValue([own])
  await confirm('Cerrar sesión')
  expect(endSession).toHaveBeenCalledExactlyOnceWith('b')
  expect(await screen.findByText('La sesión se cerró en ese dispositivo.')).toBeTruthy()
  await until(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Cerrar las demás sesiones' })).toBeNull()
})

it('ends all others at once', async () => {
  vi.mocked(endOtherSessions).mockResolvedValue()
  await show()
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar las demás sesiones' }))
  await confirm('Cerrar sesiones')
  expect(endOtherSessions).toHaveBeenCalledOnce()
  expect(await screen.findByText('Se cerraron tus demás sesiones.')).toBeTruthy()
})

it('changes nothing when one thinks better of it', async () => {
  await show()
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar las demás sesiones' }))
  await confirm('Cancelar')
  expect(endOtherSessions).not.toHaveBeenCalled()
})

it('says when a session could not be ended', async () => {
  vi.mocked(endSession).mockRejectedValue(new AppError('end_session', 'network'))
  await show()
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar sesión en Safari en iPhone' }))
  await confirm('Cerrar sesión')
  expect(await screen.findByText('No se pudo cerrar la sesión.')).toBeTruthy()
})

it('says when the list could not be read, and tries again', async () => {
  backend.read.mockRejectedValueOnce(new AppError('load_sessions', 'server'))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionsPanel />
      <Toaster />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('No se pudieron cargar tus sesiones.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findAllByRole('listitem')).toHaveLength(2)
})
