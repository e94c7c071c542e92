import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '#web/backend/errors.ts'
import { markChangesSeen, type PatientChange } from '#web/queries/appointment-events.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { PatientChanges } from './patient-changes.tsx'

let rows: PatientChange[] | AppError
/** What the panel does when it hears of a change. */
let change: () => void

vi.mock('#web/hooks/use-live.ts', () => ({
  useLive: (table: string, _filter: string, onChange: () => void) => {
    if (table === 'cita_events') change = onChange
  },
}))
vi.mock('#web/session/session.ts', () => ({ useProfile: () => ({ id: 'me' }) }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))
vi.mock('#web/backend/client.ts', () => ({
  askPage: async () => {
    if (rows instanceof AppError) throw rows
    return { rows, total: rows.length }
  },
  ask: async () => null,
}))
vi.mock('#web/queries/appointment-events.ts', async (load) => ({
  ...(await load<object>()),
  markChangesSeen: vi.fn(async () => {}),
}))

const event = (id: string, nombre: string): PatientChange => ({
  id,
  kind: 'cancelada',
  by: 'paciente',
  from_day: null,
  from_time: null,
  to_day: '2026-11-24',
  to_time: '10:00:00',
  reason: null,
  at: '2026-11-20T17:00:00Z',
  cita: { id: `cita-${id}`, nombre, patient_name: null },
})

beforeEach(() => {
  rows = ['Ana', 'Beto', 'Carla', 'Dora'].map((name, at) => event(String(at), name))
})
afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  vi.clearAllMocks()
})

function show(folded = false) {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <PatientChanges doctorId="me" folded={folded} />
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  )
}

const panel = () => screen.findByRole('region', { name: 'Cambios de pacientes' })
const sentences = async () =>
  within(await panel())
    .getAllByRole('link')
    .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))

it('says in a sentence what each patient did, counts them, and leads to the appointment', async () => {
  show()
  expect(await sentences()).toEqual(
    ['Ana', 'Beto', 'Carla'].map((name) => `${name} canceló su cita del 24/11/2026 a las 10:00 a. m.`),
  )
  expect(screen.getByText('4 sin ver')).toBeTruthy()
  expect(screen.getByRole('link', { name: /^Ana/ }).getAttribute('href')).toBe(
    '/dashboard/appointments?cita=cita-0',
  )
  await userEvent.click(screen.getByRole('button', { name: '+1 más' }))
  expect(await sentences()).toHaveLength(4)
})

it('folded it is a line with their number, which opens them as a sheet', async () => {
  show(true)
  expect(await screen.findByText('4 sin ver')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Marcar todo como visto' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^Cambios de pacientes/ }))
  const sheet = within(screen.getByRole('dialog', { name: 'Cambios de pacientes' }))
  expect(sheet.getAllByRole('link')).toHaveLength(4)
  rows = []
  await userEvent.click(sheet.getByRole('button', { name: 'Marcar todo como visto' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

it('marks one as seen, or all, and goes when nothing is left', async () => {
  show()
  await userEvent.click(await screen.findByRole('button', { name: /^Visto Beto/ }))
  expect(markChangesSeen).toHaveBeenLastCalledWith(['1'], 'me')
  rows = []
  await userEvent.click(screen.getByRole('button', { name: 'Marcar todo como visto' }))
  expect(markChangesSeen).toHaveBeenLastCalledWith(['0', '1', '2', '3'], 'me')
  await expect.poll(() => screen.queryByRole('region')).toBeNull()
})

it('hears what another window marked, and what a patient does meanwhile', async () => {
  show()
  await panel()
  rows = [event('9', 'Eva')]
  await act(async () => change())
  await expect.poll(sentences).toEqual(['Eva canceló su cita del 24/11/2026 a las 10:00 a. m.'])
  expect(screen.getByText('1 sin ver')).toBeTruthy()
})

it('says why it could not be read or marked', async () => {
  rows = new AppError('load_changes', 'server')
  show()
  expect(await screen.findByText('No se pudieron cargar los cambios.')).toBeTruthy()
  rows = [event('1', 'Ana')]
  await userEvent.click(screen.getByRole('button', { name: 'Cargar los cambios' }))
  vi.mocked(markChangesSeen).mockRejectedValueOnce(new AppError('see_changes', 'server'))
  await userEvent.click(await screen.findByRole('button', { name: /^Visto/ }))
  expect(await screen.findByText('No se pudo marcar como visto.')).toBeTruthy()
  expect(await sentences()).toHaveLength(1)
})
