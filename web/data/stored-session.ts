import { keptToastKey } from '#web/ui/toast.ts'

/** How supabase-js names its entries in local storage: `sb-<first label of the host>-auth-token`. */
const sessionKey = /^sb-.+-auth-token/

/** The paper that this device's printer holds (paper.ts); it stays when somebody signs out. */
export const paperKey = 'paper'

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
 * What one person must not leave to the next one at this browser: temporary credentials, drafts, flags. All but the
 * session itself, the message that the next page shows, and the printer's paper, which says nothing about anybody.
 */
export function forgetLeftovers(storages = [localStorage, sessionStorage]): void {
  for (const storage of storages) {
    for (const key of Object.keys(storage)) {
      if (!sessionKey.test(key) && key !== keptToastKey && key !== paperKey) storage.removeItem(key)
    }
  }
}
