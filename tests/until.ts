import { vi } from 'vitest'

/**
 * Waits until `look` no longer throws, and returns what it found: `await until(() => expect(heard).toEqual(['a']))`.
 * 20 seconds unless told otherwise, because a busy machine is no fault of the product; `vi.waitFor` gives up after one. That
 * something is gone is true as well before it came: see it first.
 */
export function until<T>(look: () => T | Promise<T>, seconds = 20): Promise<T> {
  return vi.waitFor(look, { timeout: seconds * 1000 })
}
