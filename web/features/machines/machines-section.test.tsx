import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { MachineFigures } from '#web/backend/answers.ts'
import type { Machine } from '#web/backend/database.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { MachinesSection } from './machines-section.tsx'

const backend = vi.hoisted(() => ({
  machines: vi.fn(),
  figures: vi.fn(),
  save: vi.fn(),
  test: vi.fn(),
  deliver: vi.fn(),
}))
vi.mock('#web/queries/machines.ts', () => ({
  machineKeys: { all: ['machines'] },
  machinesQuery: () => ({ queryKey: ['machines', 'list'], queryFn: backend.machines }),
  machineFiguresQuery: () => ({ queryKey: ['machines', 'figures'], queryFn: backend.figures }),
  saveMachine: backend.save,
  testMachine: backend.test,
  deliverByItself: backend.deliver,
}))
vi.mock('#web/hooks/use-live.ts', () => ({ useLive: () => 'online' }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))

const now = '2026-11-20T17:00:00Z'
const machine: Machine = {
  id: 'm1',
  name: 'Tomógrafo',
  aet: 'TOMO',
  address: '192.0.2.7',
  port: 104,
  study_types: ['Tomografías'],
  active: true,
  last_seen_at: '2026-11-20T16:00:00Z',
  test_asked_at: null,
  tested_at: null,
  answered: null,
  created_at: now,
}
const figures: MachineFigures = {
  automatic: true,
  late: 0,
  station: { aet: 'INDICE', address: '192.0.2.2', port: 11112, seen_at: now },
  unknown: [],
  machines: [{ id: 'm1', today: 4, last_arrival: '2026-11-20T15:30:00Z' }],
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(now) })
  backend.machines.mockResolvedValue([machine])
  backend.figures.mockResolvedValue(figures)
  backend.save.mockResolvedValue(undefined)
  backend.deliver.mockResolvedValue(undefined)
  backend.test.mockResolvedValue({ ...machine, test_asked_at: now })
})
afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  vi.clearAllMocks()
  vi.useRealTimers()
})

const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })

function show() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <MachinesSection />
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  )
}
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

it('a machine says how it calls, what it takes, when it was heard and how much came', async () => {
  show()
  const card = (await screen.findByRole('heading', { level: 3, name: 'Tomógrafo' })).closest('li')
  for (const words of [
    'TOMO',
    '192.0.2.7:104',
    'Tomografías',
    'Activo',
    '10:00',
    '09:30',
    'Estudios de hoy4',
  ])
    expect(card?.textContent).toContain(words)
})

it('without machines it says in six lines what to type, and how the station is started', async () => {
  backend.machines.mockResolvedValue([])
  backend.figures.mockResolvedValue({ ...figures, station: null, machines: [] })
  show()
  const panel = within(await screen.findByRole('region', { name: 'Qué escribir en la consola de un equipo' }))
  expect(panel.getAllByRole('listitem')).toHaveLength(6)
  expect(screen.getByText('DICOM_PORT=11112')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Agregar equipo' })).toHaveLength(1)
})

it('a station that only watches a folder says so, and what to type once it listens', async () => {
  const station = { ...figures.station, address: null, port: null }
  backend.figures.mockResolvedValue({ ...figures, station })
  show()
  expect(await screen.findByText(/La estación recibe lo que los equipos exportan a su carpeta/)).toBeTruthy()
  expect(screen.getByText('11112')).toBeTruthy()
})

it.each([
  [true, 'Respondió'],
  [false, 'No respondió'],
])('«Probar» reads the machine until its row says that it answered: %s', async (answered, words) => {
  show()
  await press('Probar Tomógrafo')
  await wait(1)
  expect(screen.queryByText(words)).toBeNull()
  backend.machines.mockResolvedValue([{ ...machine, tested_at: '2026-11-20T17:00:03Z', answered }])
  await wait(4)
  expect(screen.getByText(words)).toBeTruthy()
})

it('«Probar» gives up after 30 seconds', async () => {
  show()
  await press('Probar Tomógrafo')
  await wait(29)
  expect(screen.queryByText('No respondió')).toBeNull()
  await wait(2)
  expect(screen.getByText('No respondió')).toBeTruthy()
})

it.each([null, { aet: 'INDICE', address: '192.0.2.2', port: 11112, seen_at: '2026-11-20T16:57:00Z' }])(
  '«Probar» says that the station does not run: %o',
  async (station) => {
    backend.figures.mockResolvedValue({ ...figures, station })
    show()
    await press('Probar Tomógrafo')
    expect(await screen.findByText('La estación no está en marcha')).toBeTruthy()
  },
)

it('an unknown caller is added with what it said', async () => {
  backend.figures.mockResolvedValue({
    ...figures,
    unknown: [{ aet: 'PANO', address: '192.0.2.9', at: '2026-11-20T16:00:00Z' }],
  })
  show()
  expect(await screen.findByText('Un equipo desconocido llamó: PANO desde 192.0.2.9')).toBeTruthy()
  await press('Agregar equipo PANO')
  const dialog = within(screen.getByRole('dialog', { name: 'Agregar equipo' }))
  await user.type(dialog.getByLabelText(/^Nombre/), 'Panorámico')
  await user.click(dialog.getByLabelText('Radiografía Panorámica'))
  await user.click(dialog.getByRole('button', { name: 'Guardar equipo' }))
  await screen.findByText('Equipo agregado.')
  expect(backend.save).toHaveBeenCalledExactlyOnceWith({
    id: expect.any(String),
    name: 'Panorámico',
    aet: 'PANO',
    address: '192.0.2.9',
    port: null,
    study_types: ['Radiografía Panorámica'],
    active: true,
  })
})

it('«Entregar solo lo que coincide» is kept at once', async () => {
  show()
  const box = await screen.findByLabelText('Entregar solo lo que coincide')
  expect(box).toHaveProperty('checked', true)
  await user.click(box)
  expect(backend.deliver.mock.calls[0]?.[0]).toBe(false)
})
