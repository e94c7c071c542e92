import type { Session as AuthSession } from '@supabase/auth-js'
import { useSyncExternalStore } from 'react'
import { ask, getClient } from './client.ts'
import type { AccountStatus, Profile } from './database.ts'
import { type ErrorCode, toAppError } from './errors.ts'
import { fetchProfile } from './profiles.ts'
import { forgetLeftovers, forgetStoredSession, hasStoredSession } from './stored-session.ts'
import { clearCredentials } from './temp-credentials.ts'

export type Session =
  | { state: 'loading' }
  | { state: 'signed-out' }
  /** There is a session but its account could not be read, or is closed. */
  | { state: 'failed' }
  | { state: 'signed-in'; profile: Profile; mustChange: boolean }

/** Says that the sign-in animation on 'Mi Panel' was shown; once per browser session. */
export const animationKey = 'signInAnimation'

let current: Session = { state: 'loading' }
/** The account that `current` speaks of, so that a refreshed token reads nothing again. */
let account: string | null = null
let started: Promise<void> | null = null
const listeners = new Set<() => void>()

function set(next: Session): void {
  current = next
  for (const listener of listeners) listener()
}

/** Reads the stored session and follows it; repeated calls share the first one's work. */
export function startSession(): Promise<void> {
  started ??= follow().catch(() => {
    started = null
    set({ state: 'failed' })
  })
  return started
}

async function follow(): Promise<void> {
  const client = await getClient()
  const { data, error } = await client.auth.getSession()
  if (error) throw error
  await adopt(data.session)
  // The client waits for its listeners while it holds its lock, so nothing may be asked of it before this returns.
  client.auth.onAuthStateChange((event, session) => {
    if (event === 'INITIAL_SESSION' || event === 'TOKEN_REFRESHED') return
    setTimeout(() => adopt(session), 0)
  })
  // Another tab may end the session without its client, and a page that the browser kept may come back after it ended.
  addEventListener('storage', leaveIfSignedOut)
  addEventListener('pageshow', leaveIfSignedOut)
}

function leaveIfSignedOut(): void {
  if (!hasStoredSession()) adopt(null)
}

async function adopt(session: AuthSession | null): Promise<void> {
  const id = session?.user.id ?? null
  if (id === account && current.state !== 'loading' && current.state !== 'failed') return
  if (id === null || (account !== null && id !== account)) forgetLeftovers()
  // What is on screen and in memory is somebody else's.
  if (account !== null && id !== null && id !== account) return location.reload()
  account = id
  if (id === null) return set({ state: 'signed-out' })
  await readAccount(id)
}

async function readAccount(id: string): Promise<void> {
  let next: Session
  try {
    const [profile, status] = await Promise.all([fetchProfile(id), fetchStatus()])
    if (status.closed) forgetPerson()
    next =
      profile && !status.closed
        ? { state: 'signed-in', profile, mustChange: status.must_change }
        : { state: 'failed' }
  } catch {
    next = { state: 'failed' }
  }
  if (account === id) set(next)
}

function fetchStatus(): Promise<AccountStatus> {
  return ask('load_profile', (client) => client.rpc('account_status'))
}

/** Reads profile and account state again, after they were changed. */
export async function refreshSession(): Promise<void> {
  if (account !== null) await readAccount(account)
}

/** The session as it stands, for guards and loaders. */
export function getSession(): Session {
  return current
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const loading: Session = { state: 'loading' }

/** Loading until the first session was read, then signed in (with profile) or out. Call `startSession` once before. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, getSession, () => loading)
}

/** The profile of a screen that only signed-in people reach. Throws elsewhere: that is a mistake in the routes. */
export function useProfile(): Profile {
  const session = useSession()
  if (session.state !== 'signed-in') throw new Error('This screen needs a session.')
  return session.profile
}

/**
 * Signs in and answers whether a new password must be chosen before anything else. Throws an AppError `sign_in`;
 * reason `credentials` when e-mail or password are wrong.
 */
export async function signIn(email: string, password: string): Promise<{ mustChange: boolean }> {
  await authenticate('sign_in', async (client) => {
    const { error } = await client.auth.signInWithPassword({ email: email.trim(), password })
    return error
  })
  // Of somebody whose session ended without signing out. What was typed on this page is the person's own.
  forgetLeftovers([localStorage])
  // The portal asks again before it shows anything; a failure here must not undo a sign-in.
  const status = await fetchStatus().catch(() => null)
  return { mustChange: status?.must_change ?? false }
}

/** Chooses a new password; an account that had to do so is free afterwards. */
export async function changePassword(password: string): Promise<void> {
  await authenticate('change_password', async (client) => {
    const { error } = await client.auth.updateUser({ password })
    return error
  })
  await refreshSession()
}

/**
 * Signs out on this device. Never fails: whatever the server answers, the session, the temporary credentials, drafts and
 * flags are gone from this browser, and its other tabs leave as well.
 */
export async function signOut(): Promise<void> {
  try {
    const client = await getClient()
    await client.auth.signOut({ scope: 'local' })
  } catch {
    // No connection, or a session that the server has already forgotten.
  }
  forgetPerson()
  account = null
  set({ state: 'signed-out' })
}

function forgetPerson(): void {
  forgetStoredSession()
  forgetLeftovers()
  // Whoever shows them hears of it.
  clearCredentials()
}

async function authenticate(
  code: ErrorCode,
  run: (client: Awaited<ReturnType<typeof getClient>>) => Promise<Error | null>,
): Promise<void> {
  try {
    const error = await run(await getClient())
    if (error) throw error
  } catch (failure) {
    throw toAppError(failure, code)
  }
}
