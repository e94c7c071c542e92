import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError, type ErrorCode } from '#web/backend/errors.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { DoctorHome } from './doctor-home.tsx'

/** What the backend answers to each question; an AppError is thrown. */
const answers = new Map<ErrorCode, unknown>()
const asked = vi.fn()

vi.mock('#web/backend/client.ts', () => {
  const ask = async (code: ErrorCode) => {
    asked(code)
    const answer = answers.get(code)
    if (answer instanceof AppError) throw answer
    return answer
  }
  return { ask, askPage: ask, askFarPage: ask }
})
vi.mock('#web/hooks/use-live.ts', () => ({ useLive: () => 'online' }))
vi.mock('#web/hooks/use-live-tables.ts', () => ({ useLiveTables: () => 'online' }))
vi.mock('#web/session/session.ts', () => ({ useProfile: () => ({ id: 'doctor' }) }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))

const appointment = (id: number, appointment_time: string | null, status = 'pendiente') => ({
  id: `cita-${id}`,
  doctor_id: 'doctor',
  appointment_date: '2026-11-20',
  appointment_time,
  study_type: 'Escaneo Intraoral',
  status,
  seat: 0,
  warned_at: null,
  over: [],
  patient: { full_name: `Paciente ${id}` },
})
const page = (rows: object[]) => ({ rows, total: rows.length })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T16:45:00Z') })
  answers.set('load_today_appointments', [])
  answers.set('load_attended_patients', [])
  answers.set('load_today_requests', page([]))
  answers.set('load_studies', page([]))
  answers.set('load_requests', { rows: [], total: 0 })
  answers.set('load_changes', page([]))
  answers.set('load_arrivals', page([]))
})

afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  answers.clear()
  vi.clearAllMocks()
  vi.useRealTimers()
})

async function show() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <DoctorHome
          answer={(request) => <button type="button">Aceptar {request.patient_name}</button>}
          open={() => null}
        />
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  )
  await screen.findByRole('region', { name: 'Citas para Hoy' })
}

const panel = (title: string) => within(screen.getByRole('region', { name: title }))

it('leads from each name to the record, where there is one', async () => {
  const known = { id: 'ana', full_name: 'Ana Ruiz' }
  answers.set('load_today_appointments', [
    { ...appointment(1, '16:00:00'), patient: known },
    { ...appointment(2, '16:30:00'), patient: null, nombre: 'Beto Gil' },
  ])
  answers.set('load_attended_patients', [{ ...appointment(3, '09:30:00', 'completada'), patient: known }])
  const added = { study_type: 'Tomografías', created_at: '2026-11-20T16:00:00Z' }
  answers.set('load_studies', page([{ ...added, id: 's', patient_id: 'ana', patient_name: 'Ana Ruiz' }]))
  await show()
  const link = await panel('Citas para Hoy').findByRole('link', { name: 'Ana Ruiz' })
  expect(link.getAttribute('href')).toBe('/dashboard/patients/ana')
  expect(panel('Citas para Hoy').queryByRole('link', { name: 'Beto Gil' })).toBeNull()
  for (const list of ['Pacientes Atendidos Hoy', 'Estudios Nuevos Hoy'])
    expect(await panel(list).findByRole('link', { name: 'Ana Ruiz' })).toBeTruthy()
})

it.each(['load_changes', 'load_arrivals'] as const)(
  'waits with the day for %s, which stands above it, but not after a failure',
  async (code) => {
    let fail = (_: AppError) => {}
    answers.set(code, new Promise((_, reject) => (fail = reject)))
    const shown = show()
    await expect.poll(() => asked.mock.calls.flat()).toContain('load_today_appointments')
    await act(async () => {})
    expect(screen.queryByText('Citas para hoy')).toBeNull()
    fail(new AppError(code, 'server'))
    await shown
    expect(screen.getByText('Citas para hoy')).toBeTruthy()
  },
)

it('counts no cancelled appointment', async () => {
  answers.set('load_today_appointments', [
    appointment(1, '16:00:00'),
    appointment(2, '16:30:00', 'cancelada'),
    appointment(3, '09:30:00', 'no_asistio'),
  ])
  await show()
  expect(await screen.findByRole('button', { name: /^Citas para hoy\s?2/ })).toBeTruthy()
  expect(await screen.findByText('de 2 citas')).toBeTruthy()
})

it('says of each list that there is nothing', async () => {
  await show()
  expect(await screen.findByText('No tienes citas programadas para hoy.')).toBeTruthy()
  expect(await screen.findByText('No has atendido pacientes hoy.')).toBeTruthy()
})

it.each([
  ['load_today_appointments', 'Citas para Hoy', 'No se pudieron cargar las citas de hoy.'],
  ['load_attended_patients', 'Pacientes Atendidos Hoy', 'No se pudieron cargar los pacientes atendidos.'],
  ['load_today_requests', 'Solicitudes de Hoy', 'No se pudieron cargar las solicitudes de hoy.'],
] as const)('%s fails alone, in its own words', async (code, title, words) => {
  answers.set(code, new AppError(code, 'server'))
  await show()
  expect(await panel(title).findByText('Vuelve a intentarlo en un momento.')).toBeTruthy()
  expect(screen.getAllByText(words)).toHaveLength(1)
  expect(screen.getAllByRole('button', { name: 'Reintentar' })).toHaveLength(1)

  answers.set(code, code === 'load_today_requests' ? page([]) : [])
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await expect.poll(() => screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
})

it('shows five open appointments around the next one, marks what is late, folds what is done, and has all in the dialog', async () => {
  const times = ['09:30', '10:00', '10:15', '11:00', '11:30', '12:00', '12:30', '13:00']
  answers.set(
    'load_today_appointments',
    times.map((time, index) => appointment(index, `${time}:00`, index < 2 ? 'completada' : 'pendiente')),
  )
  await show()
  const list = panel('Citas para Hoy')
  expect((await list.findAllByText(/^Paciente/)).map(({ textContent }) => textContent)).toEqual([
    'Paciente 2',
    'Paciente 3',
    'Paciente 4',
    'Paciente 5',
    'Paciente 6',
  ])
  // 10:45 in clinic time: the one at 10:15 is late.
  expect(list.getByText('Siguiente cita:').parentElement?.textContent).toContain('11:00')
  expect(list.getAllByText('Atrasada')).toHaveLength(1)
  await userEvent.click(list.getByRole('button', { name: '2 atendidas', expanded: false }))
  expect(list.getAllByText(/^Paciente/)).toHaveLength(7)

  await userEvent.click(list.getByRole('button', { name: '+1 más' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Citas para Hoy' }))
  expect(dialog.getAllByText(/^Paciente/)).toHaveLength(8)
})

it('changes a status, says so, and keeps a final one for ever', async () => {
  answers.set('load_today_appointments', [appointment(1, '11:00:00')])
  await show()
  const select = await screen.findByRole('combobox', { name: 'Estado de la cita de Paciente 1' })
  expect(
    within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Pendiente', 'Completada', 'Cancelada'])
  answers.set('load_today_appointments', [appointment(1, '11:00:00', 'completada')])
  await userEvent.selectOptions(select, 'completada')
  expect(asked).not.toHaveBeenCalledWith('update_appointment')
  await userEvent.click(await screen.findByRole('button', { name: 'Marcar como completada' }))
  expect(asked).toHaveBeenCalledWith('update_appointment')
  expect(await screen.findByText('Cita actualizada.')).toBeTruthy()
  await expect.poll(() => screen.queryByRole('combobox')).toBeNull()
  expect(panel('Citas para Hoy').getByText('Completada')).toBeTruthy()
})

it('goes back to the stored status when it could not be changed', async () => {
  answers.set('load_today_appointments', [appointment(1, '11:00:00')])
  answers.set('update_appointment', new AppError('update_appointment', 'network'))
  await show()
  await userEvent.selectOptions(await screen.findByRole('combobox'), 'cancelada')
  await userEvent.click(await screen.findByRole('button', { name: 'Cancelar la cita' }))
  expect(await screen.findByText('Error de conexión al actualizar la cita.')).toBeTruthy()
  await expect.poll(() => screen.getByRole('combobox')).toHaveProperty('value', 'pendiente')
})

it('offers an appointment that an administrator confirmed in its own state', async () => {
  answers.set('load_today_appointments', [appointment(1, '11:00:00', 'confirmada')])
  await show()
  expect(await screen.findByRole('combobox')).toHaveProperty('value', 'confirmada')
})

it('lists pending requests with the action that the page gives', async () => {
  answers.set(
    'load_today_requests',
    page([
      {
        id: 7,
        patient_name: 'Ana',
        study_type: 'Tomografías',
        created_at: '2026-11-20T16:42:00Z',
        orders: { urgent: true },
      },
    ]),
  )
  await show()
  expect(await screen.findByRole('button', { name: 'Aceptar Ana' })).toBeTruthy()
  expect(screen.getByText('Tomografías').closest('li')?.textContent).toMatch(/Tomografías · 10:42.*Urgente/)

  await userEvent.click(screen.getByRole('button', { name: /^Solicitudes de hoy/ }))
  const dialog = within(screen.getByRole('dialog', { name: 'Solicitudes de Hoy' }))
  expect(dialog.getByRole('button', { name: 'Aceptar Ana' })).toBeTruthy()
})

it('names the pending requests of earlier days, and leads to them', async () => {
  answers.set('load_requests', { rows: [{ id: 3 }], total: 10 })
  await show()
  const tile = await screen.findByRole('button', { name: /^Solicitudes de hoy/ })
  await expect.poll(() => tile.textContent).toContain('10 de días anteriores')
  const link = panel('Solicitudes de Hoy').getByRole('link', { name: '10 de días anteriores' })
  expect(link.getAttribute('href')).toBe('/dashboard/requests?estado=pendiente&orden=fecha')
  await userEvent.click(tile)
  const dialog = within(screen.getByRole('dialog', { name: 'Solicitudes de Hoy' }))
  expect(dialog.getByRole('link', { name: 'Ver 10 de días anteriores' }).getAttribute('href')).toBe(
    '/dashboard/requests?estado=pendiente&orden=fecha',
  )
})

it('says nothing of earlier days where no request waits', async () => {
  await show()
  expect(await screen.findByText('Ninguna por revisar')).toBeTruthy()
  expect(screen.queryByText(/días anteriores/)).toBeNull()
})
