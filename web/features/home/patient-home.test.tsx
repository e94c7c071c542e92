import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { CalendarDays } from 'lucide-react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { AppError, type ErrorCode } from '#web/backend/errors.ts'
import { PatientHome } from './patient-home.tsx'

const answers = new Map<ErrorCode, unknown>()

vi.mock('#web/backend/client.ts', () => {
  const ask = async (code: ErrorCode) => {
    const answer = answers.get(code)
    if (answer instanceof AppError) throw answer
    return answer
  }
  return { ask, askPage: ask, askFarPage: ask }
})
vi.mock('#web/hooks/use-live.ts', () => ({ useLive: () => 'online' }))
vi.mock('#web/session/session.ts', () => ({ useProfile: () => ({ id: 'patient' }) }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))

afterEach(cleanup)

const areas = [
  { path: '/dashboard/my-studies', label: 'Mis Estudios', Icon: CalendarDays },
  { path: '/dashboard/appointments', label: 'Mis Citas', Icon: CalendarDays },
  { path: '/dashboard/my-payments', label: 'Mis Pagos', Icon: CalendarDays },
]

async function tilesFor(given: Partial<Record<ErrorCode, unknown>>, waitFor: RegExp) {
  for (const code of ['load_my_studies', 'load_appointments', 'load_my_payments'] as const) {
    answers.set(code, given[code])
  }
  answers.set('load_initial_data', [])
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <PatientHome areas={areas} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText(waitFor)
  return screen.getAllByRole('link').map(({ textContent }) => textContent?.replace(/\u00a0/g, ' '))
}

it('tells the next relevant fact of each area', async () => {
  const tiles = await tilesFor(
    {
      load_my_studies: { rows: [{ study_date: '2026-11-18' }], total: 3 },
      load_appointments: { appointment_date: '2026-11-21', appointment_time: '11:30:00' },
      load_my_payments: { rows: [{ payment_date: '2026-11-19', total_amount: 1250.5 }], total: 1 },
    },
    /Último pago/,
  )
  expect(tiles).toEqual([
    'Mis EstudiosÚltimo estudio: 18/11/2026',
    'Mis CitasPróxima cita: 21/11/2026, 11:30 a. m.',
    'Mis PagosÚltimo pago: 19/11/2026, $1,250.50',
  ])
})

it('says when there is nothing yet, and what could not be read', async () => {
  const tiles = await tilesFor(
    {
      load_my_studies: new AppError('load_my_studies', 'server'),
      load_appointments: null,
      load_my_payments: { rows: [], total: 0 },
    },
    /No se pudieron/,
  )
  expect(tiles).toEqual([
    'Mis EstudiosNo se pudieron cargar tus estudios.',
    'Mis CitasNo tienes próximas citas.',
    'Mis PagosNo tienes pagos registrados.',
  ])
})
