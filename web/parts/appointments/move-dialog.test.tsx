import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { seedWeek } from '#domain/clinic-hours.ts'
import { AppError, type ErrorCode } from '#web/backend/errors.ts'
import { moveAppointment } from '#web/queries/appointment-acts.ts'
import type { AppointmentWithPeople } from '#web/queries/appointments.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { MoveDialog } from './move-dialog.tsx'

const me = vi.hoisted(() => ({ id: 'me', role: 'doctor', is_admin: false }))
/** What the backend answers to each question; an AppError is thrown. */
const answers = new Map<ErrorCode, unknown>()

vi.mock('#web/hooks/use-live.ts', () => ({ useLive: () => 'online' }))
vi.mock('#web/session/session.ts', () => ({ useProfile: () => me }))
vi.mock('#web/queries/clinic-hours.ts', () => ({
  clinicHoursKeys: { all: ['clinic-hours'] },
  clinicHoursQuery: () => ({
    queryKey: ['clinic-hours'],
    queryFn: async () => ({ week: [...seedWeek], closures: [] }),
  }),
}))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))
vi.mock('#web/backend/client.ts', () => {
  const ask = async (code: ErrorCode) => {
    const answer = answers.get(code)
    if (answer instanceof AppError) throw answer
    return answer
  }
  return { ask, askPage: ask, askFarPage: ask }
})
vi.mock('#web/queries/appointment-acts.ts', async (load) =>
  (await import('#tests/spied.ts')).spied(await load()),
)

const appointment: AppointmentWithPeople = {
  id: 'cita',
  doctor_id: 'me',
  patient_id: 'ana',
  appointment_date: '2026-11-24',
  appointment_time: '10:00:00',
  study_type: 'Escaneo Intraoral',
  status: 'pendiente',
  nombre: null,
  telefono: null,
  especialidad: 'Imagenología Dental',
  created_at: '2026-11-01T02:00:00Z',
  request_id: null,
  seat: 0,
  moves: 0,
  warned_at: null,
  study_arrived: null,
  over: [],
  patient_name: 'Ana Ñúñez',
  doctor_name: 'Dra. Lucía Ferrer',
  patient: null,
  doctor: { full_name: 'Dra. Lucía Ferrer', specialty: null },
}
const onClose = vi.fn()

beforeEach(() => {
  // Eleven in the morning of Friday, 20 November 2026, in clinic time.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T17:00:00Z') })
  me.is_admin = false
  answers.set('load_taken_slots', [{ appointment_time: '10:00:00' }, { appointment_time: '11:00:00' }])
  answers.set('load_initial_data', [
    { id: 'me', full_name: 'Dra. Lucía Ferrer' },
    { id: 'rafael', full_name: 'Dr. Rafael Ibáñez' },
  ])
})
afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  answers.clear()
  vi.clearAllMocks()
  vi.useRealTimers()
})

function show(changes: Partial<AppointmentWithPeople> = {}) {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <MoveDialog appointment={{ ...appointment, ...changes }} onClose={onClose} />
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  )
}

const slot = (time: string) =>
  screen.findByDisplayValue<HTMLInputElement>((_, element) => element?.getAttribute('value') === time)
const send = () => userEvent.click(screen.getByRole('button', { name: 'Reagendar' }))

it('begins on its day, where its own start and others’ are taken, and moves to a free one', async () => {
  show()
  expect(screen.getByText(/^Ahora es el 24\/11\/2026 a las 10:00.a\..m\. El paciente tendrá/)).toBeTruthy()
  expect((await slot('10:00')).disabled).toBe(true)
  expect((await slot('11:00')).disabled).toBe(true)
  await userEvent.click(await slot('12:00'))
  await send()
  expect(await screen.findByText('Cita reagendada para el 24/11/2026 a las 12:00 p. m.')).toBeTruthy()
  expect(moveAppointment).toHaveBeenCalledExactlyOnceWith('cita', {
    day: '2026-11-24',
    time: '12:00',
    reason: null,
    doctorId: null,
    mail: true,
  })
  expect(onClose).toHaveBeenCalledOnce()
})

it('never sends an empty day or hour', async () => {
  show({ appointment_date: '2026-11-19' })
  expect(screen.getByRole('textbox', { name: 'Fecha' })).toHaveProperty('value', '')
  await send()
  expect(screen.getByText('Elige una fecha.')).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox', { name: 'Fecha' }), '24/11/2026')
  await slot('12:00')
  await send()
  expect(screen.getByText('Elige un horario.')).toBeTruthy()
  expect(moveAppointment).not.toHaveBeenCalled()
})

it('overbooks with a reason, but never onto itself', async () => {
  show()
  await slot('11:00')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Sobreagendar' }))
  const times = screen.getByRole('combobox', { name: 'Horario' })
  expect(within(times).queryByRole('option', { name: /^10:00.a/ })).toBeNull()
  await userEvent.selectOptions(times, '11:00')
  await userEvent.type(screen.getByRole('textbox', { name: 'Motivo' }), 'Viene de lejos')
  await send()
  expect(vi.mocked(moveAppointment).mock.lastCall?.[1]).toEqual({
    day: '2026-11-24',
    time: '11:00',
    reason: 'Viene de lejos',
    doctorId: null,
    mail: true,
  })
})

it('lets an administrator alone choose another doctor', async () => {
  show()
  expect(screen.queryByRole('combobox', { name: 'Doctor' })).toBeNull()
  cleanup()
  me.is_admin = true
  show()
  await screen.findByRole('option', { name: 'Dr. Rafael Ibáñez' })
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Doctor' }), 'rafael')
  await userEvent.click(await slot('12:00'))
  await send()
  expect(vi.mocked(moveAppointment).mock.lastCall?.[1]).toMatchObject({ doctorId: 'rafael' })
})

it('says that a start was just taken, and shows the slots anew', async () => {
  show()
  await userEvent.click(await slot('12:00'))
  answers.set(
    'update_appointment',
    new AppError('update_appointment', 'conflict', 'Ese horario acaba de ocuparse. Elige otro.'),
  )
  answers.set('load_taken_slots', [{ appointment_time: '12:00:00' }])
  await send()
  expect(
    await screen.findByText('No se pudo actualizar la cita. Ese horario acaba de ocuparse. Elige otro.'),
  ).toBeTruthy()
  await expect.poll(async () => (await slot('12:00')).disabled).toBe(true)
  expect(onClose).not.toHaveBeenCalled()
})

it('keeps the form while there is no connection', async () => {
  show()
  await userEvent.click(await slot('12:00'))
  answers.set('update_appointment', new AppError('update_appointment', 'network'))
  await send()
  expect(await screen.findByText('Error de conexión al actualizar la cita.')).toBeTruthy()
  expect((await slot('12:00')).checked).toBe(true)
})
