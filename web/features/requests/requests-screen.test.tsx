import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import type { StudyRequest } from '#web/backend/database.ts'
import type { ErrorCode } from '#web/backend/errors.ts'
import { RequestsScreen } from './requests-screen.tsx'

const answers = new Map<ErrorCode, unknown>()
const live = vi.hoisted(() => vi.fn())
vi.mock('#web/backend/client.ts', () => {
  const ask = async (code: ErrorCode) => answers.get(code)
  return { ask, askPage: ask, askFarPage: ask }
})
vi.mock('#web/hooks/use-live-tables.ts', () => ({ useLiveTables: live }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))
afterEach(cleanup)

const request: StudyRequest = {
  id: 42,
  patient_name: 'Ana Ñúñez',
  patient_email: 'ana@correo.test',
  patient_phone: '961 123 4567',
  patient_age: null,
  study_type: 'Tomografías',
  referring_doctor: null,
  notes: 'Usa brackets.',
  tentative_date: null,
  status: 'pendiente',
  created_at: '2026-11-21T02:00:00Z',
  privacy_version: null,
  privacy_accepted_at: null,
  is_order: false,
}

function open(address = '/') {
  const router = createMemoryRouter([{ path: '/', Component: RequestsScreen }], {
    initialEntries: [address],
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

it.each([true, false])('an order of a dentist says that it is urgent: %s', async (urgent) => {
  answers.set('load_requests', { rows: [{ ...request, is_order: true, orders: { urgent } }], total: 1 })
  open()
  expect(await screen.findByText('ana@correo.test')).toBeTruthy()
  expect(screen.queryAllByText('Urgente')).toHaveLength(urgent ? 1 : 0)
})

it('a request that is being read stays when it leaves the list, with what others made of it', async () => {
  answers.set('load_requests', { rows: [request], total: 1 })
  answers.set('load_request', { ...request, tracking_code: 'ABCDEFGH' })
  open('/?estado=pendiente')
  await userEvent.click(await screen.findByRole('button', { name: 'Ver detalle' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByRole('button', { name: 'Aceptar' })).toBeTruthy()
  expect(await dialog.findByText('ABCD-EFGH')).toBeTruthy()
  answers.set('load_requests', { rows: [], total: 0 })
  answers.set('load_request', { ...request, status: 'aceptada' })
  await act(async () => live.mock.lastCall?.[2]())
  expect(await dialog.findByText('Aceptada')).toBeTruthy()
  expect(dialog.getByText('Usa brackets.')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Aceptar' })).toBeNull()
})

it("the name of a request that was booked opens the patient's record, another one is text", async () => {
  const appointment = {
    id: 'c',
    patient_id: 'beto',
    appointment_date: '2026-11-24',
    appointment_time: null,
    status: 'pendiente',
  }
  const booked = { ...request, id: 43, patient_name: 'Beto Ruiz', status: 'aceptada', citas: [appointment] }
  answers.set('load_requests', { rows: [request, booked], total: 2 })
  open()
  expect((await screen.findByRole('link', { name: 'Beto Ruiz' })).getAttribute('href')).toBe(
    '/dashboard/patients/beto',
  )
  expect(screen.queryByRole('link', { name: 'Ana Ñúñez' })).toBeNull()
})

it('a pending row offers to read, to accept and to book; to reject one reads it first', async () => {
  answers.set('load_requests', { rows: [request], total: 1 })
  answers.set('load_request', request)
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  open()
  const row = within(await screen.findByRole('row', { name: /Ana/ }))
  expect(row.getAllByRole('button').map((one) => one.textContent)).toEqual(['Ver detalle', 'Aceptar'])
  expect(row.getByRole('link', { name: 'Agendar cita' })).toBeTruthy()
  await userEvent.click(row.getByRole('button', { name: 'Ver detalle' }))
  expect(within(screen.getByRole('dialog')).getByRole('button', { name: 'Rechazar' })).toBeTruthy()
  vi.unstubAllGlobals()
})
