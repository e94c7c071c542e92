import { useSyncExternalStore } from 'react'
import { parseStored, purge, type TemporaryCredential } from '#domain/credentials.ts'

/** Where the browser of the doctor who created the patients keeps them. */
export const credentialsKey = 'temporaryCredentials'
const purgeEvery = 60_000

const none: readonly TemporaryCredential[] = []
let current: readonly TemporaryCredential[] = none
let raw: string | null = null
const listeners = new Set<() => void>()
let purging: ReturnType<typeof setInterval> | undefined

/** Keeps a new credential for an hour, in this browser only; replaces an older one of the same account. */
export function addCredential(credential: TemporaryCredential): void {
  write([credential, ...read().filter(({ id }) => id !== credential.id)])
}

export function removeCredential(id: string): void {
  write(read().filter((credential) => credential.id !== id))
}

/** Everything goes at sign-out. */
export function clearCredentials(): void {
  localStorage.removeItem(credentialsKey)
  changed()
}

/** The credentials that are still valid, newest first; follows other tabs, and purges every minute and on load. */
export function useCredentials(): readonly TemporaryCredential[] {
  return useSyncExternalStore(subscribe, read, () => none)
}

export function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('storage', onStorage)
    purging = setInterval(purgeNow, purgeEvery)
    // Later: a subscriber must not hear of a change during a render.
    queueMicrotask(purgeNow)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('storage', onStorage)
    clearInterval(purging)
  }
}

/** The stored list; the same array as long as the stored text is the same. */
export function read(): readonly TemporaryCredential[] {
  const text = localStorage.getItem(credentialsKey)
  if (text === raw) return current
  const { credentials, problem } = parseStored(text)
  if (problem) console.warn(problem)
  raw = text
  current = credentials
  return current
}

function write(credentials: readonly TemporaryCredential[]): void {
  if (credentials.length === 0) localStorage.removeItem(credentialsKey)
  else localStorage.setItem(credentialsKey, JSON.stringify(credentials))
  changed()
}

/** Takes away what has expired. */
function purgeNow(): void {
  const stored = read()
  const valid = purge(stored, Date.now())
  if (valid.length < stored.length) write(valid)
}

function onStorage(event: StorageEvent): void {
  if (event.key === credentialsKey || event.key === null) changed()
}

function changed(): void {
  for (const listener of listeners) listener()
}
