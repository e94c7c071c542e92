import { hasStoredSession } from '#web/session/stored-session.ts'

/**
 * Whether this browser keeps a session, without loading the client
 * that could verify it. Only decides which links the header shows.
 */
export function hasSession(): boolean {
  try {
    return hasStoredSession()
  } catch {
    // Forbidden storage: nobody can be signed in.
    return false
  }
}
