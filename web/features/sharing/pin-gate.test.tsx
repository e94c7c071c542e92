import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import type { SharedRefusal } from '#web/backend/shared-study.ts'
import { PinGate } from './pin-gate.tsx'

const fetched = vi.fn()
const onOpen = vi.fn()

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url === '/config.json') return Response.json({ supabaseUrl: 'http://x', supabaseAnonKey: 'anon' })
    if (url === '/clinic.json') return Response.json({ name: 'Índice', tagline: '', phone: '962 000 0000' })
    return fetched(url, JSON.parse(String(init?.body)))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

const show = (refusal: SharedRefusal | null = null) =>
  render(<PinGate token="abc" refusal={refusal} onOpen={onOpen} />)
async function enter(pin: string) {
  const field = screen.getByLabelText('PIN de 6 dígitos')
  await userEvent.clear(field)
  await userEvent.type(field, `${pin}{Enter}`)
}
const refuse = (status: number, refusal: SharedRefusal) =>
  fetched.mockResolvedValueOnce(Response.json({ error: 'x', ...refusal }, { status }))

it('is a field for a code that phones offer to fill in', () => {
  show()
  const field = screen.getByLabelText('PIN de 6 dígitos')
  expect(field.getAttribute('inputmode')).toBe('numeric')
  expect(field.getAttribute('autocomplete')).toBe('one-time-code')
})

it('sends six digits, however they are spaced, and nothing else', async () => {
  const opened = { study: {}, file: { name: 'a', address: '/f' }, expires_at: '', visit: 'v' }
  fetched.mockResolvedValueOnce(Response.json(opened))
  show()
  await enter('04213')
  expect(await screen.findByText('El PIN tiene 6 dígitos.')).toBeTruthy()
  expect(fetched).not.toHaveBeenCalled()
  await enter('042 137')
  expect(fetched.mock.calls).toEqual([
    ['http://x/functions/v1/open-shared-study', { token: 'abc', pin: '042137' }],
  ])
  await until(() =>
    expect(onOpen).toHaveBeenCalledWith({ ...opened, file: { name: 'a', address: 'http://x/f' } }),
  )
})

it.each([
  [
    { outcome: 'wrong', left: 3 },
    403,
    'El PIN no es correcto. Te quedan 3 intentos. Revisa también que el enlace esté completo.',
  ],
  [
    { outcome: 'wrong', left: 1 },
    403,
    'El PIN no es correcto. Te queda 1 intento. Revisa también que el enlace esté completo.',
  ],
  [{ outcome: 'locked', seconds: 899 }, 429, 'Demasiados intentos. Espera 15 minutos y vuelve a intentarlo.'],
  [{ outcome: 'locked', seconds: 20 }, 429, 'Demasiados intentos. Espera un minuto y vuelve a intentarlo.'],
] as const)('says %j and keeps what was typed', async (refusal, status, words) => {
  refuse(status, refusal)
  show()
  await enter('042137')
  expect(await screen.findByText(words)).toBeTruthy()
  const field = screen.getByLabelText('PIN de 6 dígitos')
  expect(field instanceof HTMLInputElement && field.value).toBe('042137')
  expect(onOpen).not.toHaveBeenCalled()
})

it.each([
  ['revoked', 'Este enlace ya no está disponible.'],
  ['expired', 'Este enlace ya venció.'],
  ['used_up', 'Este enlace ya se abrió todas las veces permitidas.'],
  ['blocked', 'Este enlace se bloqueó por demasiados PIN incorrectos.'],
] as const)('ends with %s', async (outcome, words) => {
  refuse(410, { outcome })
  show()
  await enter('042137')
  expect(await screen.findByRole('heading', { name: words })).toBeTruthy()
  expect(screen.queryByLabelText('PIN de 6 dígitos')).toBeNull()
})

it('asks again when a visit is over, and says when there is no connection', async () => {
  show({ outcome: 'visit_over' })
  expect(screen.getByText('Tu visita terminó. Escribe el PIN otra vez.')).toBeTruthy()
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await enter('042137')
  expect(await screen.findByText('No hay conexión. Revisa tu internet e inténtalo de nuevo.')).toBeTruthy()
})
