import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { AppError, type ErrorCode } from '#web/backend/errors.ts'
import { annulInvoice, incomeByDoctorQuery, systemIncomeQuery } from '#web/queries/admin-income.ts'
import { invoicesQuery } from '#web/queries/invoices.ts'
import { toast } from '#web/ui/toast.ts'
import { IncomeScreen } from './income-screen.tsx'

vi.mock('#web/hooks/use-live.ts', () => ({ useLive: () => 'online' }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))
vi.mock('#web/queries/invoices.ts', async (load) => (await import('#tests/spied.ts')).spied(await load()))
vi.mock('#web/queries/admin-income.ts', async (load) => (await import('#tests/spied.ts')).spied(await load()))
vi.mock('#web/ui/toast.ts', async (load) => (await import('#tests/spied.ts')).spied(await load()))
vi.mock('#web/backend/client.ts', () => {
  const page = vi.fn((code: ErrorCode) => answer(code === 'load_income' ? 'invoices' : code))
  const ask = (code: ErrorCode, request: (client: object) => unknown) => {
    let name: string = code
    const rpc = (called: string) => {
      name = called
    }
    request({ rpc, from: () => chain })
    return answer(name)
  }
  return { ask, askFarPage: page }
})

const chain: Record<string, () => unknown> = new Proxy({}, { get: () => () => chain })
const answers = new Map<string, unknown>()

async function answer(name: string): Promise<unknown> {
  const found = answers.get(name)
  if (found instanceof AppError) throw found
  return found
}

const lucia = '00000000-0000-4000-8000-000000000001'
const andres = '00000000-0000-4000-8000-000000000002'
const invoice = {
  id: 'a',
  invoice_number: 'IDX-00000001',
  patient: null,
  patient_name: 'Cuenta cerrada',
  doctor: { full_name: 'Dra. Lucía' },
  doctor_name: 'Dra. Lucía',
  payment_date: '2026-11-03',
  total_amount: 250,
  annulled_at: null,
}
const annulled = { ...invoice, id: 'b', invoice_number: 'IDX-00000002', annulled_at: '2026-11-04T00:00:00Z' }

beforeEach(() => {
  // As wide as the filters in line need.
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T01:00:00Z') })
  answers.clear()
  answers
    .set('system_income', { today: 250, week: 1250.5, month: 12345.6 })
    .set('invoices', { rows: [invoice, annulled], total: 12 })
    .set('income_by_doctor', [
      { doctor_id: andres, name: 'Dr. Andrés', total: 900.5, count: 3 },
      { doctor_id: lucia, name: 'Dra. Lucía', total: 250, count: 1 },
    ])
    .set('load_initial_data', [{ id: lucia, full_name: 'Dra. Lucía' }])
})

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

let queries: QueryClient
function open(search = '') {
  const router = createMemoryRouter([{ path: '/panel/income', Component: IncomeScreen }], {
    initialEntries: [`/panel/income${search}`],
  })
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

// Then the doctors' part is drawn at once.
beforeAll(async () => {
  await act(async () => void open())
  cleanup()
})

const user = userEvent.setup()
const asked = () => vi.mocked(invoicesQuery).mock.lastCall
const openDialog = async () => {
  await user.click(await screen.findByRole('button', { name: 'Anular IDX-00000001' }))
  return within(await screen.findByRole('dialog'))
}

it("adds up the clinic's day over all doctors", async () => {
  open()
  for (const sum of ['$250.00', '$1,250.50', '$12,345.60']) {
    expect((await screen.findAllByText(sum)).length).toBeGreaterThan(0)
  }
  expect(systemIncomeQuery).toHaveBeenLastCalledWith('2026-11-20')
})

it('lists everybody, five a page, and offers to annul only what stands', async () => {
  open()
  expect(await screen.findByText('Página 1 de 3')).toBeTruthy()
  expect(screen.getAllByText('Cuenta cerrada')).toHaveLength(2)
  expect(screen.getAllByText('CANCELADO')).toHaveLength(1)
  expect(screen.getAllByRole('button', { name: /^Anular IDX/ })).toHaveLength(1)
  expect(asked()).toEqual([
    { as: 'admin', id: null },
    {
      search: '',
      from: undefined,
      to: undefined,
      order: { column: 'payment_date', ascending: false },
      page: 1,
      pageSize: 5,
    },
  ])
})

it('takes days, doctor, order and page from the address, and nothing that is none', async () => {
  open(`?desde=2026-11-01&hasta=hoy&doctor=${lucia}&orden=-monto&pagina=2`)
  await screen.findByText('Página 2 de 3')
  expect(asked()).toEqual([
    { as: 'admin', id: lucia },
    {
      search: '',
      from: '2026-11-01',
      to: undefined,
      order: { column: 'total_amount', ascending: false },
      page: 2,
      pageSize: 5,
    },
  ])
  expect(incomeByDoctorQuery).toHaveBeenLastCalledWith('2026-11-01', null)
  cleanup()
  open('?doctor=todos')
  await screen.findByText('Página 1 de 3')
  expect(asked()?.[0]).toEqual({ as: 'admin', id: null })
})

it("limits the invoices to a doctor by the filter or the doctor's name, and back", async () => {
  const router = open('?pagina=2')
  const filter = await screen.findByRole('combobox', { name: 'Doctor' })
  await screen.findByRole('option', { name: 'Dra. Lucía' })
  await user.selectOptions(filter, 'Dra. Lucía')
  expect(router.state.location.search).toBe(`?doctor=${lucia}`)
  await user.click(screen.getByRole('button', { name: 'Dr. Andrés' }))
  expect(router.state.location.search).toBe(`?doctor=${andres}`)
  expect(filter).toHaveProperty('value', andres)
  await user.click(screen.getByRole('button', { name: 'Dr. Andrés', pressed: true }))
  expect(router.state.location.search).toBe('')
})

it('lists the doctors as the database orders them', async () => {
  open()
  const panel = within(await screen.findByRole('region', { name: 'Ingresos por Doctor' }))
  await panel.findByText('$900.50')
  expect(panel.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Dr. Andrés3 recibos\u00a0· $900.50',
    'Dra. Lucía1 recibo\u00a0· $250.00',
  ])
})

it('keeps the doctors back until the list above them has its rows, which would push them away', async () => {
  let come = (_rows: unknown) => {}
  answers.set(
    'invoices',
    new Promise((resolve) => {
      come = resolve
    }),
  )
  open()
  await screen.findByText('$900.50')
  expect(screen.queryByRole('region', { name: 'Ingresos por Doctor' })).toBeNull()
  come({ rows: [invoice], total: 1 })
  expect(await screen.findByRole('region', { name: 'Ingresos por Doctor' })).toBeTruthy()
})

it('says when nothing fits, and when there is nothing at all', async () => {
  answers.set('invoices', { rows: [], total: 0 }).set('income_by_doctor', [])
  open('?desde=2026-11-10&hasta=2026-11-01')
  expect(await screen.findByText('No se encontraron facturas con los filtros aplicados.')).toBeTruthy()
  expect(await screen.findByText('No hay ingresos en estas fechas.')).toBeTruthy()
  expect(screen.getByText('Elige una fecha igual o posterior a «Desde».')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Quitar filtros' }))
  expect(await screen.findByText('Todavía no hay recibos.')).toBeTruthy()
})

it('annuls an invoice with the reason that was given', async () => {
  answers.set('annul_invoice', {})
  open()
  const dialog = await openDialog()
  expect(dialog.getByRole('heading', { name: '¿Anular el recibo IDX-00000001?' })).toBeTruthy()
  await user.type(dialog.getByLabelText(/^Motivo/), '  Pago repetido ')
  await user.click(dialog.getByRole('button', { name: 'Anular recibo' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(annulInvoice).toHaveBeenCalledWith('a', 'Pago repetido')
  expect(toast).toHaveBeenCalledWith(expect.objectContaining({ title: 'Recibo anulado' }))
})

it('keeps the dialog and the reason when the invoice leaves the list', async () => {
  open()
  const dialog = await openDialog()
  await user.type(dialog.getByLabelText(/^Motivo/), 'Repetida')
  answers.set('invoices', { rows: [], total: 0 })
  await act(() => queries.invalidateQueries())
  expect(await screen.findByText('Todavía no hay recibos.')).toBeTruthy()
  expect(screen.getByLabelText(/^Motivo/)).toHaveProperty('value', 'Repetida')
})

it('annuls nothing without a reason', async () => {
  open()
  const dialog = await openDialog()
  await user.type(dialog.getByLabelText(/^Motivo/), '   ')
  await user.click(dialog.getByRole('button', { name: 'Anular recibo' }))
  expect(dialog.getByText('Escribe el motivo de la anulación.')).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByLabelText(/^Motivo/))
  expect(annulInvoice).not.toHaveBeenCalled()
})

it('keeps the reason when annulling failed', async () => {
  answers.set('annul_invoice', new AppError('annul_invoice', 'conflict', 'El recibo ya está anulado.'))
  open()
  const dialog = await openDialog()
  await user.type(dialog.getByLabelText(/^Motivo/), 'Repetida')
  await user.click(dialog.getByRole('button', { name: 'Anular recibo' }))
  await waitFor(() =>
    expect(toast).toHaveBeenCalledWith({
      title: 'Error',
      description: 'No se pudo anular el recibo. El recibo ya está anulado.',
      variant: 'destructive',
    }),
  )
  expect(dialog.getByLabelText(/^Motivo/)).toHaveProperty('value', 'Repetida')
})

it('says in each part that the income could not be read', async () => {
  for (const part of ['system_income', 'invoices', 'income_by_doctor']) {
    answers.set(part, new AppError('load_income', 'server'))
  }
  open()
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Reintentar' })).toHaveLength(3))
  expect(toast).toHaveBeenCalledWith(
    expect.objectContaining({ description: 'No se pudieron cargar los datos de ingresos.' }),
  )
})
