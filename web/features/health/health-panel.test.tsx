import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import type { DatabaseHealth } from '#web/backend/answers.ts'
import { AppError } from '#web/backend/errors.ts'
import type { ServerHealth } from '#web/backend/functions.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { HealthPanel } from './health-panel.tsx'

vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({
    queryKey: ['clinic'],
    queryFn: async () => ({ timeZone: 'America/Mexico_City', samples: backend.samples }),
  }),
}))
const backend = vi.hoisted(() => ({
  url: '',
  samples: [''].slice(1),
  rpc: vi.fn(),
  installationHealth: vi.fn(),
}))
vi.mock('#web/backend/config.ts', () => ({
  loadConfig: async () => ({ supabaseUrl: backend.url, supabaseAnonKey: '' }),
}))
vi.mock('#web/backend/client.ts', () => ({
  ask: (_code: string, request: (client: unknown) => unknown) => request({ rpc: backend.rpc }),
}))
vi.mock('#web/backend/functions.ts', () => ({ installationHealth: backend.installationHealth }))

afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  vi.clearAllMocks()
  backend.samples = []
})

const database: DatabaseHealth = {
  postgres: '18.4',
  size: 13_640_000,
  station_full: false,
  migrations: { applied: 35, last: 'la_ultima.sql' },
  seal: { number: 1234, at: '2026-11-21T01:42:00+00:00' },
}
const server: ServerHealth = {
  engine: 'included',
  version: '0.1.0',
  node: 'v20.20.2',
  disk: { free: 5e9, total: 100e9 },
  backup: null,
  mail: 'outbox',
  outbox: 2,
}

function show(url: string) {
  backend.url = url
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <HealthPanel />
    </QueryClientProvider>,
  )
}

/** What stands beside a term, and below it. */
const fact = async (term: string) => {
  const { parentElement } = await screen.findByText(term)
  return [...(parentElement?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent).join('')
}

it('tells of our own machine what needs attention', async () => {
  backend.installationHealth.mockResolvedValue({ database, server })
  show(location.origin)
  expect(await fact('PostgreSQL')).toBe('18.4')
  expect(await fact('Tamaño')).toBe('13.6 MB')
  expect(await fact('Migraciones')).toBe('35 aplicadasla_ultima.sql')
  expect(await fact('Último sello de la bitácora')).toBe('20/11/2026, 07:42\u00a0p.\u00a0m.Sello 1,234')
  expect(await fact('Motor')).toBe('PostgreSQL incluidoBien')
  expect(await fact('Espacio libre en el disco')).toBe('5 GBAvisode 100 GB')
  expect(await fact('Último respaldo')).toMatch(/^NingunoAtención/)
  expect(await fact('Correo')).toMatch(/^Sin configurarAviso2 mensajes/)
  expect(backend.rpc).not.toHaveBeenCalled()
})

it('says while the station has no room for what machines send', async () => {
  const words = /La estación no tiene lugar y rechaza los estudios que envían los equipos/
  const full = { ...database, station_full: true }
  backend.installationHealth
    .mockResolvedValueOnce({ database: full, server })
    .mockResolvedValue({ database, server })
  show(location.origin)
  expect(await screen.findByText(words)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Actualizar' }))
  await until(() => expect(screen.queryByText(words)).toBeNull())
})

it('leaves the machine of a hosted project to its host', async () => {
  backend.rpc.mockResolvedValue({ ...database, migrations: null, seal: null })
  show('https://proyecto.supabase.co')
  expect(await screen.findByText(/un proyecto de Supabase/)).toBeTruthy()
  expect(await fact('Migraciones')).toBe('No se sabe')
  expect(await fact('Último sello de la bitácora')).toBe('Todavía ninguno')
  expect(backend.installationHealth).not.toHaveBeenCalled()
})

it('says that it could not be read, and tries again', async () => {
  backend.installationHealth
    .mockRejectedValueOnce(new AppError('load_health', 'server'))
    .mockResolvedValue({ database, server })
  show(location.origin)
  await screen.findByRole('button', { name: 'Reintentar' })
  expect(toastStore.get()?.description).toBe('No se pudo cargar el estado de la instalación.')
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await fact('Node.js')).toBe('v20.20.2')
})

it('says which texts of the public page are still the sample, and nothing once none is', async () => {
  backend.installationHealth.mockResolvedValue({ database, server })
  backend.samples = ['visit', 'questions']
  show(location.origin)
  expect(
    await screen.findByText(/muestra todavía textos de muestra \(la visita, las preguntas\)/),
  ).toBeTruthy()
  cleanup()
  backend.samples = []
  show(location.origin)
  await fact('PostgreSQL')
  expect(screen.queryByText(/textos de muestra/)).toBeNull()
})
