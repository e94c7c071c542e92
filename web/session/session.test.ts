// @vitest-environment happy-dom

import { beforeEach, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'

const sessionKey = 'sb-127-auth-token'
const profile = { id: 'ana', full_name: 'Dra. Ana', role: 'doctor' }

type AuthListener = (event: string, session: { user: { id: string } } | null) => void

const backend = vi.hoisted(() => ({
  listener: ((): void => {}) as AuthListener,
  session: null as { user: { id: string } } | null,
  status: { closed: false, must_change: false, temp_expired: false, second_factor_due: false },
  refuse: null as Error | null,
  /** Why the stored session could not be renewed. */
  unread: null as Error | null,
  renew: (): { error: unknown } => ({ error: null }),
  setSession: (): { error: unknown } => ({ error: null }),
  signOut: async (): Promise<unknown> => ({ error: null }),
}))
vi.mock('#web/backend/client.ts', () => ({
  getClient: async () => ({
    auth: {
      getSession: async () => ({ data: { session: backend.session }, error: backend.unread }),
      onAuthStateChange: (listener: AuthListener) => {
        backend.listener = listener
      },
      signOut: () => backend.signOut(),
      refreshSession: async () => {
        const answer = backend.renew()
        await new Promise((resolve) => setTimeout(resolve, 1))
        return answer
      },
      setSession: async () => backend.setSession(),
      updateUser: async () => ({ error: null }),
      signInWithPassword: async () => {
        localStorage.setItem(sessionKey, '{"access_token":"nuevo"}')
        return { error: null }
      },
    },
  }),
  ask: async () => {
    if (backend.refuse) throw backend.refuse
    return { ...backend.status }
  },
}))
vi.mock('#web/queries/profiles.ts', () => ({ fetchProfile: async () => profile }))

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
  Object.assign(backend, {
    session: { user: { id: 'ana' } },
    status: { closed: false, must_change: false, temp_expired: false, second_factor_due: false },
    refuse: null,
    unread: null,
    renew: () => ({ error: null }),
    setSession: () => ({ error: null }),
  })
  history.replaceState(null, '', '/')
  backend.signOut = async () => ({ error: null })
})

it('keeps everything while somebody is signed in, and whose session it is', async () => {
  const before = left()
  const tab = await openTab()
  expect(tab.getSession()).toEqual({ state: 'signed-in', profile, due: null })
  expect(left().toSorted()).toEqual([...before, 'person'].toSorted())
})

it.each([
  ['answers', async () => ({ error: null })],
  ['refuses', async () => ({ error: new Error('500') })],
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
])('signing out leaves only the message for the next page, when the server %s', async (_how, signOut) => {
  backend.signOut = signOut
  const tab = await openTab()
  const { pictureMemory } = await import('#web/backend/picture-memory.ts')
  pictureMemory().set('ana/1/miniatura.webp', {
    address: 'https://backend.test/1',
    until: Date.now() + 1_000,
  })
  await tab.signOut()
  expect(left()).toEqual(['toast'])
  expect(pictureMemory().size).toBe(0)
  expect(tab.getSession()).toEqual({ state: 'signed-out', ended: false })
})

it('another tab leaves when the session is gone from the storage they share', async () => {
  const tab = await openTab()
  dispatchEvent(new StorageEvent('storage', { key: 'paymentDraft' }))
  expect(tab.getSession().state).toBe('signed-in')
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: sessionKey }))
  await until(() => expect(tab.getSession()).toEqual({ state: 'signed-out', ended: true }))
  expect(left()).toEqual(['toast'])
})

it('so does a page that the browser kept, when it is shown again', async () => {
  const tab = await openTab()
  localStorage.clear()
  dispatchEvent(new Event('pageshow'))
  await until(() => expect(tab.getSession()).toEqual({ state: 'signed-out', ended: true }))
})

it('a session that the server ended leaves nothing to the next person', async () => {
  const tab = await openTab()
  backend.listener('SIGNED_OUT', null)
  await until(() => expect(tab.getSession()).toEqual({ state: 'signed-out', ended: true }))
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

it('signing out here does not look like an end from elsewhere when the client reports it early', async () => {
  const tab = await openTab()
  let toldElsewhere = false
  backend.signOut = async () => {
    backend.listener('SIGNED_OUT', null)
    await new Promise((resolve) => setTimeout(resolve, 1))
    const heard = tab.getSession()
    toldElsewhere = heard.state === 'signed-out' && heard.ended
    return { error: null }
  }
  await tab.signOut()
  expect(tab.getSession()).toEqual({ state: 'signed-out', ended: false })
  // The guard leaves at the first word.
  expect(toldElsewhere).toBe(false)
})

it('nor does a check that was under way when the server forgot the session', async () => {
  const tab = await openTab()
  const heard: unknown[] = []
  backend.signOut = async () => {
    backend.status.closed = true
    backend.renew = () => ({ error: refusals.ended })
    await tab.confirmSession()
    heard.push(tab.getSession())
    return { error: null }
  }
  await tab.signOut()
  expect([...heard, tab.getSession()]).toEqual([
    { state: 'signed-in', profile, due: null },
    { state: 'signed-out', ended: false },
  ])
})

const refusals = {
  closed: { name: 'AuthApiError', status: 400, code: 'user_banned', message: 'User is banned' },
  ended: { name: 'AuthApiError', status: 400, code: 'refresh_token_not_found', message: 'Not Found' },
}

it.each([
  ['closed', { state: 'failed', closed: true }],
  ['ended', { state: 'signed-out', ended: true }],
] as const)('a token that opens nothing, of an account that was %s, leaves nothing', async (why, session) => {
  backend.status.closed = true
  backend.renew = () => ({ error: refusals[why] })
  const tab = await openTab()
  expect(tab.getSession()).toEqual(session)
  expect(left()).toEqual(['toast'])
})

it('a token whose second factor was removed elsewhere is renewed and goes on', async () => {
  backend.status.closed = true
  backend.renew = () => {
    backend.status.closed = false
    return { error: null }
  }
  const tab = await openTab()
  expect(tab.getSession()).toEqual({ state: 'signed-in', profile, due: null })
})

it.each([
  ['closed', { state: 'failed', closed: true }],
  ['ended', { state: 'signed-out', ended: true }],
] as const)('opening another screen notices that the session was %s elsewhere', async (why, session) => {
  const tab = await openTab()
  backend.status.closed = true
  backend.renew = () => {
    // The client tells its listeners before it answers.
    backend.listener('SIGNED_OUT', null)
    return { error: refusals[why] }
  }
  await tab.confirmSession()
  expect(tab.getSession()).toEqual(session)
  expect(left()).toEqual(['toast'])
})

it('opening another screen without a connection changes nothing', async () => {
  const tab = await openTab()
  backend.refuse = new TypeError('Failed to fetch')
  await tab.confirmSession()
  expect(tab.getSession()).toEqual({ state: 'signed-in', profile, due: null })
})

it.each([
  [{ second_factor_due: true, must_change: true }, 'second-factor'],
  [{ must_change: true, temp_expired: true }, 'expired-password'],
  [{ must_change: true }, 'new-password'],
] as const)('with %j the first thing due is %s', async (status, due) => {
  Object.assign(backend.status, status)
  const tab = await openTab()
  expect(tab.getSession()).toEqual({ state: 'signed-in', profile, due })
})

it('another tab goes on when this one has passed what was due', async () => {
  backend.status.second_factor_due = true
  const tab = await openTab()
  backend.status.second_factor_due = false
  backend.listener('MFA_CHALLENGE_VERIFIED', backend.session)
  await until(() => expect(tab.getSession()).toEqual({ state: 'signed-in', profile, due: null }))
})

it('a session in the address is taken, and finds nothing of who was here before', async () => {
  history.replaceState(null, '', '/#access_token=a.b.c&refresh_token=r&type=recovery')
  vi.resetModules()
  const { receiveLink, takeLinkProblem } = await import('./link-session.ts')
  receiveLink()
  const setSession = vi.spyOn(backend, 'setSession')
  const tab = await import('./session.ts')
  await tab.startSession()
  expect(setSession).toHaveBeenCalledOnce()
  expect(tab.getSession().state).toBe('signed-in')
  expect(left()).not.toContain('paymentDraft')
  expect(takeLinkProblem()).toBeNull()
})

it('a session in the address that is none is said to be none', async () => {
  history.replaceState(null, '', '/#access_token=a.b.c&refresh_token=r&type=recovery')
  vi.resetModules()
  const { receiveLink, takeLinkProblem } = await import('./link-session.ts')
  receiveLink()
  backend.session = null
  backend.setSession = () => ({ error: new Error('no') })
  await (await import('./session.ts')).startSession()
  expect(takeLinkProblem()).toBe('link_expired')
})

it('somebody else’s session in this tab begins anew, with the session and without the leftovers', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  await openTab()
  backend.listener('SIGNED_IN', { user: { id: 'bruno' } })
  await until(() => expect(reload).toHaveBeenCalledOnce())
  expect(left()).toEqual([sessionKey, `${sessionKey}-code-verifier`, 'toast'])
})

it('a read that is cut off, as leaving a page does, is no failed account', async () => {
  vi.useFakeTimers()
  try {
    vi.resetModules()
    const { AppError } = await import('#web/backend/errors.ts')
    const tab = await import('./session.ts')
    backend.refuse = new AppError('load_profile', 'network')
    const started = tab.startSession()
    await vi.advanceTimersByTimeAsync(500)
    expect(tab.getSession()).toEqual({ state: 'loading' })
    backend.refuse = null
    await vi.advanceTimersByTimeAsync(1_000)
    await started
    expect(tab.getSession()).toEqual({ state: 'signed-in', profile, due: null })
  } finally {
    vi.useRealTimers()
  }
})

it('nor is a session that could not be renewed, while its page is being left', async () => {
  vi.useFakeTimers()
  try {
    vi.resetModules()
    backend.unread = new TypeError('Failed to fetch')
    const tab = await import('./session.ts')
    const started = tab.startSession()
    await vi.advanceTimersByTimeAsync(500)
    expect(tab.getSession()).toEqual({ state: 'loading' })
    await vi.advanceTimersByTimeAsync(1_000)
    await started
    expect(tab.getSession()).toEqual({ state: 'failed', closed: false })
  } finally {
    vi.useRealTimers()
  }
})

it.each([
  ['waits, and is read when it is tried again, without a network', false, { state: 'offline' }],
  ['has failed otherwise', true, { state: 'failed', closed: false }],
])('an account that no connection reaches %s', async (_, onLine, expected) => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine })
  try {
    vi.resetModules()
    const { AppError } = await import('#web/backend/errors.ts')
    const tab = await import('./session.ts')
    backend.refuse = new AppError('load_profile', 'network')
    const started = tab.startSession()
    await vi.advanceTimersByTimeAsync(2_000)
    await started
    expect(tab.getSession()).toEqual(expected)
    backend.refuse = null
    await tab.retrySession()
    expect(tab.getSession()).toEqual({ state: 'signed-in', profile, due: null })
  } finally {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})
