import { keptEntries } from '#domain/kept-entries.ts'
import { forgetPictures } from '#web/backend/picture-memory.ts'

/** How supabase-js names its entries in local storage: `sb-<first label of the host>-auth-token`. */
const sessionKey = /^sb-.+-auth-token/

const kept = new Set<string>(Object.values(keptEntries))

function keys(): string[] {
  return Object.keys(localStorage).filter((key) => sessionKey.test(key))
}

/** A hint that somebody is signed in, without loading the backend's client; the server has the last word. */
export function hasStoredSession(): boolean {
  return keys().length > 0
}

/** Forgets the session on this device, when the client could not do so itself. */
export function forgetStoredSession(): void {
  for (const key of keys()) localStorage.removeItem(key)
}

/**
 * Removes what the next person at this browser must not find: temporary credentials, drafts, flags,
 * addresses of pictures. Keeps the session and what `keptEntries` names.
 */
export function forgetLeftovers(storages = [localStorage, sessionStorage]): void {
  forgetPictures()
  for (const storage of storages) {
    for (const key of Object.keys(storage)) {
      if (!sessionKey.test(key) && !kept.has(key)) storage.removeItem(key)
    }
  }
}
