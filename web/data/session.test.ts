import { beforeEach, expect, it, vi } from 'vitest'

const sessionKey = 'sb-127-auth-token'
const profile = { id: 'ana', full_name: 'Dra. Ana', role: 'doctor' }

type AuthListener = (event: string, session: { user: { id: string } } | null) => void

const backend = vi.hoisted(() => ({
  listener: ((): void => {}) as AuthListener,
  session: null as { user: { id: string } } | null,
  closed: false,
  signOut: async (): Promise<unknown> => ({ error: null }),
}))
vi.mock('./client.ts', () => ({
  getClient: async () => ({
    auth: {
      getSession: async () => ({ data: { session: backend.session }, error: null }),
      onAuthStateChange: (listener: AuthListener) => {
        backend.listener = listener
      },
      signOut: () => backend.signOut(),
      signInWithPassword: async () => {
        localStorage.setItem(sessionKey, '{"access_token":"nuevo"}')
        return { error: null }
      },
    },
  }),
  ask: async () => ({ must_change: false, closed: backend.closed }),
}))
vi.mock('./profiles.ts', () => ({ fetchProfile: async () => profile }))

/** Everything that a doctor's day leaves in the browser. */
function fill() {
  localStorage.setItem(sessionKey, '{"access_token":"secreto"}')
  localStorage.setItem(`${sessionKey}-code-verifier`, 'x')
  localStorage.setItem('temporaryCredentials', '[{"tempPassword":"x7Kp2mQw9Rtz"}]')
  localStorage.setItem('paymentDraft', '{"patientId":"p"}')
  sessionStorage.setItem('study-request-form', '{"patient_name":"Mariana"}')
  sessionStorage.setItem('signInAnimation', '1')
  sessionStorage.setItem('toast', '{"title":"Sesión cerrada"}')
}
const left = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]

/** The module as a tab that was just opened has it. */
async function openTab() {
  vi.resetModules()
  const tab = await import('./session.ts')
  await tab.startSession()
  return tab
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  fill()
  Object.assign(backend, { session: { user: { id: 'ana' } }, closed: false })
  backend.signOut = async () => ({ error: null })
})

it('keeps everything while somebody is signed in', async () => {
  const before = left()
  const tab = await openTab()
  expect(tab.getSession()).toEqual({ state: 'signed-in', profile, mustChange: false })
  expect(left()).toEqual(before)
})

it.each([
  ['answers', async () => ({ error: null })],
  ['refuses', async () => ({ error: new Error('500') })],
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
])('signing out leaves only the message for the next page, when the server %s', async (_how, signOut) => {
  backend.signOut = signOut
  const tab = await openTab()
  await tab.signOut()
  expect(left()).toEqual(['toast'])
  expect(tab.getSession()).toEqual({ state: 'signed-out' })
})

it('another tab leaves when the session is gone from the storage they share', async () => {
  const tab = await openTab()
  dispatchEvent(new StorageEvent('storage', { key: 'paymentDraft' }))
  expect(tab.getSession().state).toBe('signed-in')
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: sessionKey }))
  await vi.waitFor(() => expect(tab.getSession()).toEqual({ state: 'signed-out' }))
  expect(left()).toEqual(['toast'])
})

it('so does a page that the browser kept, when it is shown again', async () => {
  const tab = await openTab()
  localStorage.clear()
  dispatchEvent(new Event('pageshow'))
  await vi.waitFor(() => expect(tab.getSession()).toEqual({ state: 'signed-out' }))
})

it('a session that the server ended leaves nothing to the next person', async () => {
  const tab = await openTab()
  backend.listener('SIGNED_OUT', null)
  await vi.waitFor(() => expect(tab.getSession()).toEqual({ state: 'signed-out' }))
  expect(left()).not.toContain('temporaryCredentials')
  expect(left()).not.toContain('paymentDraft')
})

it('signing in after a session that ended by itself finds nothing of it, and keeps what was just typed', async () => {
  localStorage.removeItem(sessionKey)
  localStorage.removeItem(`${sessionKey}-code-verifier`)
  vi.resetModules()
  const { signIn } = await import('./session.ts')
  await signIn('bruno@clinica.test', 'Clave-99')
  expect(left()).toEqual([sessionKey, 'study-request-form', 'signInAnimation', 'toast'])
})

it('opening the portal without a session finds nothing of the one before', async () => {
  backend.session = null
  localStorage.removeItem(sessionKey)
  localStorage.removeItem(`${sessionKey}-code-verifier`)
  await openTab()
  expect(left()).toEqual(['toast'])
})

it('an account that was closed leaves nothing', async () => {
  backend.closed = true
  const tab = await openTab()
  expect(tab.getSession()).toEqual({ state: 'failed' })
  expect(left()).toEqual(['toast'])
})

it('somebody else’s session in this tab begins anew, with the session and without the leftovers', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  await openTab()
  backend.listener('SIGNED_IN', { user: { id: 'bruno' } })
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(left()).toEqual([sessionKey, `${sessionKey}-code-verifier`, 'toast'])
})
