import type { Session as AuthSession } from '@supabase/auth-js'
import { useSyncExternalStore } from 'react'
import { createStore } from '#domain/store.ts'
import type { AccountStatus } from '#web/backend/answers.ts'
import { ask, getClient } from '#web/backend/client.ts'
import type { Profile } from '#web/backend/database.ts'
import { AppError, type ErrorCode, toAppError } from '#web/backend/errors.ts'
import { fetchProfile } from '#web/queries/profiles.ts'
import { keepPerson } from './known-person.ts'
import { refuseLink, takeLinkSession } from './link-session.ts'
import { forgetLeftovers, forgetStoredSession, hasStoredSession } from './stored-session.ts'
import { clearCredentials } from './temp-credentials.ts'

/** What an account must do before anything else; for an expired temporary password only the clinic can. */
export type Due = 'second-factor' | 'expired-password' | 'new-password'

export type Session =
  | { state: 'loading' }
  /** `ended`: somebody was signed in, and it was not this tab that signed out. */
  | { state: 'signed-out'; ended: boolean }
  /** There is a session, but the device has no connection by which its account could be read. */
  | { state: 'offline' }
  /** There is a session but its account could not be read, or is closed. */
  | { state: 'failed'; closed: boolean }
  | { state: 'signed-in'; profile: Profile; due: Due | null }

/** Says that the sign-in animation on 'Mi Panel' was shown; once per browser session. */
export const animationKey = 'signInAnimation'

const loading: Session = { state: 'loading' }
const current = createStore<Session>(loading)
/** The account of `current`, so that a refreshed token reads nothing again. */
let account: string | null = null
let started: Promise<void> | null = null

/** Set while this tab signs out, so that it does not report a sign-out from elsewhere. */
let leaving = false

/** Set while a refused token is renewed: listeners hear who is signed in once the reason is known. */
let renewing = false

/** Reads the stored session, or one from the address, and follows it; repeated calls share the first one's work. */
export function startSession(): Promise<void> {
  started ??= follow().catch(async () => {
    await aMoment()
    started = null
    current.set(unread())
  })
  return started
}

/**
 * How long to wait before a failed read counts, in milliseconds. Leaving a page aborts its reads,
 * which looks like a lost network: by then the page is gone, and no false failure is shown.
 */
const aMoment = () => new Promise<void>((resolve) => setTimeout(resolve, 1_000))

async function follow(): Promise<void> {
  const arrived = takeLinkSession()
  const wasSignedIn = hasStoredSession()
  const client = await getClient()
  if (arrived) {
    const { error } = await client.auth.setSession(arrived)
    // The last person at this browser may have been somebody else.
    if (error) refuseLink()
    else forgetLeftovers()
  }
  const { data, error } = await client.auth.getSession()
  if (error && toAppError(error, 'load_profile').reason === 'network') throw error
  await adopt(data.session, wasSignedIn)
  // The client waits for its listeners while holding its lock, so it must not be called before this returns.
  client.auth.onAuthStateChange((event, session) => {
    if (event === 'INITIAL_SESSION' || event === 'TOKEN_REFRESHED') return
    setTimeout(() => renewing || adopt(session, true, changesAccount.includes(event)), 0)
  })
  // Another tab may end the session without its client, and the browser may restore a page after it ended.
  addEventListener('storage', leaveIfSignedOut)
  addEventListener('pageshow', leaveIfSignedOut)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void confirmSession()
  })
}

/** After these, also in another tab, the same person may do more or less than before. */
const changesAccount: readonly string[] = ['USER_UPDATED', 'MFA_CHALLENGE_VERIFIED', 'PASSWORD_RECOVERY']

function leaveIfSignedOut(): void {
  if (!hasStoredSession()) void adopt(null, true)
}

async function adopt(session: AuthSession | null, wasSignedIn: boolean, changed = false): Promise<void> {
  const id = session?.user.id ?? null
  const { state } = current.get()
  const isKnown =
    id === account && state !== 'loading' && (id === null || (state !== 'failed' && state !== 'offline'))
  if (isKnown && !(changed && id)) return
  if (id === null || (account !== null && id !== account)) forgetLeftovers()
  // The screen and memory hold somebody else's data.
  if (account !== null && id !== null && id !== account) return location.reload()
  account = id
  if (id === null) return current.set({ state: 'signed-out', ended: wasSignedIn && !leaving })
  await readAccount(id)
}

async function readAccount(id: string, renewed = false): Promise<void> {
  let next: Session
  try {
    const [profile, status] = await readTwice(() => Promise.all([fetchProfile(id), fetchStatus()]))
    if (status.closed) return renewed ? leave(id, { state: 'failed', closed: true }) : await renewOrLeave(id)
    next = profile ? { state: 'signed-in', profile, due: dueOf(status) } : { state: 'failed', closed: false }
    if (profile && account === id && !leaving) keepPerson(profile)
  } catch {
    next = unread()
  }
  if (account === id && !leaving) current.set(next)
}

/** Reads once more, after a moment, when there was no connection. */
async function readTwice<Data>(read: () => Promise<Data>): Promise<Data> {
  try {
    return await read()
  } catch (failure) {
    if (toAppError(failure, 'load_profile').reason !== 'network') throw failure
    await aMoment()
    return read()
  }
}

/** In the order in which the server allows them. */
function dueOf(status: AccountStatus): Due | null {
  if (status.second_factor_due) return 'second-factor'
  if (status.temp_expired) return 'expired-password'
  return status.must_change ? 'new-password' : null
}

/**
 * The token was refused: its session was ended elsewhere, the account was closed, or its second
 * factor was removed on another device. Only in the last case may the session be renewed.
 */
async function renewOrLeave(id: string): Promise<void> {
  const client = await getClient()
  renewing = true
  const { error } = await client.auth.refreshSession().finally(() => {
    renewing = false
  })
  if (!error) return readAccount(id, true)
  const { reason } = toAppError(error, 'load_profile')
  if (reason === 'network' || reason === 'server') throw error
  leave(id, reason === 'closed' ? { state: 'failed', closed: true } : { state: 'signed-out', ended: true })
}

function leave(id: string, next: Session): void {
  // Signing out ends the session, too: a check under way must not call that an end from elsewhere.
  if (account !== id || leaving) return
  account = null
  forgetPerson()
  current.set(next)
}

/**
 * Checks that the session is still valid and nothing new is due, when the person moves on or
 * comes back: an ended session would just read empty lists. A lost connection changes nothing.
 */
export async function confirmSession(): Promise<void> {
  const session = current.get()
  if (session.state !== 'signed-in' || account === null) return
  const { due } = session
  try {
    const status = await fetchStatus()
    if (status.closed || dueOf(status) !== due) await readAccount(account)
  } catch (failure) {
    if (failure instanceof AppError && failure.reason === 'session' && account) await renewOrLeave(account)
  }
}

function fetchStatus(): Promise<AccountStatus> {
  return ask('load_profile', (client) => client.rpc('account_status'))
}

/** Of an account that could not be read: without a connection it is tried again from where one is. */
function unread(): Session {
  return globalThis.navigator?.onLine === false ? { state: 'offline' } : { state: 'failed', closed: false }
}

/** Reads the account again once there may be a connection. */
export async function retrySession(): Promise<void> {
  await (account === null ? startSession() : readAccount(account))
}

/** Reads profile and account state again after a change. */
export async function refreshSession(): Promise<void> {
  if (account !== null) await readAccount(account)
}

/** The session as it stands, for guards and loaders. */
export const getSession = current.get

/** Loading until the first session was read, then signed in (with profile) or out. Call `startSession` once before. */
export function useSession(): Session {
  return useSyncExternalStore(current.subscribe, getSession, () => loading)
}

/** The profile, for screens that only signed-in people reach. Throws elsewhere: that is a mistake in the routes. */
export function useProfile(): Profile {
  const session = useSession()
  if (session.state !== 'signed-in') throw new Error('This screen needs a session.')
  return session.profile
}

/**
 * Signs in and returns what is due first. Throws an AppError `sign_in`; reason `credentials`
 * when e-mail or password are wrong, `closed`, `temp_expired`, `limit` with the seconds to wait.
 */
export async function signIn(email: string, password: string): Promise<{ due: Due | null }> {
  await authenticate('sign_in', async (client) => {
    const { error } = await client.auth.signInWithPassword({ email: email.trim(), password })
    return error
  })
  // Of somebody whose session ended without signing out. What was typed on this page is the person's own.
  forgetLeftovers([localStorage])
  // The portal asks again before it shows anything; a failure here must not undo a sign-in.
  const status = await fetchStatus().catch(() => null)
  return { due: status && dueOf(status) }
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
 * Signs out on this device. Never fails: whatever the server answers, session, temporary
 * credentials, drafts and flags are removed from this browser, and its other tabs leave as well.
 */
export async function signOut(): Promise<void> {
  leaving = true
  try {
    const client = await getClient()
    await client.auth.signOut({ scope: 'local' })
  } catch {
    // No connection, or a session that the server has already forgotten.
  }
  forgetPerson()
  account = null
  current.set({ state: 'signed-out', ended: false })
  leaving = false
}

function forgetPerson(): void {
  forgetStoredSession()
  forgetLeftovers()
  // Whoever shows them hears of it.
  clearCredentials()
}

/** Runs one request of the auth client. Throws an AppError with the given code. */
export async function authenticate(
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
