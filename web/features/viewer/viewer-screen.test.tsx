import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { ViewerScreen } from './viewer-screen.tsx'

const id = '0b3c5a52-6f0e-4a3e-9d57-1f6f8f1a2b3c'
const study = {
  id,
  patient_id: 'ana',
  study_type: 'Tomografías',
  study_date: '2026-11-18',
  patient_name: 'Ana Ruiz',
  doctor_name: null,
  file_url: null,
  file_name: null,
  comments: null,
  study_previews: null,
  preview: null,
}
const known = vi.hoisted(() => ({
  study: null as object | null,
  delivery: null as object | null,
  role: 'dentist',
  followed: [] as [table: string, filter: string | null][],
  changed: () => {},
}))
vi.mock('#web/backend/client.ts', () => ({
  ask: async (code: string) => (code === 'load_receivers' ? known.delivery : known.study),
}))
vi.mock('#web/session/session.ts', () => ({ useProfile: () => ({ id: 'me', role: known.role }) }))
vi.mock('#web/hooks/use-live.ts', () => ({
  useLive: (table: string, filter: string | null, onChange: () => void) => {
    known.followed.push([table, filter])
    known.changed = onChange
    return 'online'
  },
}))
vi.mock('#web/hooks/use-live-tables.ts', () => ({ useLiveTables: () => 'online' }))
vi.mock('./stored-study.tsx', () => ({ StoredStudy: () => null }))

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  Object.assign(known, { role: 'dentist', followed: [], delivery: stopped })
})

function show(there: object | null) {
  known.study = there
  const router = createMemoryRouter(
    [
      { path: '/dashboard/study/:studyId', element: <ViewerScreen /> },
      { path: '*', element: <p>Mis pacientes</p> },
    ],
    { initialEntries: [`/dashboard/study/${id}`] },
  )
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
const stopped = { delivery_end: 'paciente' }
known.delivery = stopped
const open = () => screen.findByText('Todavía no hay archivo ni enlace.')
const ended = 'El paciente dejó de compartir este estudio.'

it('says to a dentist who has a study open that it is shared no more, and leads back', async () => {
  show(study)
  await open()
  expect(known.followed).toContainEqual(['study_recipients', `study_id=eq.${id}`])
  expect(screen.queryByText(ended)).toBeNull()
  known.study = null
  act(() => known.changed())
  const said = await screen.findByRole('alert')
  expect(said.textContent).toContain(ended)
  expect(screen.queryByText(/no tengas permiso/)).toBeNull()
  expect(screen.queryByText('Ana Ruiz')).toBeNull()
  await userEvent.click(within(said).getByRole('button', { name: 'Volver' }))
  expect(screen.getByText('Mis pacientes')).toBeTruthy()
})

it.each([
  ['La clínica dejó de compartir este estudio.', 'clinica'],
  ['Pasaron 24 meses: este estudio ya no se comparte.', 'plazo'],
])('says what ended it, also to a dentist who comes back later: %s', async (said, delivery_end) => {
  known.delivery = { delivery_end }
  show(null)
  expect(await screen.findByText(said)).toBeTruthy()
})

it('asks by itself within a minute, for nobody tells a dentist whose time is over', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  show(study)
  await open()
  known.study = null
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(screen.getByRole('alert').textContent).toContain(ended)
})

it.each([
  ['a dentist who never had it open', 'dentist', null],
  ['a patient who had it open', 'patient', study],
])('says to %s only that it is not there', async (_who, role, before) => {
  Object.assign(known, { role, delivery: null })
  show(before)
  if (before) {
    await open()
    known.study = null
    act(() => known.changed())
  }
  expect((await screen.findByRole('alert')).textContent).toContain('Puede que se haya eliminado')
  expect(screen.queryByText(ended)).toBeNull()
})
