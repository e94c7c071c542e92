import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CashCut } from '#web/backend/answers.ts'
import { AppError, type ErrorCode } from '#web/backend/errors.ts'
import { cashCutQuery, laterPaymentsQuery } from '#web/queries/admin-income.ts'
import { toastStore } from '#web/ui/toast.ts'
import { CashCutScreen } from './cash-cut-screen.tsx'

vi.mock('#web/hooks/use-live.ts', () => ({ useLive: () => 'online' }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => null }),
}))
vi.mock('#web/queries/admin-income.ts', async (load) => (await import('#tests/spied.ts')).spied(await load()))
vi.mock('#web/backend/client.ts', () => ({
  askPage: async () => ({ rows: [], total: later }),
  ask: async (code: ErrorCode, request: (client: object) => unknown) => {
    if (code === 'load_initial_data') {
      let table = ''
      const chain: object = new Proxy({}, { get: () => () => chain })
      request({
        from: (name: string) => {
          table = name
          return chain
        },
      })
      return table === 'profiles' ? [{ id: lucia, full_name: 'Dra. Lucía' }] : (departed[table] ?? [])
    }
    if (cut instanceof AppError) throw cut
    return cut
  },
}))

/** What tells the name of a doctor who left. */
let departed: Record<string, { doctor_name: string }[]> = {}

const lucia = '00000000-0000-4000-8000-000000000001'
const some: CashCut = {
  total: 1250.5,
  count: 4,
  methods: [
    { payment_method: 'Cheque', total: 100, count: 1 },
    { payment_method: 'Efectivo', total: 1150.5, count: 3 },
  ],
  annulled: { total: 500, count: 2 },
}
let cut: CashCut | AppError = some
/** How many payments were stored after the day. */
let later = 0

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T01:00:00Z') })
  cut = some
  departed = {}
  later = 0
})

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  vi.useRealTimers()
})

function open(search = '') {
  const router = createMemoryRouter([{ path: '/panel/income/cash-cut', Component: CashCutScreen }], {
    initialEntries: [`/panel/income/cash-cut${search}`],
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

const lines = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))

it("cuts the clinic's day by every method, also those nobody used and those of old", async () => {
  open()
  expect(await lines()).toEqual([
    ['Método de pago', 'Pagos', 'Total'],
    ['Efectivo', '3', '$1,150.50'],
    ['Transferencia', '0', '$0.00'],
    ['Tarjeta de Crédito/Débito', '0', '$0.00'],
    ['Otro', '0', '$0.00'],
    ['Cheque', '1', '$100.00'],
    ['Total', '4', '$1,250.50'],
  ])
  expect(cashCutQuery).toHaveBeenLastCalledWith('2026-11-20', null)
  expect(screen.getByText('viernes 20 de noviembre de 2026')).toBeTruthy()
  expect(screen.getByText('2 recibos anulados por $500.00: no se suman.')).toBeTruthy()
})

it('keeps day and doctor in the address', async () => {
  const router = open()
  fireEvent.change(await screen.findByLabelText('Día'), { target: { value: '3/11/2026' } })
  await screen.findByRole('option', { name: 'Dra. Lucía' })
  await userEvent.selectOptions(screen.getByLabelText('Doctor'), 'Dra. Lucía')
  expect(router.state.location.search).toBe(`?dia=2026-11-03&doctor=${lucia}`)
  expect(cashCutQuery).toHaveBeenLastCalledWith('2026-11-03', lucia)
  expect(within(await screen.findByRole('article')).getByText('Dra. Lucía')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Volver' }).getAttribute('href')).toBe('/panel/income')
})

it('takes what is no day and no doctor for today and all', async () => {
  open('?dia=ayer&doctor=todos')
  await lines()
  expect(cashCutQuery).toHaveBeenLastCalledWith('2026-11-20', null)
})

it.each(['invoices', 'citas'])(
  'names a doctor whose account was closed, on the filter and on the sheet',
  async (table) => {
    departed = { [table]: [{ doctor_name: 'Dr. Quien Se Fue' }] }
    open('?doctor=00000000-0000-4000-8000-000000000009')
    expect(await within(await screen.findByRole('article')).findByText('Dr. Quien Se Fue')).toBeTruthy()
    expect(screen.getByRole('option', { name: 'Dr. Quien Se Fue' })).toHaveProperty('selected', true)
  },
)

it('never reads like the whole clinic’s when a doctor was chosen whom nobody knows', async () => {
  open('?doctor=00000000-0000-4000-8000-000000000009')
  expect(await within(await screen.findByRole('article')).findByText('El doctor elegido')).toBeTruthy()
})

it('says that a day had no payments, and that it could not be read', async () => {
  cut = { total: 0, count: 0, methods: [], annulled: { total: 0, count: 0 } }
  open()
  expect((await lines()).at(-1)).toEqual(['Total', '0', '$0.00'])
  expect(screen.getByText('Ningún recibo de este día está anulado.')).toBeTruthy()
  cleanup()
  cut = new AppError('load_income', 'server')
  open()
  await screen.findByRole('button', { name: 'Reintentar' })
  expect(toastStore.get()?.description).toBe('No se pudieron cargar los datos de ingresos.')
})

it.each([
  [1, 'Incluye 1 pago registrado después de este día.'],
  [3, 'Incluye 3 pagos registrados después de este día.'],
])('says that a past day has %i payments more than it had that evening', async (count, words) => {
  later = count
  open(`?dia=2026-11-18&doctor=${lucia}`)
  expect(await screen.findByText(words)).toBeTruthy()
  // The clinic's midnight.
  expect(laterPaymentsQuery).toHaveBeenLastCalledWith('2026-11-18', '2026-11-19T06:00:00.000Z', lucia)
})

it('says nothing of the running day', async () => {
  later = 3
  open()
  await screen.findByRole('table')
  expect(screen.queryByText(/después de este día/)).toBeNull()
})
