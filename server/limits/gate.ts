import { createTally } from './tally.ts'
import { tooManyTries } from './too-many-tries.ts'
import { createWindows } from './window.ts'

/** A try under way. When it ends, call one of the two, once. */
export type Try = { failed(): void; succeeded(): void }

/** Lets tries for a key through until too many of them have failed. */
export type Gate = {
  /** Resolves when this try may be made; rejects with 429 when too many failed. */
  enter(key: string): Promise<Try>
  /** Forgets the failures of a key. */
  forget(key: string): void
}

/**
 * Allows at most `most` failures per key within a window that starts at the first one. Running tries count as
 * failures until they end, and further tries wait: guessing in parallel gains nothing, and people who sign in
 * at the same moment are not refused.
 */
export function createGate(most: number, windowMs: number): Gate {
  const failures = createWindows(windowMs)
  const trying = createTally()
  const waiting = new Map<string, (() => void)[]>()

  function wake(key: string): void {
    const all = waiting.get(key) ?? []
    waiting.delete(key)
    for (const goOn of all) goOn()
  }

  return {
    async enter(key) {
      for (;;) {
        const { count, msLeft } = failures.held(key)
        if (count >= most) throw tooManyTries(msLeft)
        if (count + trying.of(key) < most) {
          const end = trying.add(key)
          const ended = (isFailure: boolean) => () => {
            end()
            if (isFailure) failures.add(key)
            wake(key)
          }
          return { failed: ended(true), succeeded: ended(false) }
        }
        await new Promise<void>((goOn) => waiting.set(key, [...(waiting.get(key) ?? []), goOn]))
      }
    },
    forget: failures.forget,
  }
}
