import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import type { CatalogueService } from '#web/backend/database.ts'
import { AppError } from '#web/backend/errors.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { CataloguePanel } from './catalogue-panel.tsx'

vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))
const backend = vi.hoisted(() => ({ catalogue: vi.fn(), history: vi.fn(), save: vi.fn(), add: vi.fn() }))
vi.mock('#web/queries/services.ts', () => ({
  catalogueQuery: () => ({ queryKey: ['services', 'catalogue'], queryFn: backend.catalogue }),
  serviceHistoryQuery: (id: string, page: number) => ({
    queryKey: ['services', 'history', id, page],
    queryFn: () => backend.history(id, page),
  }),
  serviceHistoryPageSize: 20,
  saveService: backend.save,
  addService: backend.add,
}))

afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  vi.resetAllMocks()
})

const scan: CatalogueService = {
  id: 's1',
  name: 'Escaneo Intraoral',
  price: 1400.5,
  active: true,
  requestable: false,
  preparation: null,
}

function show(rows: CatalogueService[] = [scan]) {
  backend.catalogue.mockResolvedValue({ rows, total: rows.length })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <CataloguePanel />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const retype = async (label: string, text: string) => {
  await userEvent.clear(screen.getByLabelText(label))
  await userEvent.type(screen.getByLabelText(label), text)
}

it('shows prices and where a service appears, and says that receipts stay as they are', async () => {
  show([scan, { ...scan, id: 's2', name: 'Molde', active: false, requestable: true }])
  const table = await screen.findByRole('table', { name: 'Catálogo de servicios' })
  const [, first, second] = within(table).getAllByRole('row')
  expect(first?.textContent).toContain('$1,400.50')
  expect(first?.textContent).toMatch(/Activo.*No aparece/)
  expect(second?.textContent).toMatch(/Retirado.*Se puede pedir/)
  expect(screen.getByText(/Los recibos que ya se emitieron no cambian/)).toBeTruthy()
})

it('says that there are none', async () => {
  show([])
  expect(await screen.findByText('Todavía no hay servicios.')).toBeTruthy()
})

it('stores an edited price as pesos, reads the list again and says when the public page follows', async () => {
  backend.save.mockResolvedValue(undefined)
  show()
  await press('Editar Escaneo Intraoral')
  expect(screen.getByLabelText(/^Precio/)).toHaveProperty('value', '1400.50')
  await retype('Precio (MXN) *', '1,500.25')
  await userEvent.click(screen.getByLabelText('Se puede pedir en la solicitud'))
  await press('Guardar servicio')
  expect(backend.save.mock.calls).toEqual([
    [
      {
        id: 's1',
        name: 'Escaneo Intraoral',
        price: 1500.25,
        active: true,
        requestable: true,
        preparation: null,
      },
    ],
  ])
  expect(toastStore.get()).toMatchObject({
    title: 'Servicio actualizado',
    description: 'Escaneo Intraoral: la página pública lo muestra en menos de un minuto.',
  })
  await until(() => expect(backend.catalogue).toHaveBeenCalledTimes(2))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('refuses a service without a name or with a price that is none, and keeps what was typed', async () => {
  show()
  await press('Agregar servicio')
  await press('Guardar servicio')
  expect(screen.getByText('Escribe el nombre del servicio.')).toBeTruthy()
  expect(screen.getByText('Escribe un precio como 250 o 1,250.50.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText(/^Nombre/))
  await retype('Nombre *', 'Escaneo Intraoral')
  await retype('Precio (MXN) *', '-1')
  await press('Guardar servicio')
  expect(screen.getByText('El precio no puede ser negativo.')).toBeTruthy()
  expect(backend.add).not.toHaveBeenCalled()
  await retype('Precio (MXN) *', '300')
  backend.add.mockRejectedValue(new AppError('save_service', 'conflict'))
  await press('Guardar servicio')
  expect(toastStore.get()?.description).toBe(
    'No se pudo guardar el servicio. Ya existe un registro con esos datos.',
  )
  expect(screen.getByLabelText(/^Nombre/)).toHaveProperty('value', 'Escaneo Intraoral')
})

it('a service whose answer was lost is sent again under the same id', async () => {
  backend.add.mockRejectedValueOnce(new AppError('save_service', 'network')).mockResolvedValueOnce(undefined)
  show()
  await press('Agregar servicio')
  await retype('Nombre *', 'Molde')
  await retype('Precio (MXN) *', '300')
  await press('Guardar servicio')
  await until(() => expect(toastStore.get()?.variant).toBe('destructive'))
  await press('Guardar servicio')
  await until(() => expect(screen.queryByRole('dialog')).toBeNull())
  const ids = backend.add.mock.calls.map(([service]) => service.id)
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
})

it('shows what a service cost before, and who changed it', async () => {
  const past = {
    at: '2026-11-21T01:42:00Z',
    name: 'Escaneo',
    active: true,
    requestable: true,
    preparation: null,
  }
  backend.history.mockResolvedValue({
    total: 2,
    rows: [
      { ...past, id: 2, who: 'Dra. Principal', price: 1400.5 },
      { ...past, id: 1, who: null, price: 400, preparation: 'Llega antes.' },
    ],
  })
  show()
  await press('Historial de Escaneo Intraoral')
  const lines = await screen.findAllByRole('listitem')
  expect(lines.map((line) => line.textContent)).toEqual([
    'EscaneoActivo · Se puede pedir$1,400.5020/11/2026, 07:42\u00a0p.\u00a0m. · Dra. Principal',
    'EscaneoActivo · Se puede pedir$400.0020/11/2026, 07:42\u00a0p.\u00a0m. · InstalaciónLlega antes.',
  ])
  expect(screen.getByText('2 cambios')).toBeTruthy()
})

it('offers a text for an empty preparation, which is stored as it is edited', async () => {
  backend.save.mockResolvedValue(undefined)
  show()
  await press('Editar Escaneo Intraoral')
  await press('Usar texto sugerido')
  const field = screen.getByLabelText(/^Preparación/)
  expect(field).toHaveProperty('value', expect.stringContaining('avísanos antes.\nSi eres menor de edad'))
  expect(screen.queryByRole('button', { name: 'Usar texto sugerido' })).toBeNull()
  expect(document.activeElement).toBe(field)
  await userEvent.clear(field)
  await userEvent.type(field, ' Llega antes.{Enter}Trae tu orden. ')
  await press('Guardar servicio')
  expect(backend.save.mock.calls[0]?.[0]).toMatchObject({ preparation: 'Llega antes.\nTrae tu orden.' })
})
