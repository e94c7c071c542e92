import { vi } from 'vitest'

/**
 * A module whose functions run as they are and note their calls:
 * `vi.mock('…', async (load) => (await import('#tests/spied.ts')).spied(await load()))`.
 * Not `{ spy: true }`: Vitest keeps such a module when a worker goes on to its next file (tests/fresh-files.ts).
 */
export function spied(module: object): object {
  const spy = (value: unknown) => (typeof value === 'function' ? vi.fn(value as () => unknown) : value)
  return Object.fromEntries(Object.entries(module).map(([name, value]) => [name, spy(value)]))
}
