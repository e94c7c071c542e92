// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const session = 'access_token=a.b.c&expires_in=3600&refresh_token=r1&token_type=bearer'

/** The module as a page that was just opened has it. */
async function open(address: string) {
  vi.resetModules()
  history.replaceState(null, '', address)
  const links = await import('./link-session.ts')
  links.receiveLink()
  return links
}
const address = () => location.pathname + location.search + location.hash

beforeEach(() => history.replaceState(null, '', '/'))
afterEach(() => vi.restoreAllMocks())

it('a recovery is taken from the address and leads to choosing a password', async () => {
  const before = history.length
  const links = await open(`/dashboard?x=1#${session}&type=recovery`)
  expect(address()).toBe('/recuperar-contrasena')
  expect(history.length).toBe(before)
  expect(links.takeLinkSession()).toEqual({ access_token: 'a.b.c', refresh_token: 'r1' })
  expect(links.takeLinkSession()).toBeNull()
})

it('the token of a message is kept until it is spent, and the address holds nothing of it', async () => {
  const links = await open('/recuperar-contrasena#token_hash=t0k3n')
  expect(address()).toBe('/recuperar-contrasena')
  expect([links.linkToken(), links.linkToken()]).toEqual(['t0k3n', 't0k3n'])
  links.forgetLinkToken()
  expect(links.linkToken()).toBeNull()
  expect(links.takeLinkProblem()).toBeNull()
})

it('a link that differs behind the # alone opens in the same tab too', async () => {
  await open('/recuperar-contrasena')
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  dispatchEvent(new Event('hashchange'))
  expect(reload).not.toHaveBeenCalled()
  history.replaceState(null, '', '#token_hash=t0k3n')
  dispatchEvent(new Event('hashchange'))
  expect(reload).toHaveBeenCalled()
})

it('any other session is taken where it arrived', async () => {
  const links = await open(`/dashboard/patients?page=2#${session}`)
  expect(address()).toBe('/dashboard/patients?page=2')
  expect(links.takeLinkSession()).toEqual({ access_token: 'a.b.c', refresh_token: 'r1' })
})

it('what went wrong with a link is told on the page that sends another', async () => {
  const links = await open(
    '/#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid',
  )
  expect(address()).toBe('/recuperar-contrasena')
  expect(links.takeLinkSession()).toBeNull()
  expect(links.takeLinkProblem()).toBe('link_expired')
  expect(links.takeLinkProblem()).toBeNull()
})

it.each(['/dashboard#contenido', '/dashboard#access_token=solo', '/dashboard#type=recovery', '/dashboard'])(
  'leaves %s as it is',
  async (place) => {
    const links = await open(place)
    expect(address()).toBe(place)
    expect(links.takeLinkSession()).toBeNull()
    expect(links.takeLinkProblem()).toBeNull()
  },
)
