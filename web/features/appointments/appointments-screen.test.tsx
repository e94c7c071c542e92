import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { sampleClinic } from '#domain/clinic.ts'
import { AppError, type ErrorCode } from '#web/backend/errors.ts'
import { appointmentsQuery, closedAppointmentsQuery } from '#web/queries/appointments.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { AppointmentsScreen } from './appointments-screen.tsx'

// As in the portal, which fetches them before anybody asks.
await import('./appointment-dialog.tsx')
await import('./appointments-list.tsx')
await import('./booking-dialog.tsx')
await import('./calendar/appointments-calendar.tsx')

const me = vi.hoisted(() => ({ id: 'me', role: 'doctor', is_admin: false }))
/** What the backend answers to each question; an AppError is thrown. */
const answers = new Map<ErrorCode, unknown>()
const asked = vi.fn()

vi.mock('#web/hooks/use-live.ts', () => ({ useLive: () => 'online' }))
vi.mock('#web/session/session.ts', () => ({ useProfile: () => me }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({
    queryKey: ['clinic'],
    queryFn: async () => ({ ...sampleClinic, timeZone: 'America/Mexico_City' }),
  }),
}))
vi.mock('#web/queries/appointments.ts', async (load) => (await import('#tests/spied.ts')).spied(await load()))
vi.mock('#web/backend/client.ts', () => {
  const answer = (code: ErrorCode) => {
    asked(code)
    const value = answers.get(code)
    if (value instanceof AppError) throw value
    return value
  }
  return {
    askFarPage: async (code: ErrorCode) => answer(code),
    askPage: async (code: ErrorCode) => answer(code),
    // The one that a dialog is about, and what happened to it; the lists are read with askFarPage and askPage.
    ask: async (code: ErrorCode) =>
      code === 'load_appointments'
        ? answers.get('connection')
        : code === 'load_changes'
          ? history
          : answer(code),
  }
})

/** What happened to the appointment of the details. */
let history: object[] = []

const id = '7f1e2c9a-0000-4000-8000-000000000001'
const appointment = {
  id,
  doctor_id: 'me',
  patient_id: 'ana',
  appointment_date: '2026-11-21',
  appointment_time: '16:00:00',
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
  patient_name: null,
  doctor_name: null,
  patient: { id: 'ana', full_name: 'Ana Ñúñez', email: 'ana@correo.test', phone: '962 123 4567' },
  doctor: { full_name: 'Dra. Lucía Ferrer', specialty: 'Radiología' },
}
const guest = {
  ...appointment,
  id: 'guest',
  patient_id: null,
  patient: null,
  nombre: 'Beto Ruiz',
  telefono: '12',
  appointment_time: null,
  status: 'cancelada',
}

beforeEach(() => {
  // A window where all filters stand in one line.
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.startsWith('(min-width'),
    addEventListener() {},
    removeEventListener() {},
  }))
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T01:00:00Z') })
  me.role = 'doctor'
  me.is_admin = false
  answers.set('load_appointments', { rows: [appointment, guest], total: 20 }).set('connection', appointment)
  answers.set('load_clinic_hours', [])
  answers.set('load_changes', { rows: [], total: 0 })
  history = []
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  dismissToast(toastStore.get()?.id ?? 0)
  localStorage.clear()
  answers.clear()
  vi.clearAllMocks()
  vi.useRealTimers()
})

function open(search = '') {
  const router = createMemoryRouter(
    [
      { path: '/dashboard/appointments', Component: AppointmentsScreen },
      { path: '/dashboard/patients/:id', element: <p>Expediente</p> },
    ],
    { initialEntries: ['/dashboard', `/dashboard/appointments${search}`] },
  )
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      {/* Without transitions, as in the portal. */}
      <RouterProvider router={router} useTransitions={false} />
      <Toaster />
    </QueryClientProvider>,
  )
  return () => router.state.location.search
}

// Then the list is drawn at once.
beforeAll(async () => {
  await act(async () => void open())
  cleanup()
})

const lastAsked = () => vi.mocked(appointmentsQuery).mock.lastCall
const rowOf = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }))
const details = async () => within(await screen.findByRole('dialog'))

it('opens on what lies ahead: a doctor’s own from today upwards, eight a page', async () => {
  open()
  expect(await screen.findByText('Ana Ñúñez')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Citas' })).toBeTruthy()
  expect(screen.getByText('Página 1 de 3')).toBeTruthy()
  expect(lastAsked()).toEqual([
    { as: 'doctor', id: 'me' },
    {
      search: '',
      status: undefined,
      day: '',
      // Seven in the evening in Mexico.
      span: { from: '2026-11-20', closed: false },
      order: 'oldest',
      page: 1,
      pageSize: 8,
    },
  ])
})

it('shows what the address asks for', async () => {
  open('?buscar=ana&estado=Confirmada&cuando=anteriores&pagina=2')
  await screen.findByText('Ana Ñúñez')
  expect(lastAsked()?.[1]).toEqual({
    search: 'ana',
    status: 'confirmada',
    day: '',
    span: { before: '2026-11-20' },
    order: 'newest',
    page: 2,
    pageSize: 8,
  })
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'ana')
  expect(screen.getByRole('combobox', { name: 'Filtrar por estado' })).toHaveProperty('value', 'confirmada')
})

it('ends the first page of what lies ahead with what of today is done, in one line', async () => {
  const today = { ...appointment, appointment_date: '2026-11-20' }
  vi.mocked(closedAppointmentsQuery).mockReturnValue({
    ...closedAppointmentsQuery({ as: 'doctor', id: 'me' }, '2026-11-20'),
    queryFn: async () => [
      { ...today, id: 'done', status: 'completada', nombre: 'Carla Soto', patient: null },
      { ...today, id: 'gone', status: 'cancelada' },
    ],
  })
  open()
  const line = await screen.findByRole('button', { name: 'Hoy: 1 atendida, 1 cancelada', expanded: false })
  expect(screen.queryByText('Carla Soto')).toBeNull()
  await userEvent.click(line)
  expect(screen.getByText('Carla Soto')).toBeTruthy()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Filtrar por estado' }), 'completada')
  expect(lastAsked()?.[1]).toMatchObject({ span: { from: '2026-11-20', closed: true } })
  expect(screen.queryByRole('button', { name: /^Hoy: / })).toBeNull()
})

it('keeps filter and span in the address and returns to the first page', async () => {
  const search = open('?pagina=2')
  await screen.findByText('Ana Ñúñez')
  await userEvent.click(screen.getByRole('radio', { name: 'Anteriores' }))
  expect(search()).toBe('?cuando=anteriores')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Filtrar por estado' }), 'aceptada')
  expect(search()).toBe('?cuando=anteriores&estado=aceptada')
  await userEvent.click(screen.getByRole('radio', { name: 'Próximas' }))
  expect(search()).toBe('?estado=aceptada')
})

it('searches in all of them until a part is chosen', async () => {
  const search = open('?buscar=ana')
  await screen.findByText('Ana Ñúñez')
  expect(screen.getByRole('radio', { name: 'Todas', checked: true })).toBeTruthy()
  expect(lastAsked()?.[1]).toMatchObject({ search: 'ana', span: null, order: 'newest' })
  await userEvent.click(screen.getByRole('radio', { name: 'Próximas' }))
  expect(search()).toBe('?buscar=ana&cuando=proximas')
  expect(lastAsked()?.[1]).toMatchObject({ span: { from: '2026-11-20' } })
})

it('of a day everything is listed, whichever part was chosen before', async () => {
  open('?fecha=2026-11-02')
  await screen.findByText('Ana Ñúñez')
  expect(lastAsked()?.[1]).toMatchObject({ day: '2026-11-02', span: null })
  expect(screen.queryByRole('radio', { name: 'Próximas', checked: true })).toBeNull()
})

it('brings an appointment that was just booked into view, tinted', async () => {
  const seen = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
  open('?nueva=cita')
  await screen.findByText('Ana Ñúñez')
  expect(seen).not.toHaveBeenCalled()
  const booked = { ...appointment, id: 'new', created_at: '2026-11-21T01:00:00Z' }
  answers.set('load_appointments', {
    rows: [guest, { ...booked, patient: { ...booked.patient, full_name: 'Luz Paz' } }],
    total: 2,
  })
  const cancel = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancelar' })
  await act(() => userEvent.click(cancel))
  await userEvent.click(screen.getByRole('button', { name: 'Actualizar' }))
  const row = await screen.findByRole('row', { name: /Luz Paz/ })
  expect(seen.mock.contexts).toEqual([row])
  expect(row.className).toContain('bg-brand-50')
  seen.mockRestore()
})

it('limits the list to a day, and to today whichever day that is', async () => {
  const search = open('?pagina=2')
  await screen.findByText('Ana Ñúñez')
  await userEvent.click(screen.getByRole('button', { name: 'Hoy' }))
  expect(search()).toBe('?fecha=hoy')
  // Seven in the evening in Mexico.
  expect(lastAsked()?.[1]).toMatchObject({ day: '2026-11-20', page: 1 })
  expect(screen.getByRole('button', { name: 'Hoy', pressed: true })).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Filtrar por día' })).toHaveProperty('value', '20/11/2026')
  await userEvent.click(screen.getByRole('button', { name: 'Hoy' }))
  expect(search()).toBe('')
  await userEvent.type(screen.getByRole('textbox', { name: 'Filtrar por día' }), '21/11/2026')
  expect(search()).toBe('?fecha=2026-11-21')
  expect(lastAsked()?.[1]).toMatchObject({ day: '2026-11-21' })
})

it('opens as it was left, unless the address asks for something', async () => {
  answers.set('connection', [])
  open('?vista=semana')
  await screen.findByRole('radio', { name: 'Calendario', checked: true })
  cleanup()
  const again = open()
  await screen.findByRole('radio', { name: 'Calendario', checked: true })
  expect(again()).toBe('?vista=semana')
  cleanup()
  const asking = open('?estado=pendiente')
  await screen.findByText('Ana Ñúñez')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Filtrar por estado' }), '')
  expect(asking()).toBe('')
  await act(() => userEvent.click(screen.getByRole('radio', { name: 'Calendario' })))
  await userEvent.click(screen.getByRole('radio', { name: 'Lista' }))
  cleanup()
  const last = open()
  await screen.findByText('Ana Ñúñez')
  expect(last()).toBe('')
})

it('shows no rows of another page while there is no network to read them', async () => {
  open()
  await screen.findByText('Ana Ñúñez')
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  answers.set('load_appointments', new Promise(() => {}))
  await userEvent.click(screen.getByRole('button', { name: 'Siguiente' }))
  expect(screen.queryByText('Ana Ñúñez')).toBeNull()
  expect(screen.queryByText(/^Página 2/)).toBeNull()
  network.mockRestore()
})

it.each([
  ['', 'No tienes citas próximas.'],
  ['?cuando=anteriores', 'No tienes citas anteriores.'],
  ['?cuando=todas', 'Todavía no tienes citas.'],
  ['?buscar=zzz', 'No se encontraron citas con los filtros aplicados.'],
  ['?estado=cancelada', 'No se encontraron citas con los filtros aplicados.'],
])('says with %o that there is nothing', async (search, words) => {
  answers.set('load_appointments', { rows: [], total: 0 })
  open(search)
  expect(await screen.findByText(words)).toBeTruthy()
})

it.each([
  ['server', 'No se pudieron cargar las citas.'],
  ['network', 'Error de conexión al cargar las citas.'],
] as const)('says why it could not be read (%s), and reads again', async (reason, words) => {
  answers.set('load_appointments', new AppError('load_appointments', reason))
  open()
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0)
  answers.set('load_appointments', { rows: [appointment], total: 1 })
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Ana Ñúñez')).toBeTruthy()
})

it('keeps what it shows when reading again fails, and says so', async () => {
  open()
  await screen.findByText('Ana Ñúñez')
  answers.set('load_appointments', new AppError('load_appointments', 'network'))
  await userEvent.click(screen.getByRole('button', { name: 'Actualizar' }))
  expect(await screen.findByText('Error de conexión al cargar las citas.')).toBeTruthy()
  expect(screen.getByText('Ana Ñúñez')).toBeTruthy()
})

it('reads again when asked to', async () => {
  open()
  await screen.findByText('Ana Ñúñez')
  answers.set('load_appointments', { rows: [guest], total: 1 })
  await userEvent.click(screen.getByRole('button', { name: 'Actualizar' }))
  await expect.poll(() => screen.queryByText('Ana Ñúñez')).toBeNull()
})

it('asks before a final status, and shows it in its row at once', async () => {
  open()
  const row = await rowOf('Ana Ñúñez')
  await userEvent.selectOptions(row.getByRole('combobox'), 'completada')
  const question = await screen.findByRole('alertdialog', { name: '¿Completar la cita de Ana Ñúñez?' })
  expect(question.textContent).toContain('Esta acción es irreversible.')
  await userEvent.click(within(question).getByRole('button', { name: 'Volver' }))
  expect(asked).not.toHaveBeenCalledWith('update_appointment')
  expect(row.getByRole('combobox')).toHaveProperty('value', 'pendiente')

  // The list is not read again: the row shows the change itself.
  answers.set('load_appointments', new Promise(() => {}))
  await userEvent.selectOptions(row.getByRole('combobox'), 'completada')
  await userEvent.click(await screen.findByRole('button', { name: 'Marcar como completada' }))
  expect(await screen.findByText('Cita actualizada.')).toBeTruthy()
  expect(row.queryByRole('combobox')).toBeNull()
  expect(row.getByText('Completada')).toBeTruthy()
  await expect.poll(() => document.activeElement?.textContent).toBe('Completada')
})

it('changes what is not final without a question, and says why it could not', async () => {
  answers.set('load_appointments', { rows: [{ ...appointment, status: 'confirmada' }], total: 1 })
  answers.set(
    'update_appointment',
    new AppError('update_appointment', 'invalid', 'No puedes cambiar el estado de una cita cancelada.'),
  )
  open()
  const row = await rowOf('Ana Ñúñez')
  await userEvent.selectOptions(row.getByRole('combobox'), 'pendiente')
  expect(await screen.findByText(/No puedes cambiar el estado de una cita cancelada\./)).toBeTruthy()
  expect(row.getByRole('combobox')).toHaveProperty('value', 'confirmada')
})

it('shows a final status without a selector, a missing time and somebody without an account', async () => {
  open()
  const row = await rowOf('Beto Ruiz')
  expect(row.queryByRole('combobox')).toBeNull()
  expect(row.getByText('Cancelada')).toBeTruthy()
  expect(row.getByText('Por definir')).toBeTruthy()
})

it('opens the details in the address, with the record and the ways to pass it on', async () => {
  const search = open('?pagina=2')
  const row = await rowOf('Ana Ñúñez')
  await act(() => userEvent.click(row.getByRole('button', { name: /^Ver detalle/ })))
  expect(search()).toBe(`?pagina=2&cita=${id}`)
  const dialog = await details()
  expect(dialog.getByText('sábado 21 de noviembre de 2026, 04:00 p. m.')).toBeTruthy()
  // In clinic time: eight in the evening of the day before.
  expect(dialog.getByText('31/10/2026, 08:00 p. m.')).toBeTruthy()
  expect(dialog.getByRole('link', { name: 'Ver Expediente' }).getAttribute('href')).toBe(
    '/dashboard/patients/ana',
  )
  expect(dialog.getByRole('link', { name: /^ana@/ }).getAttribute('href')).toBe('mailto:ana@correo.test')
  const whatsApp = new URL(dialog.getByRole('link', { name: /WhatsApp/ }).getAttribute('href') ?? '')
  expect(whatsApp.pathname).toBe('/529621234567')
  expect(whatsApp.searchParams.get('text')).toContain('Hola, Ana Ñúñez:')
  expect(dialog.getByRole('button', { name: 'Agregar al calendario' })).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Copiar mensaje' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await expect.poll(search).toBe('?pagina=2')
})

it('opens a linked appointment, and leaves the address when it is closed', async () => {
  const search = open(`?cita=${id}`)
  const dialog = await details()
  expect(await dialog.findByText('ana@correo.test')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Cerrar' }))
  expect(search()).toBe('')
})

it.each([id, 'otra'])('says that the appointment %s is not there', async (linked) => {
  answers.set('connection', null)
  open(`?cita=${linked}`)
  expect(
    await (await details()).findByText('Esta cita no existe o no tienes permiso para verla.'),
  ).toBeTruthy()
})

it.each([
  ['is over', { status: 'cancelada' }],
  ['was yesterday', { appointment_date: '2026-11-19' }],
])('passes nothing on of an appointment that %s', async (_, changes) => {
  answers.set('connection', { ...appointment, ...changes })
  open(`?cita=${id}`)
  const dialog = await details()
  await dialog.findByText('ana@correo.test')
  expect(dialog.queryByRole('button', { name: 'Agregar al calendario' })).toBeNull()
  const greeting = dialog.getByRole('link', { name: /^WhatsApp/ }).getAttribute('href')
  expect(new URL(greeting ?? '').searchParams.get('text')).toBe('Hola, Ana Ñúñez:')
})

it('lets a patient read and nothing else', async () => {
  me.role = 'paciente'
  answers.set('load_appointments', { rows: [appointment, guest], total: 2 })
  open()
  const row = await rowOf('Escaneo Intraoral.*Pendiente')
  expect(screen.getByRole('heading', { level: 1, name: 'Mis Citas' })).toBeTruthy()
  expect(lastAsked()?.[0]).toEqual({ as: 'patient', id: 'me' })
  expect(row.queryByRole('combobox')).toBeNull()
  // So few need no filters, at any width.
  expect([screen.queryByRole('searchbox'), screen.queryByLabelText('Filtrar por estado')]).toEqual([
    null,
    null,
  ])
  expect(screen.queryByRole('button', { name: 'Nueva Cita' })).toBeNull()
  await act(() => userEvent.click(row.getByRole('button', { name: /^Ver detalle/ })))
  const dialog = await details()
  expect(dialog.getByText('Dra. Lucía Ferrer')).toBeTruthy()
  expect(dialog.getByRole('link', { name: /Calle de la Ceiba 100/ })).toBeTruthy()
  expect(dialog.getByRole('link', { name: '962\u00a0000\u00a00000' }).getAttribute('href')).toBe(
    'tel:+529620000000',
  )
  expect(dialog.getByRole('button', { name: 'Agregar al calendario' })).toBeTruthy()
  expect(dialog.queryByRole('combobox')).toBeNull()
  expect(dialog.queryByRole('link', { name: 'Ver Expediente' })).toBeNull()
})

it('says which of a patient’s visits is today', async () => {
  me.role = 'paciente'
  const visits = ['2026-11-20', '2026-11-21'].map((day) => ({
    ...appointment,
    id: day,
    appointment_date: day,
  }))
  answers.set('load_appointments', { rows: visits, total: 2 })
  open()
  expect((await screen.findByText(/^Hoy,/)).parentElement?.textContent).toBe('Hoy, 20/11/2026')
})

it('turns to the calendar and back with what the list was filtered by', async () => {
  answers.set('connection', [])
  const search = open('?buscar=ana&estado=pendiente')
  await screen.findByText('Ana Ñúñez')
  await act(() => userEvent.click(screen.getByRole('radio', { name: 'Calendario' })))
  expect(search()).toBe('?buscar=ana&estado=pendiente&vista=mes')
  expect(await screen.findByText('No hay citas este mes.')).toBeTruthy()
  expect(screen.queryByRole('searchbox')).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'Lista' }))
  expect(search()).toBe('?buscar=ana&estado=pendiente')
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'ana')
})

it('begins an appointment for the patient whom another screen names', async () => {
  answers.set('load_patients', { id, full_name: 'Ana Ñúñez', email: 'ana@correo.test', phone: null, age: 30 })
  answers.set('load_services', [])
  const search = open(`?pagina=2&nueva=${id}`)
  const dialog = await details()
  expect(dialog.getByRole('combobox', { name: 'Paciente' })).toHaveProperty('value', 'Ana Ñúñez')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }))
  expect(search()).toBe('?pagina=2')
})

it.each([
  ['cita', null],
  [id, new AppError('load_patients', 'network')],
])('begins an appointment for nobody with %s', async (word, answer) => {
  answers.set('load_patients', answer)
  answers.set('load_services', [])
  open(`?nueva=${word}`)
  const dialog = await details()
  expect(dialog.getByRole('combobox', { name: 'Paciente' })).toHaveProperty('value', '')
  if (answer) expect(await screen.findByText('Error de conexión al cargar los datos.')).toBeTruthy()
})

const other = '7f1e2c9a-0000-4000-8000-0000000000aa'

it('lets an administrator look at every doctor’s appointments, or at one doctor’s', async () => {
  me.is_admin = true
  answers.set('load_initial_data', [
    { id: 'me', full_name: 'Yo' },
    { id: other, full_name: 'Dra. Lucía Ferrer' },
  ])
  open()
  const filter = await screen.findByRole('combobox', { name: 'Filtrar por doctor' })
  await screen.findByRole('option', { name: 'Dra. Lucía Ferrer' })
  await expect.poll(() => lastAsked()?.[0]).toEqual({ as: 'doctor', id: 'me' })
  await userEvent.selectOptions(filter, 'Todos los doctores')
  expect(lastAsked()?.[0]).toEqual({ as: 'doctor', id: null })
  expect(await screen.findByRole('columnheader', { name: 'Doctor' })).toBeTruthy()
  await userEvent.selectOptions(filter, 'Dra. Lucía Ferrer')
  expect(lastAsked()?.[0]).toEqual({ as: 'doctor', id: other })
  expect(screen.queryByRole('option', { name: 'Yo' })).toBeNull()
})

it('offers nobody else the appointments of other doctors, whatever the address says', async () => {
  open('?doctor=todos')
  await screen.findByText('Ana Ñúñez')
  expect(screen.queryByRole('combobox', { name: 'Filtrar por doctor' })).toBeNull()
  expect(lastAsked()?.[0]).toEqual({ as: 'doctor', id: 'me' })
})

it('says of an open appointment outside of hours that it is, in the list and in its details, to a doctor alone', async () => {
  answers.set('load_appointments', {
    rows: [{ ...appointment, appointment_time: '21:00:00' }, guest],
    total: 2,
  })
  answers.set('connection', { ...appointment, appointment_time: '21:00:00' })
  open()
  expect(await screen.findByText('Fuera de horario')).toBeTruthy()
  await userEvent.click((await rowOf('Ana')).getByRole('button', { name: /Ver detalle/ }))
  expect((await details()).getByText('Fuera de horario')).toBeTruthy()
  cleanup()
  me.role = 'patient'
  open()
  await screen.findByText(/09:00/)
  expect(screen.queryByText('Fuera de horario')).toBeNull()
})

const dayBefore = { ...appointment, appointment_date: '2026-11-20', appointment_time: '10:00:00' }

it('signs what is overbooked, with its reason, and who said that they will not come, to a doctor alone', async () => {
  const over = [
    { to_day: '2026-11-21', to_time: '16:00:00', reason: 'Dolor agudo', at: '2026-11-20T12:00:00Z' },
  ]
  const signed = { ...appointment, seat: 1, over, warned_at: '2026-11-20T12:00:00Z', study_arrived: true }
  answers.set('load_appointments', { rows: [signed, guest], total: 2 }).set('connection', signed)
  open()
  const row = await rowOf('Ana Ñúñez')
  for (const words of ['Sobrecupo', 'Dolor agudo', 'Avisó que no vendrá', 'Estudio recibido']) {
    expect(row.getByText(words)).toBeTruthy()
  }
  await userEvent.click(row.getByRole('button', { name: /Ver detalle/ }))
  for (const words of ['Sobrecupo', 'Dolor agudo', 'Avisó que no vendrá', 'Estudio recibido']) {
    expect((await details()).getByText(words)).toBeTruthy()
  }
  cleanup()
  me.role = 'patient'
  open()
  await rowOf('Escaneo Intraoral.*Pendiente')
  expect(screen.queryByText('Sobrecupo')).toBeNull()
  expect(screen.queryByText('Avisó que no vendrá')).toBeNull()
  expect(screen.queryByText('Estudio recibido')).toBeNull()
})

it('confirms what was heard by telephone, until the appointment is confirmed', async () => {
  open(`?cita=${id}`)
  answers.set('connection', { ...appointment, status: 'confirmada' })
  await userEvent.click(await screen.findByRole('button', { name: 'Confirmó por teléfono' }))
  expect(asked).toHaveBeenCalledWith('update_appointment')
  expect(await screen.findByText('Cita actualizada.')).toBeTruthy()
  await expect.poll(() => screen.queryByRole('button', { name: 'Confirmó por teléfono' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Reagendar' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'No asistió' })).toBeNull()
})

it('asks once who did not come to what has begun, and takes it back until the next day ends', async () => {
  answers.set('connection', dayBefore)
  open(`?cita=${id}`)
  const dialog = await details()
  await userEvent.click(await dialog.findByRole('button', { name: 'No asistió' }))
  expect(dialog.queryByRole('button', { name: 'Reagendar' })).toBeNull()
  const question = within(screen.getByRole('alertdialog', { name: '¿No asistió Ana Ñúñez?' }))
  expect(question.getByText(/Puedes deshacerlo hasta el final del 21\/11\/2026\./)).toBeTruthy()
  answers.set('connection', { ...dayBefore, status: 'no_asistio' })
  await userEvent.click(question.getByRole('button', { name: 'No asistió' }))
  expect(await dialog.findByText('No asistió')).toBeTruthy()
  answers.set('connection', dayBefore)
  await userEvent.click(await dialog.findByRole('button', { name: 'Deshacer «No asistió»' }))
  expect(await dialog.findByRole('button', { name: 'No asistió' })).toBeTruthy()
})

it('says why an act was refused, and shows what is stored', async () => {
  answers.set(
    'update_appointment',
    new AppError('update_appointment', 'conflict', 'Esta cita ya no se puede confirmar.'),
  )
  open(`?cita=${id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Confirmó por teléfono' }))
  expect(
    await screen.findByText('No se pudo actualizar la cita. Esta cita ya no se puede confirmar.'),
  ).toBeTruthy()
})

it('tells what happened, where it comes from, and nothing of it to a patient', async () => {
  answers.set('connection', { ...appointment, request_id: 123 })
  history = [
    {
      id: 'e',
      kind: 'cancelada',
      by: 'clinica',
      from_day: null,
      from_time: null,
      to_day: '2026-11-21',
      to_time: '16:00:00',
      reason: null,
      at: '2026-11-20T12:00:00Z',
      actor: { full_name: 'Dra. Lucía Ferrer' },
    },
  ]
  open(`?cita=${id}`)
  const dialog = await details()
  expect(await dialog.findByText('Dra. Lucía Ferrer la canceló.')).toBeTruthy()
  expect(dialog.getByText('20/11/2026, 06:00 a. m.')).toBeTruthy()
  expect(dialog.getByRole('link', { name: 'Solicitud 000123' }).getAttribute('href')).toBe(
    '/dashboard/request/123',
  )
  cleanup()
  me.role = 'patient'
  open(`?cita=${id}`)
  await (await details()).findByText('Dra. Lucía Ferrer')
  expect(screen.queryByText('Historia')).toBeNull()
  expect(screen.queryByRole('link', { name: /^Solicitud/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Reagendar' })).toBeNull()
})

it("a patient's name opens the record, in the list and in the details; without an account it is text", async () => {
  open()
  const record = '/dashboard/patients/ana'
  expect((await screen.findByRole('link', { name: 'Ana Ñúñez' })).getAttribute('href')).toBe(record)
  expect(screen.queryByRole('link', { name: 'Beto Ruiz' })).toBeNull()
  await act(async () => userEvent.click((await rowOf('Ana')).getByRole('button', { name: /^Ver detalle/ })))
  expect((await details()).getByRole('link', { name: 'Ana Ñúñez' }).getAttribute('href')).toBe(record)
})
