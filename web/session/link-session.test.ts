// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const session = 'access_token=a.b.c&expires_in=3600&refresh_token=r1&token_type=bearer'

/** The module as a page that was just opened has it. */
async function open(address: string) {
  vi.resetModules()
  history.replaceState(null, '', address)
  const arrival = await import('./link-session.ts')
  arrival.receiveArrival()
  return arrival
}
const address = () => location.pathname + location.search + location.hash

beforeEach(() => history.replaceState(null, '', '/'))
afterEach(() => vi.restoreAllMocks())

it('a recovery is taken from the address and leads to choosing a password', async () => {
  const before = history.length
  const arrival = await open(`/dashboard?x=1#${session}&type=recovery`)
  expect(address()).toBe('/recuperar-contrasena')
  expect(history.length).toBe(before)
  expect(arrival.takeArrivedSession()).toEqual({ access_token: 'a.b.c', refresh_token: 'r1' })
  expect(arrival.takeArrivedSession()).toBeNull()
})

it('any other session is taken where it arrived', async () => {
  const arrival = await open(`/dashboard/patients?page=2#${session}`)
  expect(address()).toBe('/dashboard/patients?page=2')
  expect(arrival.takeArrivedSession()).toEqual({ access_token: 'a.b.c', refresh_token: 'r1' })
})

it('what went wrong with a link is told on the page that sends another', async () => {
  const arrival = await open(
    '/#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid',
  )
  expect(address()).toBe('/recuperar-contrasena')
  expect(arrival.takeArrivedSession()).toBeNull()
  expect(arrival.takeArrivalProblem()).toBe('otp_expired')
  expect(arrival.takeArrivalProblem()).toBeNull()
})

it.each(['/dashboard#contenido', '/dashboard#access_token=solo', '/dashboard#type=recovery', '/dashboard'])(
  'leaves %s as it is',
  async (place) => {
    const arrival = await open(place)
    expect(address()).toBe(place)
    expect(arrival.takeArrivedSession()).toBeNull()
    expect(arrival.takeArrivalProblem()).toBeNull()
  },
)
