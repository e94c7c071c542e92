import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sampleClinic } from '#domain/clinic.ts'
import { seedWeek } from '#domain/clinic-hours.ts'
import { AppError } from '#web/backend/errors.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { ScheduleSection } from './schedule-section.tsx'

const backend = vi.hoisted(() => ({
  hours: vi.fn(),
  clinic: vi.fn(),
  saveWeek: vi.fn(),
  addClosure: vi.fn(),
  removeClosure: vi.fn(),
  named: vi.fn(),
  setStatus: vi.fn(),
  agenda: vi.fn(),
  saveAgenda: vi.fn(),
}))
vi.mock('#web/queries/agenda-settings.ts', () => ({
  agendaSettingsQuery: () => ({ queryKey: ['agenda-settings'], queryFn: backend.agenda }),
  saveAgendaSettings: backend.saveAgenda,
}))
vi.mock('#web/hooks/use-live.ts', () => ({ useLive: () => 'online' }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: backend.clinic }),
}))
vi.mock('#web/queries/doctors.ts', () => ({
  doctorNamesQuery: () => ({
    queryKey: ['doctors'],
    queryFn: async () => [{ id: 'ana', full_name: 'Dra. Ana Ruiz' }],
  }),
}))
vi.mock('#web/queries/clinic-hours.ts', () => ({
  clinicHoursKeys: { all: ['clinic-hours'] },
  clinicHoursQuery: () => ({ queryKey: ['clinic-hours'], queryFn: backend.hours }),
  saveWeek: backend.saveWeek,
  addClosure: backend.addClosure,
  removeClosure: backend.removeClosure,
}))
vi.mock('#web/queries/appointments.ts', () => ({
  appointmentKeys: { all: ['citas'] },
  appointmentsNamedQuery: (ids: string[]) => ({
    queryKey: ['citas', ids],
    queryFn: () => backend.named(ids),
  }),
  patientOf: ({ nombre }: { nombre: string }) => nombre,
  setAppointmentStatus: backend.setStatus,
}))

const agenda = {
  notice_hours: 4,
  horizon_days: 60,
  self_booking: true,
  mail_reminders: true,
  reminder_time: '10:00',
  accept_orders: false,
  mail: true,
}
const closure = {
  id: 'c1',
  doctor_id: null,
  kind: 'cierre',
  first_day: '2026-12-24',
  last_day: '2026-12-24',
  opens: null,
  closes: null,
  label: 'Nochebuena',
}
const booked = (id: string, nombre: string) => ({
  id,
  nombre,
  appointment_date: '2026-12-24',
  appointment_time: '10:00:00',
  doctor: null,
  doctor_name: 'Dra. Ana Ruiz',
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T18:00:00Z') })
  backend.hours.mockResolvedValue({ week: seedWeek, closures: [closure] })
  backend.clinic.mockResolvedValue({ ...sampleClinic, timeZone: 'America/Mexico_City' })
  backend.saveWeek.mockResolvedValue([])
  backend.agenda.mockResolvedValue(agenda)
  backend.saveAgenda.mockResolvedValue(undefined)
  backend.addClosure.mockResolvedValue([])
  backend.removeClosure.mockResolvedValue([])
})
afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  vi.resetAllMocks()
  vi.useRealTimers()
})

async function show() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <ScheduleSection />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByRole('button', { name: 'Guardar horario' })
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const time = (label: string) => screen.getByLabelText<HTMLSelectElement>(label)
const choose = (label: string, option: string) => userEvent.selectOptions(time(label), option)
const toasted = () => toastStore.get()?.description

it('the week stands as seven days, and what is edited shows at once in the preview', async () => {
  await show()
  expect(time('lunes, horario 1: abre').value).toBe('09:30')
  expect(time('domingo, horario 1: cierra').value).toBe('13:30')
  const preview = within(screen.getByRole('region', { name: 'Así queda la semana del 23/11/2026' }))
  await press('Quitar el horario 1 de lunes')
  expect(preview.getByText('Cerrado')).toBeTruthy()
  await userEvent.click(preview.getByRole('button', { name: 'Semana siguiente' }))
  expect(screen.getByRole('region', { name: 'Así queda la semana del 30/11/2026' })).toBeTruthy()
})

it('a day’s hours are copied to the others and saved as rows', async () => {
  await show()
  await press('Copiar a los demás días las horas de domingo')
  await press('Guardar horario')
  const rows = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '09:30', closes: '13:30' }))
  expect(backend.saveWeek).toHaveBeenCalledWith(null, rows)
  expect(toasted()).toBe('Horario guardado.')
  expect(screen.getByRole('button', { name: 'Guardar horario' })).toHaveProperty('disabled', true)
})

it('hours that overlap are said at their day and not sent', async () => {
  await show()
  await press('Agregar horario a martes')
  await choose('martes, horario 2: abre', '18:00')
  await choose('martes, horario 2: cierra', '20:00')
  await press('Guardar horario')
  expect(screen.getByText('Los horarios de martes se enciman.')).toBeTruthy()
  expect(document.activeElement).toBe(time('martes, horario 1: abre'))
  expect(backend.saveWeek).not.toHaveBeenCalled()
})

it('a window without hours is said at its day; a day may last until midnight', async () => {
  await show()
  await press('Agregar horario a martes')
  await press('Guardar horario')
  expect(screen.getByText('Usa horas en punto o y media.')).toBeTruthy()
  await choose('martes, horario 2: abre', '18:30')
  await choose('martes, horario 2: cierra', 'Medianoche')
  await press('Guardar horario')
  expect(backend.saveWeek.mock.calls[0]?.[1]).toContainEqual({ weekday: 2, opens: '18:30', closes: '24:00' })
})

it('a failure says so and keeps what was entered', async () => {
  backend.saveWeek.mockRejectedValue(new AppError('save_hours', 'server'))
  await show()
  await press('Quitar el horario 1 de domingo')
  await press('Guardar horario')
  expect(toasted()).toBe('No se pudo guardar el horario.')
  expect(screen.queryByLabelText('domingo, horario 1: abre')).toBeNull()
})

it('a doctor follows the clinic until one’s own week is given, and again without it', async () => {
  await show()
  await screen.findByRole('option', { name: 'Dra. Ana Ruiz' })
  await choose('Horario de', 'ana')
  expect(screen.getByText('Atiende en el horario de la clínica.')).toBeTruthy()
  await press('Definir un horario propio')
  expect(time('lunes, horario 1: abre').value).toBe('09:30')
  await press('Guardar horario')
  expect(backend.saveWeek.mock.calls[0]?.[0]).toBe('ana')
  await press('Usar el horario de la clínica')
  await press('Guardar horario')
  expect(backend.saveWeek).toHaveBeenLastCalledWith('ana', [])
})

it('a closure names the appointments that it affects, each of which is cancelled or left', async () => {
  const affected = [booked('1', 'Rosa'), booked('2', 'Luis')]
  backend.addClosure.mockResolvedValue(affected)
  backend.named.mockResolvedValue(affected)
  await show()
  await press('Agregar cierre')
  await userEvent.type(await screen.findByLabelText(/^Desde/), '24/12/2026')
  await userEvent.type(screen.getByLabelText(/^Motivo/), 'Nochebuena')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Agregar cierre' }))
  const { id: _, ...row } = closure
  expect(backend.addClosure).toHaveBeenCalledWith({ ...row, id: expect.any(String) })
  expect(await screen.findByRole('dialog', { name: 'Citas afectadas: 2' })).toBeTruthy()
  expect(toasted()).toBe('Cierre agregado.')
  await press('Cancelar la cita de Rosa')
  expect(backend.setStatus).not.toHaveBeenCalled()
  await press('Cancelar la cita')
  expect(backend.setStatus).toHaveBeenCalledWith('1', 'cancelada')
  await press('Dejar la cita de Luis')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(backend.setStatus).toHaveBeenCalledOnce()
})

it('a closure that is taken back is asked for once', async () => {
  await show()
  await press('Quitar: Cierre, 24/12/2026')
  expect(backend.removeClosure).not.toHaveBeenCalled()
  await press('Quitar')
  expect(backend.removeClosure).toHaveBeenCalledWith('c1')
  expect(toasted()).toBe('Se quitó de la lista.')
})

it('rest days to come that are open are offered, none ticked', async () => {
  backend.hours.mockResolvedValue({
    week: seedWeek,
    closures: [{ ...closure, first_day: '2026-12-20', last_day: '2027-01-02' }],
  })
  await show()
  await press('Agregar días feriados de 2026')
  expect(await screen.findByText('Ya no queda ninguno por agregar.')).toBeTruthy()
  await press('Cancelar')
  await press('Agregar días feriados de 2027')
  const boxes = await within(await screen.findByRole('dialog')).findAllByRole<HTMLInputElement>('checkbox')
  expect(boxes).toHaveLength(6)
  expect(boxes.some(({ checked }) => checked)).toBe(false)
  await userEvent.click(screen.getByLabelText('lunes 1 de febrero de 2027: Día de la Constitución'))
  await press('Agregar los marcados')
  expect(backend.addClosure).toHaveBeenCalledOnce()
  expect(backend.addClosure.mock.calls[0]?.[0]).toMatchObject({
    first_day: '2027-02-01',
    label: 'Día de la Constitución',
  })
})

it('words in clinic.json that contradict the week are said', async () => {
  const hours = [{ days: 'Lunes', opens: '08:00', closes: '09:00' }]
  backend.clinic.mockResolvedValue({ ...sampleClinic, hours, timeZone: 'America/Mexico_City' })
  await show()
  expect(await screen.findByText(/La página pública muestra las horas de «hours»/)).toBeTruthy()
})

it('hours that cannot be read are said', async () => {
  backend.hours.mockRejectedValue(new AppError('load_clinic_hours', 'server'))
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <ScheduleSection />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByRole('button', { name: 'Reintentar' })
  expect(toastStore.get()?.description).toBe('No se pudieron cargar los horarios.')
})

it('the settings of the agenda are changed where the hours are', async () => {
  await show()
  const notice = await screen.findByLabelText('Anticipación mínima para cambiar o cancelar por enlace')
  await userEvent.clear(notice)
  await userEvent.type(notice, '73')
  await press('Guardar ajustes')
  expect(await screen.findByText('Escribe un número entero de 0 a 72.')).toBeTruthy()
  expect(backend.saveAgenda).not.toHaveBeenCalled()
  await userEvent.clear(notice)
  await userEvent.type(notice, '24')
  await userEvent.click(screen.getByLabelText('Permitir que el paciente elija horario'))
  await userEvent.click(screen.getByLabelText('Aceptar órdenes de dentistas sin revisión'))
  await press('Guardar ajustes')
  expect(backend.saveAgenda).toHaveBeenCalledWith({
    notice_hours: 24,
    horizon_days: 60,
    self_booking: false,
    mail_reminders: true,
    reminder_time: '10:00',
    accept_orders: true,
  })
  expect(toasted()).toBe('Ajustes guardados.')
})

it('a clinic without mail is not asked about reminders by mail', async () => {
  backend.agenda.mockResolvedValue({ ...agenda, mail: false })
  await show()
  expect(await screen.findByLabelText('Hasta cuántos días adelante')).toBeTruthy()
  expect(screen.queryByLabelText('Recordatorios por correo')).toBeNull()
  expect(screen.queryByLabelText('Hora del recordatorio')).toBeNull()
})
