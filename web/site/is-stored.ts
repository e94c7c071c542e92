/** Whether this tab's storage holds something under `key`; a forbidden storage holds nothing. */
export function isStored(key: string): boolean {
  try {
    return sessionStorage.getItem(key) !== null
  } catch {
    return false
  }
}
