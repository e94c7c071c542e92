/** True the first time in this browser session, for the animation of 'Mi Panel' after signing in. */
export function firstWelcome(storage: Storage, key: string): boolean {
  if (storage.getItem(key) !== null) return false
  storage.setItem(key, 'shown')
  return true
}
