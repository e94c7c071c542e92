import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HOUR } from '#domain/credentials.ts'
import { until } from '#tests/until.ts'
import { addCredential } from '#web/session/temp-credentials.ts'
import { CredentialsScreen } from './credentials-screen.tsx'

/** The phones that the backend knows; an error when it cannot be reached. */
let phones: { id: string; phone: string | null }[] | Error = []
vi.mock('#web/backend/client.ts', () => ({
  ask: async () => {
    if (phones instanceof Error) throw phones
    return phones
  },
}))

vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({
    queryKey: ['clinic'],
    queryFn: async () => ({ name: 'Índice', timeZone: 'America/Mexico_City' }),
  }),
}))

const start = Date.parse('2026-11-20T18:00:00Z')
const credential = {
  id: '00000000-0000-4000-8000-000000000001',
  fullName: 'Ximena Núñez',
  email: 'ximena@correo.test',
  tempPassword: 'x7Kp2mQw9Rtz',
  timestamp: start,
}

beforeEach(() => {
  vi.useFakeTimers({ now: start, shouldAdvanceTime: true })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  phones = []
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const show = (state?: object) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[{ pathname: '/', state }]}>
        <CredentialsScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
const whatsApp = () =>
  screen.getByRole('link', { name: 'WhatsApp a Ximena Núñez, se abre en otra pestaña' }).getAttribute('href')
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

it('says that there are none', () => {
  show()
  expect(screen.getByText('No hay credenciales temporales')).toBeTruthy()
})

it('counts down each second', async () => {
  addCredential(credential)
  show()
  expect(screen.getByRole('timer').textContent).toBe('60:00')
  await pass(61_000)
  expect(screen.getByRole('timer').textContent).toBe('58:59')
})

it('offers what expired no more, and takes it away within a minute', async () => {
  addCredential({ ...credential, timestamp: start + 30_000 })
  show()
  await pass(HOUR + 30_000)
  expect(screen.getByRole('timer').textContent).toBe('Expirado')
  expect(screen.getByRole('button', { name: 'Copiar' })).toHaveProperty('disabled', true)
  expect(screen.queryByRole('link', { name: /WhatsApp/ })).toBeNull()
  await pass(60_000)
  expect(screen.queryByText('Ximena Núñez')).toBeNull()
  expect(localStorage.getItem('temporaryCredentials')).toBeNull()
})

it('removes by hand', async () => {
  addCredential(credential)
  show()
  await userEvent
    .setup({ advanceTimers: vi.advanceTimersByTime })
    .click(screen.getByRole('button', { name: 'Eliminar' }))
  expect(screen.getByText('No hay credenciales temporales')).toBeTruthy()
})

it('a phone keeps all but the appointment in a menu', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  addCredential(credential)
  show()
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  expect(screen.getByRole('link', { name: 'Agendar cita' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Ver expediente' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Eliminar' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Más acciones' }))
  expect(screen.getByRole('button', { name: 'Ver expediente' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Eliminar' }))
  expect(screen.getByText('No hay credenciales temporales')).toBeTruthy()
})

it('warns by its colour when less than five minutes are left', async () => {
  addCredential(credential)
  show()
  await pass(HOUR - 5 * 60_000 - 1_000)
  const chip = () => screen.getByRole('timer').parentElement?.className
  expect([screen.getByRole('timer').textContent, chip()]).toEqual(['05:01', expect.stringContaining('neu')])
  await pass(2_000)
  expect([screen.getByRole('timer').textContent, chip()]).toEqual(['04:59', expect.stringContaining('pend')])
})

it('sends the welcome message to the phone of the account', async () => {
  phones = [{ id: credential.id, phone: '961 123 4567' }]
  addCredential(credential)
  show()
  await until(() => expect(whatsApp()).toMatch(/^https:\/\/wa\.me\/529611234567\?text=/))
  const text = new URL(whatsApp() ?? '').searchParams.get('text')
  for (const part of [
    'Ximena Núñez',
    credential.email,
    credential.tempPassword,
    location.origin,
    'cambia la',
  ])
    expect(text).toContain(part)
})

it.each([
  ['has none', [{ id: credential.id, phone: null }]],
  ['cannot be asked', new Error('Failed to fetch')],
])('lets choose whom when the account %s', async (_why, known) => {
  phones = known
  addCredential(credential)
  show()
  await pass(100)
  expect(whatsApp()).toMatch(/^https:\/\/wa\.me\/\?text=Hola/)
})

it('logs corrupt stored data and shows the rest', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  localStorage.setItem('temporaryCredentials', JSON.stringify([{ id: 7 }, credential]))
  show()
  expect(screen.getByText('Ximena Núñez')).toBeTruthy()
  expect(warn).toHaveBeenCalledExactlyOnceWith('1 stored credential(s) could not be read')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('leads on to the record and to an appointment there, the newest patient first', () => {
  const older = { ...credential, id: '00000000-0000-4000-8000-000000000002', fullName: 'Beto Ruiz' }
  addCredential(older)
  addCredential(credential)
  show()
  const leads = (name: string) =>
    screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'))
  expect(leads('Agendar cita')).toEqual([
    `/dashboard/patients/${credential.id}?nueva=cita`,
    `/dashboard/patients/${older.id}?nueva=cita`,
  ])
  expect(leads('Ver expediente')).toEqual([
    `/dashboard/patients/${credential.id}`,
    `/dashboard/patients/${older.id}`,
  ])
})

it('books the request that was just accepted, not its patient beside it', () => {
  addCredential(credential)
  show({ accepted: '12', patient: credential.id })
  const [link, ...others] = screen.getAllByRole('link', { name: 'Agendar cita' })
  expect(link?.getAttribute('href')).toBe('/dashboard/requests/12/cita')
  expect(others).toEqual([])
})
