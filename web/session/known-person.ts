import type { Profile } from '#web/backend/database.ts'
import { hasStoredSession } from './stored-session.ts'

/** What the frame says of who is signed in. Nothing of their health. */
export type KnownPerson = Pick<Profile, 'full_name' | 'is_admin'> & { role: string }

const key = 'person'

/** Keeps beside the session, with which it is forgotten, whose it is: the next page shows menu and name before anything was asked. */
export function keepPerson({ full_name, role, is_admin }: KnownPerson): void {
  localStorage.setItem(key, JSON.stringify({ full_name, role, is_admin }))
}

/** Who was signed in here last and still seems to be; the server has the last word. Null when that is not known. */
export function knownPerson(): KnownPerson | null {
  const kept = hasStoredSession() ? localStorage.getItem(key) : null
  if (kept === null) return null
  try {
    const { full_name, role, is_admin } = JSON.parse(kept)
    return { full_name: String(full_name), role: String(role), is_admin: is_admin === true }
  } catch {
    return null
  }
}
