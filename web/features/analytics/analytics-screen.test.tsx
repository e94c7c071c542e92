import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sampleClinic } from '#domain/clinic.ts'
import type { AdminAnalytics, NoShows } from '#web/backend/answers.ts'
import { AppError } from '#web/backend/errors.ts'
import { saveText } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'
import { AnalyticsScreen } from './analytics-screen.tsx'

vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({
    queryKey: ['clinic'],
    queryFn: async () => ({ ...sampleClinic, timeZone: 'America/Mexico_City' }),
  }),
}))
vi.mock('#web/ui/save-file.ts', () => ({ saveText: vi.fn() }))
vi.mock('#web/ui/toast.ts', async (load) => (await import('#tests/spied.ts')).spied(await load()))
vi.mock('#web/backend/client.ts', () => ({
  // With a client that only tells which function is called.
  ask: async (_code: string, request: (client: object) => unknown) => {
    const called = request({ rpc: (name: string, args?: { to_day: string }) => ({ name, args }) }) as {
      name: string
      args?: { to_day: string }
    }
    if (called.name === 'admin_analytics') reads += 1
    if (given instanceof AppError) throw given
    if (called.name === 'admin_analytics') return given
    return called.args?.to_day === '2026-10-31' ? missed.before : missed.now
  },
}))

const months = Array.from({ length: 12 }, (_, at) => ({
  month: at === 0 ? '2025-12' : `2026-${String(at).padStart(2, '0')}`,
  income: 0,
  appointments: 0,
}))
const nothing: AdminAnalytics = {
  users: { total: 1, this_month: 3, change: 100 },
  appointments: { total: 0, this_month: 3, change: 0 },
  studies: { total: 0, this_month: 3, change: 0 },
  daily_average: { value: 0, change: 0 },
  most_requested: null,
  requested: [],
  busiest: [],
  months,
  study_types: [],
  hours: {},
}
const some: AdminAnalytics = {
  users: { total: 1234, this_month: 3, change: 12 },
  appointments: { total: 200, this_month: 3, change: -8 },
  studies: { total: 3, this_month: 3, change: 0 },
  daily_average: { value: 7, change: 40 },
  most_requested: { study_type: 'Radiografía Panorámica', count: 150 },
  requested: [
    { study_type: 'Radiografía Panorámica', count: 150 },
    { study_type: 'Escaneo Intraoral', count: 40 },
  ],
  busiest: [{ doctor_id: 'a', name: '=Dra. Lucía', count: 50 }],
  months: months.map((month) =>
    month.month === '2026-11' ? { ...month, income: 1250.5, appointments: 210 } : month,
  ),
  study_types: [
    { study_type: 'Radiografía Panorámica', count: 150 },
    { study_type: 'Escaneo, "Intraoral"', count: 50 },
  ],
  hours: { 3: { '10:30': 9 } },
}
const noneMissed = { total: 0, missed: 0, referrers: [] }
const someMissed = {
  now: { total: 40, missed: 3, referrers: [{ name: 'Dr. Luis Gil', total: 4, missed: 1 }] },
  before: { total: 50, missed: 10, referrers: [] },
}
let missed: { now: NoShows; before: NoShows } = someMissed
let given: AdminAnalytics | AppError = some
let reads = 0

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T01:00:00Z') })
  given = some
  missed = someMissed
  reads = 0
})

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function open() {
  const router = createMemoryRouter([{ path: '/panel/analytics', Component: AnalyticsScreen }], {
    initialEntries: ['/panel/analytics'],
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

const user = userEvent.setup()
const part = async (name: string) => within(await screen.findByRole('region', { name }))
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))

it('shows the four numbers, each with its change and its details', async () => {
  open()
  for (const words of ['1,234', '+12%', '200', '-8%', '7', '+40%']) {
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0)
  }
  expect(screen.getByRole('link', { name: 'Ver detalles: Total de Usuarios' }).getAttribute('href')).toBe(
    '/panel/users',
  )
  expect(screen.getByRole('link', { name: 'Ver detalles: Estudios Realizados' }).getAttribute('href')).toBe(
    '/panel/studies',
  )
  await user.click(screen.getByRole('button', { name: 'Ver detalles: Promedio diario de citas' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Promedio diario de citas' }))
  expect(rowsOf(dialog.getByRole('table')).slice(0, 2)).toEqual([
    ['Mes', 'Citas', 'Días', 'Promedio'],
    ['Noviembre de 2026', '210', '30', '7'],
  ])
})

it('names the study that is asked for most and the busiest doctors, and opens the figures behind', async () => {
  open()
  const most = await part('Estudio Más Solicitado')
  expect(most.getByText('150 citas, 75% de todas.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Ver detalles: Estudio más solicitado' }))
  expect(rowsOf(within(screen.getByRole('dialog')).getByRole('table'))).toEqual([
    ['Estudio', 'Citas', 'Parte'],
    ['Radiografía Panorámica', '150', '75%'],
    ['Escaneo Intraoral', '40', '20%'],
    ['Otros y sin estudio', '10', '5%'],
    ['Todas las citas', '200', '100%'],
  ])
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Ver detalles: Doctores más ocupados' }))
  expect(rowsOf(within(screen.getByRole('dialog')).getByRole('table'))).toEqual([
    ['Doctor', 'Citas', 'Parte'],
    ['=Dra. Lucía', '50', '25%'],
  ])
})

it('has a table behind each chart, and shows it to whoever asks', async () => {
  open()
  await screen.findByText('1,234')
  const income = await part('Ingresos por mes')
  expect(rowsOf(income.getByRole('table')).at(-1)).toEqual(['Noviembre de 2026', '$1,250.50', '210'])
  expect(income.getByRole('table').closest('.sr-only')).toBeTruthy()
  await user.click(income.getByRole('radio', { name: 'Tabla' }))
  expect(income.getByRole('table').closest('.sr-only')).toBeNull()
  const hours = await part('Citas por día y hora')
  expect(hours.getByRole('columnheader', { name: 'Miércoles' })).toBeTruthy()
  expect(rowsOf(hours.getByRole('table')).at(-1)).toEqual([
    '10\u00a0a.\u00a0m.',
    '0',
    '0',
    '9',
    '0',
    '0',
    '0',
    '0',
  ])
  const types = await part('Estudios por tipo')
  expect(rowsOf(types.getByRole('table')).at(-1)).toEqual(['Escaneo, "Intraoral"', '50', '25%'])
})

it('draws months from the first that had income, at least six, and lists all twelve', async () => {
  open()
  await screen.findByText('1,234')
  const income = await part('Ingresos por mes')
  expect([income.queryByText('may'), income.queryByText('jun')].map(Boolean)).toEqual([false, true])
  expect(rowsOf(income.getByRole('table')).length).toBe(13)
})

it('tells how many nobody came to, this month and the one before, and by who referred', async () => {
  open()
  const panel = await part('Inasistencias')
  expect(await panel.findByText('3 de 40 citas que ya empezaron; las canceladas no cuentan.')).toBeTruthy()
  expect(panel.getByText('8%')).toBeTruthy()
  expect(panel.getByText('20%')).toBeTruthy()
  expect(rowsOf(panel.getByRole('table'))).toEqual([
    ['Doctor que refiere', 'Citas', 'No asistieron', 'Parte'],
    ['Dr. Luis Gil', '4', '1', '25%'],
  ])
})

it('says of each part that there is nothing yet', async () => {
  given = nothing
  missed = { now: noneMissed, before: noneMissed }
  open()
  for (const words of [
    'Todavía no hay citas con un estudio.',
    'Todavía no hay citas.',
    'Todavía no hay ingresos en estos doce meses.',
    'Todavía no hay citas con hora.',
    'Todavía no hay estudios.',
    'Este mes y el anterior no ha empezado ninguna cita.',
  ]) {
    expect(await screen.findByText(words)).toBeTruthy()
  }
})

it('exports what is on the screen', async () => {
  open()
  await screen.findByText('1,234')
  await user.click(screen.getByRole('button', { name: 'Exportar' }))
  const [name, type, text = ''] = vi.mocked(saveText).mock.lastCall ?? []
  expect([name, type]).toEqual(['analiticas_export.csv', 'text/csv'])
  expect(text.split('\r\n')).toEqual([
    '\ufeffAnalíticas al,20/11/2026',
    '',
    'Métrica,Valor,Cambio contra el mes anterior (%)',
    'Total de Usuarios,1234,12',
    'Total de Citas,200,-8',
    'Estudios Realizados,3,0',
    'Promedio Diario de Citas,7,40',
    '',
    'Estudio Más Solicitado,Citas',
    'Radiografía Panorámica,150',
    '',
    'Doctores Más Ocupados,Citas',
    "'=Dra. Lucía,50",
    '',
    'Mes,Ingresos,Citas',
    'Diciembre de 2025,0.00,0',
    ...[
      'Enero',
      'Febrero',
      'Marzo',
      'Abril',
      'Mayo',
      'Junio',
      'Julio',
      'Agosto',
      'Septiembre',
      'Octubre',
    ].map((month) => `${month} de 2026,0.00,0`),
    'Noviembre de 2026,1250.50,210',
    '',
    'Hora,Lunes,Martes,Miércoles,Jueves,Viernes,Sábado,Domingo',
    '10:00,0,0,9,0,0,0,0',
    '',
    'Tipo de Estudio,Cantidad',
    'Radiografía Panorámica,150',
    '"Escaneo, ""Intraoral""",50',
    '',
    'Inasistencias,Citas,No asistieron',
    'Noviembre de 2026,40,3',
    'Octubre de 2026,50,10',
    '',
    'Doctor que refiere,Citas,No asistieron',
    'Dr. Luis Gil,4,1',
    '',
  ])
  expect(toast).toHaveBeenCalledWith({ title: 'Éxito', description: 'Datos de analíticas exportados.' })
})

it('prints what is on the screen', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  open()
  await screen.findByText('1,234')
  await user.click(screen.getByRole('button', { name: 'Imprimir' }))
  expect(print).toHaveBeenCalledOnce()
})

it('reads again, and keeps what it shows when that fails', async () => {
  open()
  await screen.findByText('1,234')
  given = { ...some, users: { total: 1235, this_month: 3, change: 12 } }
  await user.click(screen.getByRole('button', { name: 'Actualizar' }))
  expect(await screen.findByText('1,235')).toBeTruthy()
  expect(reads).toBe(2)
  given = new AppError('load_analytics', 'server')
  await user.click(screen.getByRole('button', { name: 'Actualizar' }))
  await waitFor(() =>
    expect(toast).toHaveBeenCalledWith({
      title: 'Error',
      description: 'No se pudieron cargar las analíticas.',
      variant: 'destructive',
    }),
  )
  expect(screen.getByText('1,235')).toBeTruthy()
})

it('says that it could not be read, and then exports nothing', async () => {
  given = new AppError('load_analytics', 'server')
  open()
  await screen.findByRole('button', { name: 'Reintentar' })
  expect(toast).toHaveBeenCalledWith(
    expect.objectContaining({ description: 'No se pudieron cargar las analíticas.' }),
  )
  expect(screen.getByRole('button', { name: 'Exportar' })).toHaveProperty('disabled', true)
})
