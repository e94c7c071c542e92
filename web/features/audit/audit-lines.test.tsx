import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import type { AuditLine } from '#web/backend/answers.ts'
import { AppError } from '#web/backend/errors.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { AuditLines } from './audit-lines.tsx'

vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))
const rpc = vi.hoisted(() => vi.fn())
vi.mock('#web/backend/client.ts', () => ({
  ask: (_code: string, request: (client: unknown) => unknown) => request({ rpc }),
}))

afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  vi.resetAllMocks()
  vi.unstubAllGlobals()
})

const line = (id: number, more: Partial<AuditLine> = {}): AuditLine => ({
  id,
  at: '2026-11-21T01:42:00.123456+00:00',
  actor_role: 'authenticated',
  action: 'update',
  subject: 'citas',
  row_id: 'c-1',
  columns: ['status'],
  declared: false,
  who: 'Dra. Lucía Ferrer Soto',
  has_actor: true,
  patient: 'Ana Luna',
  ...more,
})

function show(address = '/') {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[address]}>
        <AuditLines />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('a phone has the number of a line beside its time, and whose data it was beside who did it', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  rpc.mockResolvedValue({ rows: [line(7), line(6, { patient: null })], more: false, many: false })
  show()
  const table = await screen.findByRole('table', { name: 'Bitácora' })
  const number = await within(table).findByText(/^Línea 7/)
  expect(number.closest('td')?.textContent).toMatch(/^20\/11\/2026, 07:42\sp\.\sm\. · Línea 7/)
  const people = within(table).getAllByText('Dra. Lucía Ferrer Soto')
  expect(people.map((person) => person.closest('td')?.textContent)).toEqual([
    'Dra. Lucía Ferrer Soto · De quién: Ana Luna · status',
    'Dra. Lucía Ferrer Soto · status',
  ])
})

it("says who did what with whose data, which row and columns, and when by the clinic's clock", async () => {
  rpc.mockResolvedValue({
    rows: [line(7), line(6, { declared: true, patient: null })],
    more: false,
    many: false,
  })
  show()
  const table = await screen.findByRole('table', { name: 'Bitácora' })
  const read = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.querySelector('div')?.textContent?.replace(': detalle', ' | ')),
    )
  const when = '20/11/2026, 07:42\u00a0p.\u00a0m.'
  expect(read).toEqual([
    ['Modificó una citastatus · Línea 7 | fila c-1', 'Dra. Lucía Ferrer Soto', when, 'De quién: Ana Luna'],
    [
      'Modificó una citastatus · según el navegador · Línea 6 | fila c-1',
      'Dra. Lucía Ferrer Soto',
      when,
      '—',
    ],
  ])
  expect(screen.queryByRole('navigation', { name: 'Paginación' })).toBeNull()
})

it.each([
  [['seconds=600', 'folder=8e989d'], 'por 10 minutos', 'fila c-1 · folder=8e989d'],
  [['through=signed_url'], 'por enlace firmado', 'fila c-1'],
  [['seconds=90'], 'por 90 segundos', 'fila c-1'],
])('reads %j as words, and folds what only a search needs', async (columns, words, ids) => {
  rpc.mockResolvedValue({ rows: [line(7, { columns })], more: false, many: false })
  show()
  const details = (await screen.findByText('Línea 7')).closest('details')
  expect(details?.closest('span')?.parentElement?.textContent).toBe(`${words} · Línea 7: detalle${ids}`)
  expect([details?.textContent, details?.open]).toEqual([`Línea 7: detalle${ids}`, false])
})

it('follows the last line to the next page and finds the way back', async () => {
  rpc.mockImplementation(async (_, { before_id }) =>
    before_id ? { rows: [line(before_id - 1)], more: false } : { rows: [line(9), line(8)], more: true },
  )
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Siguiente' }))
  expect(await screen.findByText(/^Línea 7/)).toBeTruthy()
  expect(screen.getByText('Página 2')).toBeTruthy()
  expect(rpc.mock.lastCall?.[1]).toMatchObject({
    before_at: '2026-11-21T01:42:00.123456+00:00',
    before_id: 8,
  })
  expect(screen.getByRole('button', { name: 'Siguiente' })).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('button', { name: 'Anterior' }))
  expect(await screen.findByText(/^Línea 9/)).toBeTruthy()
})

it('asks with what the address says, and begins at the first page when a filter changes', async () => {
  rpc.mockResolvedValue({ rows: [line(9)], more: true, many: true })
  show('/?buscar=luc%C3%ADa&tipo=citas&dia=2026-11-20')
  expect(await screen.findByText(/^Más de 50 personas coinciden/)).toBeTruthy()
  const filter = { person: 'lucía', kind: 'citas', day: '2026-11-20', before_at: null, before_id: null }
  expect(rpc.mock.lastCall).toEqual(['audit_lines', filter])
  await userEvent.click(screen.getByRole('button', { name: 'Siguiente' }))
  expect(await screen.findByText('Página 2')).toBeTruthy()
  await userEvent.selectOptions(screen.getByLabelText('Filtrar por tipo'), 'Facturas')
  expect(await screen.findByText('Página 1')).toBeTruthy()
  expect(rpc.mock.lastCall).toEqual(['audit_lines', { ...filter, kind: 'invoices' }])
})

it('keeps a day that is none in the field, says so, and asks for nothing with it', async () => {
  rpc.mockResolvedValue({ rows: [], more: false, many: false })
  show()
  expect(await screen.findByText('Todavía no hay líneas en la bitácora.')).toBeTruthy()
  const field = screen.getByLabelText('Filtrar por día')
  await userEvent.type(field, '99/99/2026')
  await userEvent.tab()
  expect(screen.getByText('Escribe una fecha como 21/11/2026.')).toBeTruthy()
  expect(field).toHaveProperty('value', '99/99/2026')
  expect(rpc.mock.calls.map(([, { day }]) => day)).toEqual([null])
})

it('says that nothing fits, and that it could not be read', async () => {
  rpc
    .mockRejectedValueOnce(new AppError('load_audit', 'server'))
    .mockResolvedValue({ rows: [], more: false, many: false })
  show('/?buscar=nadie')
  await screen.findByRole('button', { name: 'Reintentar' })
  expect(toastStore.get()?.description).toBe('No se pudo cargar la bitácora.')
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('No se encontraron líneas con los filtros aplicados.')).toBeTruthy()
})
