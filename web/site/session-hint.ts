import { hasStoredSession } from '#web/session/stored-session.ts'

const listeners = new Set<() => void>()

/**
 * Whether this browser keeps a session, without loading the client that could verify it. It only decides which links
 * the header shows. For `useSyncExternalStore`.
 */
export const sessionHint = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      removeEventListener('storage', listener)
    }
  },
  get(): boolean {
    try {
      return hasStoredSession()
    } catch {
      // Forbidden storage: nobody can be signed in.
      return false
    }
  },
  server: (): boolean => false,
}

/** After signing in on this page; other tabs hear of it by themselves. */
export function sessionChanged(): void {
  for (const listener of listeners) listener()
}
