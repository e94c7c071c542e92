import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import type { AdminOverview } from '#web/backend/answers.ts'
import { AppError } from '#web/backend/errors.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { OverviewScreen } from './overview-screen.tsx'

const backend = vi.hoisted(() => ({ ask: vi.fn() }))
vi.mock('#web/backend/client.ts', () => ({ ask: backend.ask }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))

afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  vi.clearAllMocks()
})

const overview: AdminOverview = {
  users: { total: 10020, this_month: 3, change: -50 },
  doctors: { total: 20, this_month: 1, change: 0 },
  patients: { total: 10000, this_month: 3, change: 100 },
  appointments: { total: 200000, this_month: 3, change: -7 },
  appointments_today: { total: 15, this_month: 3, change: 8 },
  studies: { total: 100000, this_month: 3, change: 5 },
  pending_requests: { total: 2571, this_month: 3, change: -35 },
  income: { today: 1250.5, month: 22547.5 },
  activity: [],
}

function show() {
  const router = createMemoryRouter([{ path: '/', Component: OverviewScreen }])
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

it('begins with what came in this month', async () => {
  backend.ask.mockResolvedValue(overview)
  show()
  await screen.findByText('$22,547.50')
  expect(document.body.textContent).toContain('Ingresos de este mes$22,547.50Hoy: $1,250.50')
  expect(screen.getByRole('link', { name: 'Ingresos de este mes' }).getAttribute('href')).toBe('/income')
})

it('shows seven numbers, each with its change', async () => {
  backend.ask.mockResolvedValue(overview)
  show()
  await screen.findByText('200,000')
  for (const card of [
    'Usuarios10,0203 altas este mes-50%',
    'Doctores201 alta este mes0%',
    'Pacientes10,0003 altas este mes+100%',
    'Citas200,0003 citas este mes-7%',
    'Citas de Hoy15+8%',
    'Estudios100,0003 subidos este mes+5%',
    'Solicitudes Pendientes2,5713 recibidas este mes-35%',
  ])
    expect(document.body.textContent).toContain(card)
})

it('names what each trend compares, and paints no pending request green or red', async () => {
  backend.ask.mockResolvedValue({ ...overview, pending_requests: { total: 19, this_month: 3, change: 79 } })
  show()
  await screen.findByText('+79%')
  for (const card of [
    'Usuarios10,0203 altas este mes-50%vs. el mes anterior',
    'Citas200,0003 citas este mes-7%vs. el mes anterior',
    'Citas de Hoy15+8%vs. hace una semana',
    'Estudios100,0003 subidos este mes+5%vs. el mes anterior',
    'Solicitudes Pendientes193 recibidas este mes+79%vs. el mes anterior',
  ])
    expect(document.body.textContent).toContain(card)
  expect(screen.getByText('+5%').className).toContain('text-ok')
  expect(screen.getByText('-50%').className).toContain('text-bad')
  expect(screen.getByText('+79%').className).not.toMatch(/text-(ok|bad)/)
})

it('opens the screen of each number, and of what came last', async () => {
  const at = '2026-11-21T16:00:00Z'
  const profile = { kind: 'profile' as const, id: 'a', title: 'Ana Ruiz', detail: 'ana+1@correo.test', at }
  const request = { kind: 'request' as const, id: '42', title: 'Luis Gil', detail: 'Tomografías', at }
  backend.ask.mockResolvedValue({ ...overview, activity: [profile, request] })
  show()
  await screen.findByText('Ana Ruiz')
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Ingresos de este mes', '/income'],
    ['Citas de Hoy', '/dashboard/appointments?fecha=hoy'],
    ['Solicitudes Pendientes', '/requests?estado=pendiente'],
    ['Citas', '/dashboard/appointments'],
    ['Estudios', '/studies'],
    ['Usuarios', '/users'],
    ['Doctores', '/users?rol=doctores'],
    ['Pacientes', '/users?rol=pacientes'],
    ['Ana Ruiz', '/users?buscar=ana%2B1%40correo.test'],
    ['Luis Gil', '/dashboard/request/42'],
  ])
})

it('says that the panel could not be read, and reads again when asked', async () => {
  backend.ask.mockRejectedValueOnce(new AppError('load_panel', 'server')).mockResolvedValue(overview)
  show()
  // What failed is said once, and in its place what to do.
  await screen.findByText('Vuelve a intentarlo en un momento.')
  expect(screen.queryByText('No se pudo obtener la información del panel. Inténtalo de nuevo.')).toBeNull()
  expect(toastStore.get()).toMatchObject({
    title: 'Error al cargar datos',
    description: 'No se pudo obtener la información del panel. Inténtalo de nuevo.',
    variant: 'destructive',
  })
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await screen.findByText('10,020')
})
