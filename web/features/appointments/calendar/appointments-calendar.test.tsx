import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ClinicHours, seedHours } from '#domain/clinic-hours.ts'
import { AppError } from '#web/backend/errors.ts'
import { appointmentKeys } from '#web/queries/appointments.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { AppointmentsCalendar } from './appointments-calendar.tsx'

type Row = {
  id: string
  appointment_date: string
  appointment_time: string | null
  study_type: string | null
  status: string
  seat: number
  warned_at: string | null
  over: object[]
  nombre: string | null
  patient_name: string | null
  doctor_name: string | null
}

/** What the backend holds, and what it was asked for; an AppError is thrown. */
let rows: Row[] | AppError
const asked = vi.fn()
/** What the clinic's hours are. */
let known: { hours: ClinicHours; error: null; refetch: () => void }
/** What the screen does when it hears of a change. */
let change: () => void

vi.mock('#web/backend/client.ts', () => ({
  ask: async (_code: string, request: (client: unknown) => unknown) => {
    const filters: Record<string, string> = {}
    const step = (name: string) => (column: string, value?: string) => {
      filters[`${name} ${column}`] = String(value)
      return query
    }
    const query: object = {
      from: () => query,
      select: (columns: string) => step('select')(columns),
      eq: step('eq'),
      gte: step('gte'),
      lte: step('lte'),
      order: () => query,
      limit: () => query,
      not: () => query,
      maybeSingle: () => query,
    }
    request(query)
    asked(filters)
    if (rows instanceof AppError) throw rows
    const one = filters['eq id']
    if (one !== undefined) return rows.find(({ id }) => id === one) ?? null
    const { 'gte appointment_date': from = '', 'lte appointment_date': to = '' } = filters
    return rows.filter(({ appointment_date: day }) => day >= from && day <= to)
  },
}))
vi.mock('#web/hooks/use-clinic-hours.ts', () => ({ useClinicHours: () => known }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))

const appointment = (id: string, day: string, time: string | null, more: Partial<Row> = {}): Row => ({
  id,
  appointment_date: day,
  appointment_time: time,
  study_type: 'Escaneo Intraoral',
  status: 'pendiente',
  seat: 0,
  warned_at: null,
  over: [],
  nombre: null,
  patient_name: `Paciente ${id}`,
  doctor_name: 'Dra. Lucía Ferrer Soto',
  ...more,
})

// Grids of hundreds of cells are slow in happy-dom, the more so on a busy machine.
const onOpen = vi.fn()
const onNew = vi.fn()
let wide = true

beforeEach(() => {
  known = { hours: seedHours, error: null, refetch: vi.fn() }
  // Friday, 10:45 at the clinic.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T16:45:00Z') })
  rows = []
  wide = true
  vi.stubGlobal('matchMedia', () => ({ matches: wide, addEventListener() {}, removeEventListener() {} }))
})

afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  vi.clearAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function open(address = '/citas', props: { as?: 'doctor' | 'patient'; canBook?: boolean } = {}) {
  const { as = 'doctor', canBook = true } = props
  const router = createMemoryRouter(
    [
      {
        path: '/citas',
        element: (
          <AppointmentsCalendar whose={{ as, id: 'me' }} canBook={canBook} onOpen={onOpen} onNew={onNew} />
        ),
      },
    ],
    { initialEntries: [address] },
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  change = () => void client.invalidateQueries({ queryKey: appointmentKeys.all })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
  return () => Object.fromEntries(new URLSearchParams(router.state.location.search))
}

// By text: computing accessible names of hundreds of cells takes happy-dom seconds, and browser tests check them anyway.
function day(name: string): HTMLElement {
  const cell = [...document.querySelectorAll<HTMLElement>('[role=gridcell]')].find(({ textContent }) =>
    textContent?.startsWith(name),
  )
  if (!cell) throw new Error(`There is no ${name}.`)
  return cell
}
const tableRows = () => [...document.querySelectorAll<HTMLElement>('tbody tr')]
const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ')

it('asks once for the days that it shows, and marks today', async () => {
  rows = [appointment('1', '2026-11-20', '11:00:00'), appointment('2', '2026-10-26', null)]
  await open()
  const ranges = asked.mock.calls.map(([filters]) => filters)
  expect(ranges).toHaveLength(1)
  expect(ranges[0]).toMatchObject({
    'eq doctor_id': 'me',
    'gte appointment_date': '2026-10-26',
    'lte appointment_date': '2026-12-06',
  })
  expect(screen.getByText('noviembre de 2026').tagName).toBe('H2')
  // Of the month; and what is over folds to a number.
  expect(screen.getAllByText('1 cita')).toHaveLength(2)
  expect(within(day('lunes 26 de octubre')).getByRole('button').textContent).toBe('1 cita')
  expect(document.querySelector('th')?.textContent).toContain('lunes')
  const today = day('viernes 20 de noviembre de 2026')
  expect(today.getAttribute('aria-current')).toBe('date')
  expect(plain(within(today).getByRole('button').textContent)).toBe(
    '11:00 a. m., Paciente 1, Escaneo Intraoral, Pendiente',
  )
})

it('shows three appointments of a day, open ones first, cancelled ones last, and leads to the day for the others', async () => {
  rows = [
    appointment('0', '2026-11-25', '09:30', { status: 'cancelada' }),
    appointment('9', '2026-11-25', '10:00', { status: 'completada' }),
    ...['10:00', '10:30', '11:00', '11:30'].map((time, index) =>
      appointment(String(index + 1), '2026-11-25', time),
    ),
  ]
  const address = await open('/citas?vista=mes&ver=calendario')
  const cell = day('miércoles 25 de noviembre de 2026')
  expect(
    within(cell)
      .getAllByRole('button')
      .map(({ textContent }) => plain(textContent)),
  ).toEqual([
    '10:00 a. m., Paciente 1, Escaneo Intraoral, Pendiente',
    '10:30 a. m., Paciente 2, Escaneo Intraoral, Pendiente',
    '11:00 a. m., Paciente 3, Escaneo Intraoral, Pendiente',
    '+3 más',
  ])
  // In sight, too, it tells morning from afternoon.
  expect(plain(cell.querySelector('button .tabular-nums')?.textContent)).toBe('10:00 a. m.')
  await user.click(within(cell).getByRole('button', { name: /\+3 más/ }))
  expect(address()).toEqual({ ver: 'calendario', vista: 'dia', dia: '2026-11-25' })
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
  expect(plain(tableRows()[0]?.textContent)).toContain('09:30 a. m.Nueva cita')
})

it('walks over the days of a month with the keyboard, with one tab stop', async () => {
  const address = await open()
  expect(document.querySelectorAll('td[tabindex="0"]')).toHaveLength(1)
  day('viernes 20').focus()
  const steps: [key: string, day: string][] = [
    ['{ArrowRight}', '2026-11-21'],
    ['{ArrowDown}', '2026-11-28'],
    ['{ArrowDown}', '2026-12-05'],
    ['{ArrowLeft}', '2026-12-04'],
    ['{Home}', '2026-11-30'],
    ['{End}', '2026-12-06'],
    ['{PageUp}', '2026-11-06'],
    ['{ArrowUp}', '2026-10-30'],
    ['{PageDown}', '2026-11-30'],
  ]
  for (const [key, to] of steps) {
    await user.keyboard(key)
    expect(address().dia, key).toBe(to)
    expect(document.activeElement?.getAttribute('tabindex'), key).toBe('0')
    expect(focused(), key).toContain(` ${Number(to.slice(8))} de `)
  }
  await user.keyboard('{Enter}')
  expect(address()).toEqual({ vista: 'dia', dia: '2026-11-30' })
  await waitFor(() => expect(plain(focused())).toContain('a las 09:30 a. m.'))
})

it('keeps the focus while fresh data arrive', async () => {
  await open('/citas?vista=semana&dia=2026-11-23')
  const cells = () => [...document.querySelectorAll<HTMLElement>('[role=gridcell]')]
  cells()[0]?.focus()
  expect(plain(document.activeElement?.innerHTML)).toContain('Nueva cita a las 09:30 a. m.')
  rows = [appointment('1', '2026-11-23', '09:30'), appointment('2', '2026-11-24', null)]
  act(change)
  await screen.findByText('Paciente 1')
  expect(document.activeElement).toBe(cells().find((cell) => within(cell).queryByText('Paciente 1')))
})

it('shows a week by half hours, with what has none in a row of its own', async () => {
  rows = [
    appointment('1', '2026-11-17', '10:00'),
    appointment('2', '2026-11-18', null),
    // After the hours of a Sunday.
    appointment('3', '2026-11-22', '15:00'),
  ]
  const address = await open('/citas?vista=semana')
  expect(screen.getByText('16 al 22 de noviembre de 2026')).toBeTruthy()
  const [loose, ...slots] = tableRows()
  if (!loose) throw new Error('There are no rows.')
  expect(loose.querySelector('th')?.textContent).toBe('Por definir')
  expect(loose.textContent).toContain('Paciente 2')
  expect(loose.textContent).toContain('Paciente 3')
  expect(slots).toHaveLength(18)
  expect(slots[1]?.textContent).toContain('Paciente 1')
  // Sunday closes at 13:30.
  expect(slots.map((row) => row.textContent?.includes('Cerrado'))).toEqual([
    ...Array(8).fill(false),
    ...Array(10).fill(true),
  ])
  document.querySelector<HTMLElement>('td[tabindex="0"]')?.focus()
  await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowDown}{Enter}')
  expect(address().dia).toBe('2026-11-17')
  await waitFor(() => expect(onOpen).toHaveBeenCalledOnce())
  expect(onOpen.mock.calls[0]?.[0]).toMatchObject({ id: '1' })
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(address().dia).toBe('2026-11-15')
})

it('has a row for each half hour that some day of the week is open', async () => {
  known.hours = {
    ...seedHours,
    week: [
      { doctor_id: null, weekday: 1, opens: '09:30:00', closes: '10:30:00' },
      { doctor_id: null, weekday: 2, opens: '16:00:00', closes: '17:00:00' },
    ],
  }
  rows = []
  await open('/citas?vista=semana')
  const heads = tableRows().map((row) => row.querySelector('th')?.textContent?.slice(0, 5))
  expect(heads).toEqual(['09:30', '10:00', '04:00', '04:30'])
  known.hours = { ...seedHours, week: [] }
  cleanup()
  await open('/citas?vista=semana')
  expect(tableRows().map((row) => row.querySelector('th')?.textContent)).toEqual(['Por definir'])
})

it('offers the free half hours of a day that are still to come', async () => {
  rows = [
    appointment('1', '2026-11-20', '11:30'),
    appointment('2', '2026-11-20', '12:00', { status: 'cancelada' }),
    appointment('3', '2026-11-20', '09:30', { status: 'completada' }),
  ]
  await open('/citas?vista=dia')
  const offered = screen.getAllByText(/^a las/).map(({ textContent }) => plain(textContent)?.slice(7))
  expect(offered.slice(0, 3)).toEqual(['11:00 a. m.', '12:00 p. m.', '12:30 p. m.'])
  expect(offered).toHaveLength(14)
  await user.click(screen.getByText(/a las 12:00/))
  expect(onNew).toHaveBeenCalledExactlyOnceWith('2026-11-20', '12:00')
  expect(screen.getByText('Paciente 2').className).toContain('line-through')
  expect(screen.getByText('Cancelada')).toBeTruthy()
})

it('walks over a day with the keyboard and books where it stands', async () => {
  const address = await open('/citas?vista=dia&dia=2026-11-22')
  document.querySelector<HTMLElement>('td[tabindex="0"]')?.focus()
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(onNew).toHaveBeenLastCalledWith('2026-11-22', '10:30')
  await user.keyboard('{End}{ }')
  expect(onNew).toHaveBeenLastCalledWith('2026-11-22', '13:00')
  await user.keyboard('{PageDown}')
  expect(address().dia).toBe('2026-11-23')
  await waitFor(() => expect(document.activeElement?.getAttribute('tabindex')).toBe('0'))
})

it("lists only a patient's own appointments, by study, and books nothing", async () => {
  rows = [appointment('1', '2026-11-20', '11:30')]
  await open('/citas?vista=dia', { as: 'patient', canBook: false })
  expect(asked.mock.calls[0]?.[0]).toMatchObject({ 'eq patient_id': 'me' })
  expect(tableRows()).toHaveLength(1)
  expect(tableRows()[0]?.textContent).toContain('Escaneo IntraoralDra. Lucía Ferrer SotoPendiente')
  expect(screen.queryByRole('button', { name: /Nueva cita/ })).toBeNull()
  await user.click(screen.getByText('Siguiente'))
  expect(await screen.findByText('No hay citas este día.')).toBeTruthy()
})

it('steps, returns to today and changes the view, and the address says so', async () => {
  const address = await open('/citas?buscar=ana')
  await user.click(screen.getByText('Siguiente'))
  expect(await screen.findByText('diciembre de 2026')).toBeTruthy()
  expect(address()).toEqual({ buscar: 'ana', dia: '2026-12-20' })
  await user.click(screen.getByLabelText('Semana'))
  expect(address()).toEqual({ buscar: 'ana', dia: '2026-12-20', vista: 'semana' })
  await user.click(screen.getByText('Anterior'))
  expect(address().dia).toBe('2026-12-13')
  await user.click(screen.getByText('Hoy'))
  expect(address()).toEqual({ buscar: 'ana', vista: 'semana' })
  expect(screen.getByText('16 al 22 de noviembre de 2026')).toBeTruthy()
})

it('on a small screen shows how much there is in each day, and the chosen one below', async () => {
  wide = false
  rows = [appointment('1', '2026-11-24', '11:30'), appointment('2', '2026-11-20', '12:00')]
  const address = await open()
  expect(screen.getByRole('button', { name: /Paciente 2/ })).toBeTruthy()
  await user.click(day('martes 24 de noviembre de 2026'))
  expect(address().dia).toBe('2026-11-24')
  expect(screen.queryByRole('button', { name: /Paciente 2/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: /Paciente 1/ }))
  await waitFor(() => expect(onOpen).toHaveBeenCalledOnce())
  await user.click(screen.getByRole('button', { name: 'Nueva cita' }))
  expect(onNew).toHaveBeenCalledExactlyOnceWith('2026-11-24', null)
  await user.click(day('jueves 19'))
  expect(await screen.findByText('No hay citas este día.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Nueva cita' })).toBeNull()
})

it('says that the appointments could not be read, and tries again', async () => {
  rows = new AppError('load_appointments', 'server')
  await open()
  await screen.findByRole('button', { name: 'Reintentar' })
  expect(screen.getAllByText('No se pudieron cargar las citas.').length).toBeGreaterThan(0)
  rows = []
  await user.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('No hay citas este mes.')).toBeTruthy()
})

it('says so when an appointment went away before it was opened', async () => {
  rows = [appointment('1', '2026-11-20', '11:30')]
  await open()
  rows = []
  await user.click(screen.getByRole('button', { name: /Paciente 1/ }))
  expect(await screen.findByText('No se pudieron cargar las citas. La cita ya no existe.')).toBeTruthy()
  expect(onOpen).not.toHaveBeenCalled()
  expect(await screen.findByText('No hay citas este mes.')).toBeTruthy()
})

it.each(['semana', 'dia'])(
  'the %s of today opens where the clock stands, and another does not move',
  async (view) => {
    rows = [appointment('a', '2026-11-20', '10:30')]
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, innerHeight, 90, 2))
    await open(`/citas?vista=${view}&dia=2026-11-20`)
    await waitFor(() => expect(shown).toHaveBeenCalledWith({ block: 'center' }))
    expect((shown.mock.contexts[0] as Element).className).toBe('now-line')
    shown.mockClear()
    cleanup()
    await open(`/citas?vista=${view}&dia=2026-11-27`)
    expect(shown).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  },
)
