import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { AccessLine } from '#web/backend/answers.ts'
import { AppError } from '#web/backend/errors.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { AccessLog } from './access-log.tsx'

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
  vi.clearAllMocks()
})

const view: AccessLine = {
  at: '2026-11-21T01:42:00+00:00',
  who: 'Dra. Lucía Ferrer Soto',
  role: 'doctor',
  what: 'record_viewed',
}

function show() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <AccessLog />
    </QueryClientProvider>,
  )
}

it('waits with grey rows', () => {
  rpc.mockReturnValue(new Promise(() => {}))
  show()
  expect(screen.getByRole('status').textContent).toContain('Cargando...')
})

it("says who did what, and when by the clinic's clock", async () => {
  rpc.mockResolvedValue({
    total: 3,
    rows: [
      view,
      { ...view, who: 'Dr. Rafael Ibáñez Luna', role: 'admin', what: 'note_added' },
      { ...view, who: null, role: null, what: 'study_downloaded' },
    ],
  })
  show()
  const table = await screen.findByRole('table', { name: 'Accesos a tus datos' })
  const rows = within(table).getAllByRole('row').slice(1)
  const read = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.querySelector('div')?.textContent),
  )
  expect(read).toEqual([
    ['Vio tu expediente', 'Dra. Lucía Ferrer SotoDoctor', '20/11/2026, 07:42\u00a0p.\u00a0m.'],
    ['Agregó una nota médica', 'Dr. Rafael Ibáñez LunaAdministración', '20/11/2026, 07:42\u00a0p.\u00a0m.'],
    ['Descargó un estudio', 'Cuenta eliminada', '20/11/2026, 07:42\u00a0p.\u00a0m.'],
  ])
  expect(screen.getByText('3 accesos')).toBeTruthy()
})

it('says that nobody has', async () => {
  rpc.mockResolvedValue({ total: 0, rows: [] })
  show()
  expect(await screen.findByText('Nadie más ha abierto ni modificado tus datos.')).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Paginación' })).toBeNull()
})

it('turns the page', async () => {
  rpc.mockImplementation(async (_, { page }) => ({
    total: 21,
    rows: [{ ...view, what: page === 1 ? 'record_viewed' : 'account_created' }],
  }))
  show()
  expect(await screen.findByText('Página 1 de 2')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Siguiente' }))
  expect(await screen.findByText('Creó tu cuenta')).toBeTruthy()
  expect(rpc.mock.calls).toEqual([
    ['my_access_log', { page: 1 }],
    ['my_access_log', { page: 2 }],
  ])
})

it('says that it could not be read, and tries again', async () => {
  rpc
    .mockRejectedValueOnce(new AppError('load_access_log', 'server'))
    .mockResolvedValue({ total: 1, rows: [view] })
  show()
  await screen.findByRole('button', { name: 'Reintentar' })
  expect(toastStore.get()?.description).toBe('No se pudo cargar quién ha visto tus datos.')
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Vio tu expediente')).toBeTruthy()
})
