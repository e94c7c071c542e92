import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes, useParams } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Arrival, ArrivalProposal } from '#web/backend/answers.ts'
import { AppError } from '#web/backend/errors.ts'
import { createPatient } from '#web/backend/functions.ts'
import { useCameFrom } from '#web/hooks/origin.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { ArrivalsLink } from './arrivals-link.tsx'
import { ArrivalsScreen } from './arrivals-screen.tsx'
import { LateArrivals } from './late-arrivals.tsx'

const backend = vi.hoisted(() => ({
  list: vi.fn(),
  count: vi.fn(),
  assign: vi.fn(),
  discard: vi.fn(),
  me: { id: 'lucia', role: 'doctor', is_admin: false },
}))
vi.mock('#web/queries/arrivals.ts', () => ({
  arrivalKeys: { all: ['arrivals'] },
  arrivalsQuery: () => ({ queryKey: ['arrivals'], queryFn: backend.list }),
  arrivalCountQuery: (before?: string) => ({
    queryKey: ['arrivals', before],
    queryFn: () => backend.count(before),
  }),
  assignArrival: backend.assign,
  discardArrival: backend.discard,
}))
vi.mock('#web/queries/missing-previews.ts', () => ({ studyFileBytes: vi.fn(async () => 9) }))
const picture = vi.hoisted(() => vi.fn())
vi.mock('#web/parts/studies/read-preview.ts', () => ({ readPreview: picture, sparingly: 1 }))
vi.mock('#web/hooks/use-live.ts', () => ({ useLive: () => 'online' }))
vi.mock('#web/session/session.ts', () => ({ useProfile: () => backend.me }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))
vi.mock('#web/backend/client.ts', () => ({
  ask: async () => [],
  askPage: async () => none,
  askFarPage: async () => none,
}))
vi.mock('#web/backend/functions.ts', () => ({ createPatient: vi.fn() }))
const none = { rows: [], total: 0 }

const proposal: ArrivalProposal = {
  patient_id: 'ana',
  patient_name: 'Ana Ruiz',
  cita_id: 'cita',
  doctor_id: 'lucia',
  doctor_name: 'Dra. Lucía',
  study_type: 'Tomografía 5x5 cm',
  day: '2026-11-20',
  time: '10:00:00',
  why: ['numero', 'nombre', 'hora'],
}
const arrival: Arrival = {
  id: 'a1',
  state: 'complete',
  received_at: '2026-11-20T16:05:00Z',
  completed_at: '2026-11-20T16:06:00Z',
  machine_name: 'Tomógrafo',
  said: { name: 'Ana Ruis', number: '00000017', birth_date: '19840305', different: ['1.2.3'] },
  instances: 140,
  bytes: 73_400_000,
  path: 'recibidos/a1/DICOM.zip',
  reason: null,
  conflict: { ours: 'Ana Ruiz', sent: 'Ana Ruis' },
  proposals: [proposal],
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T17:00:00Z') })
  backend.list.mockResolvedValue([arrival])
  backend.assign.mockResolvedValue('estudio')
  backend.discard.mockResolvedValue(undefined)
  backend.me = { id: 'lucia', role: 'doctor', is_admin: false }
  picture.mockRejectedValue(new Error('no picture'))
})
afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  vi.clearAllMocks()
  vi.useRealTimers()
})

function show(element: ReactNode = <ArrivalsScreen />) {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>{element}</MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  )
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const filed = { patient_id: 'ana', doctor_id: 'lucia', study_type: 'Tomografías', cita_id: 'cita' }

it('a card says what the machine said, whose the number is, and whose it may be and why', async () => {
  show()
  const card = (await screen.findByRole('heading', { level: 2, name: 'Ana Ruis' })).closest('li')
  for (const words of [
    'Número 00000017',
    'Nacimiento 05/03/1984',
    'Tomógrafo · 20/11/2026 · 10:05 a. m.',
    '140 imágenes · 73.4 MB',
    'El número es de Ana Ruiz, el equipo envió Ana Ruis',
    'número · nombre parecido · misma hora',
    '1 imagen llegó dos veces con otro contenido.',
  ])
    expect(card?.textContent?.replaceAll('\u00a0', ' ')).toContain(words)
  expect(card?.textContent).not.toContain('Espera desde hace')
  expect(await screen.findByText('Sin vista previa')).toBeTruthy()
})

it('a scan from the watched folder has no name: where it lay is said', async () => {
  const said = { name: '', number: '', birth_date: '', description: 'Ana/superior.stl' }
  backend.list.mockResolvedValue([{ ...arrival, machine_name: null, said, conflict: null }])
  show()
  const card = (await screen.findByRole('heading', { level: 2, name: 'Sin nombre' })).closest('li')
  expect(card?.textContent).toContain('Ana/superior.stl')
  expect(card?.textContent).toContain('Carpeta vigilada')
})

it('what waits for more than two days is marked', async () => {
  backend.list.mockResolvedValue([{ ...arrival, completed_at: '2026-11-17T16:00:00Z' }])
  show()
  expect(await screen.findByText('Espera desde hace 3 días')).toBeTruthy()
})

it('its picture is the one that this browser draws', async () => {
  picture.mockResolvedValue({ thumb: { blob: new Blob(['x']), width: 4, height: 3 }, tint: null })
  show()
  expect(await screen.findByRole('img', { name: 'Imagen de Ana Ruis' })).toBeTruthy()
})

it('one press assigns; after a failure the same press goes on', async () => {
  backend.assign.mockRejectedValueOnce(new AppError('assign_arrival', 'network'))
  show()
  await press('Asignar a Ana Ruiz')
  expect(await screen.findByText('No hay conexión. Revisa tu internet e inténtalo de nuevo.')).toBeTruthy()
  await press('Asignar a Ana Ruiz')
  expect(await screen.findByText('Estudio asignado a Ana Ruiz.')).toBeTruthy()
  expect(backend.assign.mock.calls).toEqual([
    ['a1', filed],
    ['a1', filed],
  ])
})

it('the message after assigning leads to the study, and back from there', async () => {
  show(
    <Routes>
      <Route path="/" element={<ArrivalsScreen />} />
      <Route path="/dashboard/study/:id" element={<Opened />} />
    </Routes>,
  )
  await press('Asignar a Ana Ruiz')
  const link = await screen.findByRole('link', { name: 'Ver estudio' })
  expect(link.getAttribute('href')).toBe('/dashboard/study/estudio')
  await userEvent.click(link)
  expect(await screen.findByText('Estudio estudio, desde /')).toBeTruthy()
})

function Opened() {
  return <p>{`Estudio ${useParams().id}, desde ${useCameFrom()}`}</p>
}

it('where the kind of study or the doctor is to be chosen, the press asks for it with the patient filled in', async () => {
  backend.list.mockResolvedValue([
    { ...arrival, proposals: [{ ...proposal, cita_id: null, doctor_id: null, study_type: null }] },
  ])
  show()
  await press('Asignar a Ana Ruiz')
  const dialog = within(screen.getByRole('dialog', { name: 'Asignar estudio' }))
  expect(dialog.getByRole('combobox', { name: /^Paciente/ })).toHaveProperty('value', 'Ana Ruiz')
  await userEvent.click(dialog.getByRole('button', { name: 'Asignar' }))
  expect(dialog.getByText('Elige un tipo de estudio.')).toBeTruthy()
  await userEvent.selectOptions(dialog.getByLabelText(/^Tipo de Estudio/), 'Tomografías')
  await userEvent.click(dialog.getByRole('button', { name: 'Asignar' }))
  await screen.findByText('Estudio asignado a Ana Ruiz.')
  expect(backend.assign).toHaveBeenCalledExactlyOnceWith('a1', { ...filed, cita_id: null })
})

it('a new patient has the name that the machine said, and is assigned next', async () => {
  vi.mocked(createPatient).mockResolvedValue({
    outcome: 'created',
    id: 'nueva',
    email: 'ana@correo.test',
    fullName: 'Ana Ruis',
    tempPassword: 'x',
  })
  show()
  await press('Paciente nuevo')
  const dialog = within(screen.getByRole('dialog', { name: 'Paciente nuevo' }))
  expect(dialog.getByLabelText(/^Nombre/)).toHaveProperty('value', 'Ana Ruis')
  await userEvent.type(dialog.getByLabelText(/^Correo/), 'ana@correo.test')
  await userEvent.click(dialog.getByRole('button', { name: 'Agregar Paciente' }))
  const assign = within(await screen.findByRole('dialog', { name: 'Asignar estudio' }))
  expect(assign.getByRole('combobox', { name: /^Paciente/ })).toHaveProperty('value', 'Ana Ruis')
})

it('discarding asks for a reason and says that it stays 30 days in the archive', async () => {
  show()
  await press('Descartar')
  const dialog = within(screen.getByRole('dialog', { name: '¿Descartar el estudio de Ana Ruis?' }))
  expect(dialog.getByText(/se queda 30 días en el archivo/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Descartar' }))
  expect(dialog.getByText('Escribe el motivo.')).toBeTruthy()
  expect(backend.discard).not.toHaveBeenCalled()
  await userEvent.type(dialog.getByLabelText(/^Motivo/), ' Era una prueba ')
  await userEvent.click(dialog.getByRole('button', { name: 'Descartar' }))
  await screen.findByText('Estudio descartado.')
  expect(backend.discard).toHaveBeenCalledExactlyOnceWith('a1', 'Era una prueba')
})

it('administrators recover what was discarded by assigning it, to any doctor', async () => {
  backend.me = { id: 'admin', role: 'doctor', is_admin: true }
  backend.list.mockResolvedValue([{ ...arrival, state: 'discarded', reason: 'Era una prueba' }])
  show()
  await press('Descartados en los últimos 30 días: 1')
  expect(screen.getByText('Motivo: Era una prueba')).toBeTruthy()
  await press('Recuperar el estudio de Ana Ruis')
  const dialog = within(screen.getByRole('dialog', { name: 'Recuperar estudio' }))
  expect(dialog.getByRole('combobox', { name: /^Doctor/ })).toHaveProperty('value', 'Dra. Lucía')
  await userEvent.click(dialog.getByRole('button', { name: 'Asignar' }))
  await screen.findByText('Estudio asignado a Ana Ruiz.')
  expect(backend.assign).toHaveBeenCalledExactlyOnceWith('a1', filed)
})

it('says that nothing waits', async () => {
  backend.list.mockResolvedValue([])
  show()
  expect(await screen.findByText(/^No hay estudios por asignar\./)).toBeTruthy()
})

it('the way to them has their number, and what waits for more than two days is said', async () => {
  backend.count.mockImplementation(async (before?: string) => (before === '2026-11-18T17:00:00.000Z' ? 2 : 3))
  const both = (
    <>
      <ArrivalsLink />
      <LateArrivals />
    </>
  )
  show(both)
  const links = ['Recibidos 3', '2 estudios recibidos sin asignar']
  for (const name of links)
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(
      '/dashboard/studies/recibidos',
    )
  cleanup()
  backend.count.mockResolvedValue(0)
  show(both)
  await act(async () => {})
  expect(screen.queryByRole('link')).toBeNull()
})
