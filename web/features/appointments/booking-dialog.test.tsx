import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { seedWeek } from '#domain/clinic-hours.ts'
import { until } from '#tests/until.ts'
import { AppError, type ErrorCode } from '#web/backend/errors.ts'
import { bookAppointment, createAppointment } from '#web/queries/booking.ts'
import type { KnownHours } from '#web/queries/clinic-hours.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { BookingDialog } from './booking-dialog.tsx'
import type { BookingStart } from './use-booking.ts'

/** What the backend answers to each question; an AppError is thrown. */
const answers = new Map<ErrorCode, unknown>()

/** The hours of the clinic; an AppError is thrown. */
let known: KnownHours | AppError

vi.mock('#web/hooks/use-live.ts', () => ({ useLive: () => 'online' }))
vi.mock('#web/queries/clinic-hours.ts', () => ({
  clinicHoursKeys: { all: ['clinic-hours'] },
  clinicHoursQuery: () => ({
    queryKey: ['clinic-hours'],
    queryFn: async () => {
      if (known instanceof AppError) throw known
      return known
    },
  }),
}))
vi.mock('#web/session/session.ts', () => ({ useProfile: () => ({ id: 'me', role: 'doctor' }) }))
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
vi.mock('#web/backend/functions.ts', () => ({
  createPatient: async ({ full_name, email }: { full_name: string; email: string }) => ({
    outcome: 'created',
    id: '00000000-0000-4000-8000-000000000009',
    email,
    fullName: full_name,
    tempPassword: 'x7Kp2mQw9Rtz',
  }),
}))
vi.mock('#web/queries/booking.ts', async (load) => (await import('#tests/spied.ts')).spied(await load()))

const ana = { id: 'ana', full_name: 'Ana Ñúñez', email: 'ana@correo.test', phone: '962 123 4567', age: 30 }
const taken = (...times: string[]) =>
  answers.set(
    'load_taken_slots',
    times.map((time) => ({ appointment_time: `${time}:00` })),
  )

beforeEach(() => {
  // Eleven in the morning of Friday, 20 November 2026, in clinic time.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T17:00:00Z') })
  known = { week: [...seedWeek], closures: [] }
  taken('12:00')
  answers.set('load_services', [
    { id: '1', name: 'Escaneo Intraoral', requestable: true },
    { id: '2', name: 'Tomografía Bimaxilar', requestable: false },
  ])
  answers.set('load_patients', [ana])
  answers.set('create_appointment', null)
})

afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  answers.clear()
  vi.clearAllMocks()
  vi.useRealTimers()
})

const onBooked = vi.fn()
const onClose = vi.fn()

function show(start: Partial<BookingStart> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <BookingDialog
          start={{ patient: null, day: '', time: '', ...start }}
          onBooked={onBooked}
          onClose={onClose}
        />
      ),
    },
  ])
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  )
  return client
}

const closure = (day: string, opens: string | null = null) => ({
  doctor_id: null,
  kind: 'cierre' as const,
  first_day: day,
  last_day: day,
  opens,
  closes: null,
  label: null,
})
const full = { patient: ana, day: '2026-11-20', time: '16:00' }
/** The button of a time; its name keeps '04:00 p. m.' together. */
const slot = (name: string) =>
  screen.findByRole<HTMLInputElement>('radio', { name: name.replace(/ (?=[ap]\.|m\.)/g, '\u00a0') })
async function enterDay(day: string) {
  await userEvent.click(screen.getByRole('textbox', { name: 'Fecha' }))
  await userEvent.paste(day)
}
const times = () => screen.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value)
const book = () => userEvent.click(screen.getByRole('button', { name: 'Agendar Cita' }))
const chooseStudy = () =>
  screen
    .findByRole('option', { name: 'Escaneo Intraoral' })
    .then(() =>
      userEvent.selectOptions(screen.getByRole('combobox', { name: 'Tipo de Estudio' }), 'Escaneo Intraoral'),
    )

it('names what is missing, at each field, and leads to the first', async () => {
  show()
  await book()
  expect(await screen.findByText('Completa todos los campos requeridos.')).toBeTruthy()
  expect(screen.getByText('Campos requeridos')).toBeTruthy()
  const patient = screen.getByRole('combobox', { name: 'Paciente' })
  expect(document.activeElement).toBe(patient)
  expect(screen.getByText('Elige una fecha.')).toBeTruthy()
  expect(screen.getByText('Elige un tipo de estudio.')).toBeTruthy()
  expect(createAppointment).not.toHaveBeenCalled()
})

it('refuses a day that is over', async () => {
  show({ patient: ana })
  await enterDay('19/11/2026')
  await book()
  expect(await screen.findByText('Elige una fecha de hoy en adelante.')).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
})

it('offers what is left of today, with the taken ones greyed out', async () => {
  show({ day: '2026-11-20' })
  expect((await slot('12:00 p. m. ocupado')).disabled).toBe(true)
  expect((await slot('12:30 p. m.')).disabled).toBe(false)
  expect(times()[0]).toBe('11:30')
  expect(times().at(-1)).toBe('18:00')
})

it('offers the hours of a Sunday', async () => {
  show({ day: '2026-11-22' })
  await slot('09:30 a. m.')
  expect(times()).toHaveLength(8)
  expect(times().at(-1)).toBe('13:00')
})

it('says when today has no more', async () => {
  vi.setSystemTime(new Date('2026-11-21T00:30:00Z'))
  show({ day: '2026-11-20' })
  expect(await screen.findByText('Hoy ya no quedan horarios. Elige otra fecha.')).toBeTruthy()
})

it('says when a day has no hours at all', async () => {
  known = { week: [...seedWeek], closures: [closure('2026-11-23')] }
  show({ day: '2026-11-23' })
  expect(await screen.findByText('Ese día no hay horarios. Elige otra fecha.')).toBeTruthy()
})

it('follows a closure that is added while the form is open', async () => {
  const client = show(full)
  expect((await slot('04:00 p. m.')).checked).toBe(true)
  known = { week: [...seedWeek], closures: [closure('2026-11-20', '15:00')] }
  await act(() => client.invalidateQueries())
  expect(
    await screen.findByText(/El horario de las 04:00\sp\.\sm\. ya no está disponible\. Elige otro\./),
  ).toBeTruthy()
  expect(times().at(-1)).toBe('14:30')
})

it('says when the hours could not be read, and reads them again', async () => {
  known = new AppError('load_clinic_hours', 'server')
  show({ day: '2026-11-20' })
  expect((await screen.findAllByText('No se pudieron cargar los horarios.')).length).toBeGreaterThan(0)
  known = { week: [...seedWeek], closures: [] }
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await slot('12:30 p. m.')).toBeTruthy()
})

it('says when the taken slots could not be read, and reads them again', async () => {
  answers.set('load_taken_slots', new AppError('load_taken_slots', 'server'))
  show({ day: '2026-11-20' })
  expect((await screen.findAllByText('No se pudieron cargar los horarios ocupados.')).length).toBeGreaterThan(
    0,
  )
  taken()
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await slot('12:00 p. m.')).toBeTruthy()
})

it('books what was chosen and says when it is', async () => {
  show()
  await userEvent.click(screen.getByRole('combobox', { name: 'Paciente' }))
  await userEvent.click(await screen.findByRole('option', { name: /Ana Ñúñez/ }))
  await enterDay('23/11/2026')
  await userEvent.click(await slot('09:30 a. m.'))
  await chooseStudy()
  expect(screen.queryByRole('option', { name: 'Tomografía Bimaxilar' })).toBeNull()
  await book()
  expect(await screen.findByText('Cita agendada para el 23/11/2026 a las 09:30 a. m.')).toBeTruthy()
  expect(screen.getByText('¡Éxito!')).toBeTruthy()
  expect(vi.mocked(createAppointment).mock.lastCall?.[0]).toEqual({
    id: expect.any(String),
    patient_id: 'ana',
    doctor_id: 'me',
    appointment_date: '2026-11-23',
    appointment_time: '09:30',
    study_type: 'Escaneo Intraoral',
    nombre: 'Ana Ñúñez',
    telefono: '962 123 4567',
    status: 'pendiente',
  })
  expect(onBooked).toHaveBeenCalledExactlyOnceWith(vi.mocked(createAppointment).mock.lastCall?.[0].id)
  expect(onClose).toHaveBeenCalled()
})

it('overbooks a taken time or one outside of the hours, with a reason alone', async () => {
  show({ patient: ana, day: '2026-11-20' })
  await chooseStudy()
  await slot('12:00 p. m. ocupado')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Sobreagendar' }))
  const times = screen.getByRole('combobox', { name: 'Horario' })
  const words = within(times)
    .getAllByRole('option')
    .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))
  expect(words.slice(0, 3)).toEqual([
    'Selecciona un horario',
    '12:00 p. m., ocupado',
    '06:30 p. m., fuera de horario',
  ])
  await userEvent.selectOptions(times, '12:00')
  await book()
  expect(
    screen.getByText('Este horario ya está ocupado. Para agendar de todos modos escribe el motivo.'),
  ).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Motivo' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Motivo' }), ' Dolor agudo ')
  await book()
  expect(await screen.findByText('Cita agendada para el 20/11/2026 a las 12:00 p. m.')).toBeTruthy()
  expect(createAppointment).not.toHaveBeenCalled()
  expect(vi.mocked(bookAppointment).mock.lastCall?.[0]).toEqual({
    id: expect.any(String),
    patientId: 'ana',
    doctorId: 'me',
    day: '2026-11-20',
    time: '12:00',
    study: 'Escaneo Intraoral',
    requestId: null,
    reason: 'Dolor agudo',
    mail: true,
  })
})

it('says that a time has two overbookings already', async () => {
  show({ patient: ana, day: '2026-11-20' })
  await chooseStudy()
  await slot('12:00 p. m. ocupado')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Sobreagendar' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Horario' }), '12:00')
  await userEvent.type(screen.getByRole('textbox', { name: 'Motivo' }), 'Dolor')
  answers.set(
    'create_appointment',
    new AppError('create_appointment', 'conflict', 'Este horario ya tiene dos sobrecupos.'),
  )
  await book()
  expect(
    await screen.findByText('No se pudo crear la cita: Este horario ya tiene dos sobrecupos.'),
  ).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Motivo' })).toHaveProperty('value', 'Dolor')
})

it('says kindly that somebody took the slot, greys it out and keeps the rest', async () => {
  show(full)
  await slot('04:00 p. m.')
  await chooseStudy()
  answers.set('create_appointment', new AppError('create_appointment', 'conflict'))
  taken('12:00', '16:00')
  await book()
  expect(
    await screen.findByText(
      'No se pudo crear la cita: alguien acaba de ocupar ese horario. Elige otro; lo demás no se pierde.',
    ),
  ).toBeTruthy()
  expect((await slot('04:00 p. m. ocupado')).checked).toBe(false)
  expect(screen.getByText('El horario de las 04:00 p. m. ya no está disponible. Elige otro.')).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Paciente' })).toHaveProperty('value', 'Ana Ñúñez')
  expect(screen.getByRole('textbox', { name: 'Fecha' })).toHaveProperty('value', '20/11/2026')
  expect(screen.getByRole('combobox', { name: 'Tipo de Estudio' })).toHaveProperty(
    'value',
    'Escaneo Intraoral',
  )
  expect(onClose).not.toHaveBeenCalled()
})

it('loses a slot that is taken live to the keyboard’s next one', async () => {
  const client = show(full)
  const chosen = await slot('04:00 p. m.')
  expect(chosen.checked).toBe(true)
  chosen.focus()
  taken('16:00')
  await act(() => client.invalidateQueries({ queryKey: ['citas'] }))
  expect((await slot('04:00 p. m. ocupado')).disabled).toBe(true)
  expect(document.activeElement).toBe(await slot('11:30 a. m.'))
  await chooseStudy()
  await book()
  expect(createAppointment).not.toHaveBeenCalled()
})

it('says why it failed otherwise', async () => {
  show(full)
  await chooseStudy()
  await slot('04:00 p. m.')
  answers.set('create_appointment', new AppError('create_appointment', 'forbidden'))
  await book()
  expect(await screen.findByText('No se pudo crear la cita: No tienes permiso para hacer esto.')).toBeTruthy()
})

it('sends the appointment whose answer was lost under the same id', async () => {
  show(full)
  await chooseStudy()
  await slot('04:00 p. m.')
  answers.set('create_appointment', new AppError('create_appointment', 'network'))
  await book()
  expect(await screen.findByText(/^No se pudo crear la cita: No hay conexión/)).toBeTruthy()
  answers.set('create_appointment', null)
  await book()
  expect(await screen.findByText('Cita agendada para el 20/11/2026 a las 04:00 p. m.')).toBeTruthy()
  const ids = vi.mocked(createAppointment).mock.calls.map(([appointment]) => appointment.id)
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
})

it('asks before something that was filled in is lost', async () => {
  show({ patient: ana })
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
  onClose.mockClear()
  await userEvent.type(screen.getByRole('textbox', { name: 'Fecha' }), '2')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancelar' }))
  expect(onClose).not.toHaveBeenCalled()
})

/** The answer of `open_slots`. */
const free = (...lines: string[]) =>
  answers.set('load_clinic_hours', ['open_day,open_time,taken', ...lines].join('\n'))

it('begins with the first day that has a free slot, which is nothing to lose', async () => {
  free('2026-11-20,17:00:00,t', '2026-11-21,09:30:00,f', '2026-11-23,09:30:00,f')
  show({ patient: ana })
  const day = screen.getByRole('textbox', { name: 'Fecha' })
  await until(() => expect(day).toHaveProperty('value', '21/11/2026'))
  await slot('09:30 a. m.')
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

it('proposes no day to somebody who is about to write one', async () => {
  let answer: () => void = () => {}
  answers.set(
    'load_clinic_hours',
    new Promise((resolve) => {
      answer = () => resolve('open_day,open_time,taken\n2026-11-21,09:30:00,f')
    }),
  )
  show()
  const day = screen.getByRole('textbox', { name: 'Fecha' })
  await userEvent.click(day)
  answer()
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(day).toHaveProperty('value', '')
  await userEvent.paste('24/11/2026')
  expect(day).toHaveProperty('value', '24/11/2026')
  await slot('09:30 a. m.')
  await userEvent.clear(day)
  await userEvent.tab()
  expect(day).toHaveProperty('value', '')
})

it('proposes a day once somebody has left the field without one', async () => {
  free('2026-11-21,09:30:00,f')
  show()
  const day = screen.getByRole('textbox', { name: 'Fecha' })
  act(() => day.focus())
  await act(async () => {})
  act(() => day.blur())
  await until(() => expect(day).toHaveProperty('value', '21/11/2026'))
})

it('keeps the day that was chosen, and an emptied one', async () => {
  free('2026-11-21,09:30:00,f')
  show({ patient: ana, day: '2026-11-24' })
  await slot('09:30 a. m.')
  const day = screen.getByRole('textbox', { name: 'Fecha' })
  expect(day).toHaveProperty('value', '24/11/2026')
  await userEvent.clear(day)
  expect(day).toHaveProperty('value', '')
})

it('makes a new patient above the form, which keeps the rest', async () => {
  answers.set('load_patients', [])
  show()
  await chooseStudy()
  await userEvent.type(screen.getByRole('combobox', { name: 'Paciente' }), 'Rosa Nueva')
  await userEvent.click(await screen.findByRole('button', { name: 'Paciente nuevo' }))
  const fresh = within(await screen.findByRole('dialog', { name: 'Paciente nuevo' }))
  expect(fresh.getByLabelText(/^Nombre Completo/)).toHaveProperty('value', 'Rosa Nueva')
  await until(() => expect(document.activeElement).toBe(fresh.getByLabelText(/^Correo/)))
  await userEvent.keyboard('rosa@correo.test')
  await userEvent.click(fresh.getByRole('button', { name: 'Agregar Paciente' }))
  await until(() =>
    expect(screen.getByRole('combobox', { name: 'Paciente' })).toHaveProperty('value', 'Rosa Nueva'),
  )
  expect(screen.getByRole('combobox', { name: 'Tipo de Estudio' })).toHaveProperty(
    'value',
    'Escaneo Intraoral',
  )
  expect(onClose).not.toHaveBeenCalled()
  localStorage.clear()
})
