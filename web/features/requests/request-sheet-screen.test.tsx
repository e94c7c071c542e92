import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { sampleClinic } from '#domain/clinic.ts'
import type { StudyRequest } from '#web/backend/database.ts'
import { AppError } from '#web/backend/errors.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { RequestSheetScreen } from './request-sheet-screen.tsx'

const answer = vi.fn<() => (StudyRequest & { tracking_code?: string; preparation?: string }) | null>()
const role = vi.hoisted(() => ({ current: 'doctor' }))

vi.mock('#web/backend/client.ts', () => ({ ask: async () => answer() }))
vi.mock('#web/hooks/use-live-tables.ts', () => ({ useLiveTables: () => 'online' }))
vi.mock('#web/session/session.ts', () => ({ useProfile: () => ({ id: 'me', role: role.current }) }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({
    queryKey: ['clinic'],
    queryFn: async () => ({ ...sampleClinic, timeZone: 'America/Mexico_City', publicUrl: null }),
  }),
}))

const request: StudyRequest = {
  id: 42,
  patient_name: 'Ana Ñúñez',
  patient_email: 'ana@correo.test',
  patient_phone: '961 123 4567',
  patient_age: null,
  study_type: 'Tomografías',
  referring_doctor: null,
  notes: null,
  tentative_date: '2026-12-01',
  status: 'pendiente',
  // The 21st in UTC, still the 20th in clinic time.
  created_at: '2026-11-21T02:00:00Z',
  privacy_version: null,
  privacy_accepted_at: null,
  is_order: false,
}

afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  role.current = 'doctor'
})

function open(path: string, state?: { from: string }) {
  const elsewhere = ['/dashboard', '/dashboard/requests'].map((at) => ({ path: at, element: <p>{at}</p> }))
  const router = createMemoryRouter(
    [{ path: '/dashboard/request/:requestId', Component: RequestSheetScreen }, ...elsewhere],
    { initialEntries: [{ pathname: path, state }] },
  )
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  )
  return () => router.state.location.pathname + router.state.location.search
}

it('prints what was asked for, and says what was left empty', async () => {
  answer.mockReturnValue(request)
  open('/dashboard/request/42')
  const sheet = await screen.findByRole('article', { name: 'Solicitud 000042' })
  for (const words of ['000042', '20/11/2026', 'Pendiente', 'Ana Ñúñez', '01/12/2026', 'No especificado']) {
    expect(sheet.textContent).toContain(words)
  }
  for (const words of ['Notas', 'Preparación', 'Código de seguimiento'])
    expect(sheet.textContent).not.toContain(words)
  expect(screen.getByRole('button', { name: 'Imprimir / Guardar PDF' })).toBeTruthy()
})

it('shows the code, to whom the backend tells it, and how to come prepared', async () => {
  answer.mockReturnValue({ ...request, tracking_code: 'ABCDEFGH', preparation: 'Llega antes.' })
  open('/dashboard/request/42')
  expect(await screen.findByText('ABCD-EFGH')).toBeTruthy()
  const heading = await screen.findByRole('heading', { name: 'Preparación' })
  expect(heading.nextSibling?.textContent).toBe('Llega antes.')
})

it('shows an unknown state and the notes', async () => {
  answer.mockReturnValue({ ...request, status: 'archivada', notes: 'Usa brackets.' })
  open('/dashboard/request/42')
  expect(await screen.findByText('Desconocido')).toBeTruthy()
  expect(screen.getByText('Usa brackets.')).toBeTruthy()
})

it.each([
  ['doctor', { from: '/dashboard/requests?pagina=2' }, '/dashboard/requests?pagina=2'],
  ['doctor', { from: '//otro.test' }, '/dashboard/requests'],
  ['doctor', undefined, '/dashboard/requests'],
  ['paciente', undefined, '/dashboard'],
])('leads a %s who came from %o back to %s', async (who, state, back) => {
  role.current = who
  answer.mockReturnValue(request)
  const address = open('/dashboard/request/42', state)
  await userEvent.click(await screen.findByRole('button', { name: 'Volver' }))
  expect(address()).toBe(back)
})

it.each([
  ['doctor', '/dashboard/request/42', '/dashboard/requests'],
  ['doctor', '/dashboard/request/abc', '/dashboard/requests'],
  ['patient', '/dashboard/request/42', '/dashboard'],
])('sends a %s away from %s, where there is nothing', async (who, path, home) => {
  role.current = who
  answer.mockReturnValue(null)
  const address = open(path)
  expect(await screen.findByText('No se pudo encontrar la solicitud.')).toBeTruthy()
  expect(address()).toBe(home)
})

it('stays and offers to try again when it could not be read', async () => {
  answer.mockImplementation(() => {
    throw new AppError('load_request', 'server')
  })
  const address = open('/dashboard/request/42')
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Solicitud de Estudio' })).toBeTruthy()
  expect(screen.getAllByText('Solicitud no encontrada.').length).toBeGreaterThan(0)
  expect(address()).toBe('/dashboard/request/42')
})

it('has one thing to do first: to book while that is possible, else to print', async () => {
  const solid = () => [...document.querySelectorAll('.bg-action')].map((one) => one.textContent)
  answer.mockReturnValue(request)
  open('/dashboard/request/42')
  await screen.findByRole('link', { name: 'Agendar cita' })
  expect(solid()).toEqual(['Agendar cita'])
  cleanup()
  answer.mockReturnValue({ ...request, status: 'rechazada' })
  open('/dashboard/request/42')
  await screen.findByText('Rechazada')
  expect(solid()).toEqual(['Imprimir / Guardar PDF'])
})
