import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import { AppError, type ErrorCode } from '#web/backend/errors.ts'
import { incomeQuery, invoicesQuery } from '#web/queries/invoices.ts'
import { toastStore } from '#web/ui/toast.ts'
import { BillingScreen } from './billing-screen.tsx'

vi.mock('#web/hooks/use-live.ts', () => ({ useLive: () => 'online' }))
vi.mock('#web/session/session.ts', () => ({ useProfile: () => ({ id: 'doctor', role: 'doctor' }) }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))
vi.mock('#web/queries/invoices.ts', async (load) => (await import('#tests/spied.ts')).spied(await load()))
vi.mock('#web/backend/client.ts', () => {
  const ask = async (code: ErrorCode) => {
    const answer = answers.get(code)
    if (answer instanceof AppError) throw answer
    return answer
  }
  return { ask, askPage: ask, askFarPage: ask }
})

const answers = new Map<ErrorCode, unknown>()

function given({ income, invoices }: { income: unknown; invoices: unknown }) {
  answers.set('load_income', income).set('load_invoices', invoices)
}

beforeEach(() => {
  // A window where all filters stand in one line.
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.startsWith('(min-width'),
    addEventListener() {},
    removeEventListener() {},
  }))
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T01:00:00Z') })
})

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function open(search = '') {
  const router = createMemoryRouter(
    [
      { path: '/dashboard/billing', Component: BillingScreen },
      { path: '/invoice/:number', element: <p>Recibo</p> },
    ],
    { initialEntries: [`/dashboard/billing${search}`] },
  )
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

const nothing = { income: { today: 0, week: 0, month: 0 }, invoices: { rows: [], total: 0 } }
const asked = () => vi.mocked(invoicesQuery).mock.lastCall

it("adds up the clinic's day, its week from Monday and its month, not the UTC ones", async () => {
  given({ ...nothing, income: { today: 250, week: 1250.5, month: 12345.6 } })
  open()
  expect(await screen.findByText('$12,345.60')).toBeTruthy()
  expect(screen.getByText('$1,250.50')).toBeTruthy()
  expect(screen.getByText('$250.00')).toBeTruthy()
  expect(incomeQuery).toHaveBeenLastCalledWith('doctor', '2026-11-20')
  expect(screen.getByText('Desde el lunes 16/11/2026')).toBeTruthy()
})

it('lists each invoice with the way to its receipt and back', async () => {
  const row = {
    id: 'a',
    invoice_number: 'IDX-00000001',
    patient: null,
    patient_name: 'Cuenta cerrada',
    payment_date: '2026-11-03',
    total_amount: 250,
    annulled_at: '2026-11-04T00:00:00Z',
  }
  given({ ...nothing, invoices: { rows: [row], total: 1 } })
  const router = open('?desde=2026-11-01')
  const link = await screen.findByRole('link', { name: 'Ver Recibo' })
  for (const words of ['IDX-00000001', 'CANCELADO', 'Cuenta cerrada', '03/11/2026', '$250.00']) {
    expect(screen.getAllByText(words).length).toBeGreaterThan(0)
  }
  expect(link.getAttribute('href')).toBe('/invoice/IDX-00000001')
  await userEvent.click(link)
  expect(router.state.location.state).toEqual({ from: '/dashboard/billing?desde=2026-11-01' })
})

it('filters by the days in the address and says when nothing fits', async () => {
  given(nothing)
  open('?desde=2026-11-01&hasta=hoy&pagina=3')
  expect(await screen.findByText('No se encontraron facturas con los filtros aplicados.')).toBeTruthy()
  expect(asked()).toEqual([
    { as: 'doctor', id: 'doctor' },
    {
      search: '',
      from: '2026-11-01',
      to: undefined,
      order: { column: 'payment_date', ascending: false },
      page: 3,
      pageSize: 10,
    },
  ])
})

it('takes a typed day into the address once it is one, and returns to the first page', async () => {
  given(nothing)
  const router = open('?pagina=3')
  const field = await screen.findByLabelText('Hasta')
  await userEvent.type(field, '31/11/2026')
  await userEvent.tab()
  expect(field).toHaveProperty('value', '31/11/2026')
  expect(screen.getByText('Escribe una fecha como 21/11/2026.')).toBeTruthy()
  expect(router.state.location.search).toBe('?pagina=3')

  await userEvent.clear(field)
  await userEvent.type(field, '5/11/2026')
  expect(router.state.location.search).toBe('?hasta=2026-11-05')
  expect(screen.queryByText('Escribe una fecha como 21/11/2026.')).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: 'Quitar fechas' }))
  expect(router.state.location.search).toBe('')
  expect(field).toHaveProperty('value', '')
})

it('asks for the order and the search that the address holds', async () => {
  given(nothing)
  open('?orden=monto&buscar=IDX-01')
  await screen.findByText('No se encontraron facturas con los filtros aplicados.')
  expect(asked()?.[1]).toMatchObject({ search: 'IDX-01', order: { column: 'total_amount', ascending: true } })
})

it('keeps the first of two changes in a row', async () => {
  given(nothing)
  const router = open()
  const [from, to] = [await screen.findByLabelText('Desde'), screen.getByLabelText('Hasta')]
  act(() => {
    fireEvent.change(from, { target: { value: '1/11/2026' } })
    fireEvent.change(to, { target: { value: '5/11/2026' } })
  })
  expect(router.state.location.search).toBe('?desde=2026-11-01&hasta=2026-11-05')
})

it('says when the days are the wrong way round', async () => {
  given(nothing)
  open('?desde=2026-11-10&hasta=2026-11-01')
  expect(await screen.findByText('Elige una fecha igual o posterior a «Desde».')).toBeTruthy()
})

it('says what could not be read in the words of each part', async () => {
  given({
    income: new AppError('load_income', 'server'),
    invoices: new AppError('load_invoices', 'server'),
  })
  const told: unknown[] = []
  const stop = toastStore.subscribe(() => told.push(toastStore.get()?.description))
  open()
  await until(() => expect(screen.getAllByRole('button', { name: 'Reintentar' })).toHaveLength(2))
  expect(told).toEqual([
    'No se pudieron cargar los datos de ingresos.',
    'No se pudieron cargar las facturas.',
  ])
  stop()
})

it("a patient's name opens the record; of a closed account it is text", async () => {
  const row = {
    id: 'a',
    invoice_number: 'IDX-00000001',
    patient: { id: 'ana', full_name: 'Ana Ñúñez' },
    patient_name: 'Ana Ñúñez',
    payment_date: '2026-11-03',
    total_amount: 250,
    annulled_at: null,
  }
  const closed = { ...row, id: 'b', patient: null, patient_name: 'Cuenta cerrada' }
  given({ ...nothing, invoices: { rows: [row, closed], total: 2 } })
  open()
  const name = await screen.findByRole('link', { name: 'Ana Ñúñez' })
  expect(name.getAttribute('href')).toBe('/dashboard/patients/ana')
  expect(screen.getByText('Cuenta cerrada').closest('a')).toBeNull()
})
