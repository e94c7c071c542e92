/** One try that is under way; say how it ended, once. */
export type Try = { failed(): void; succeeded(): void }

/** Lets tries for a key through until too many of them have failed. */
export type Gate = {
  /** Resolves when this try may be made; rejects with `refuse(seconds to wait)` when too many failed. */
  enter(key: string): Promise<Try>
  /** Forgets the failures of a key. */
  forget(key: string): void
}

type Counter = { failed: number; since: number; trying: number; waiting: (() => void)[] }

const SWEEP_ABOVE = 10_000

/**
 * At most `limit` failures of a key within a window that begins with the first one. Tries that are under way may fail, so
 * no more of them than that run at once and the others wait: guesses in parallel gain nothing, and people who sign in at
 * the same moment are not refused.
 */
export function createGate(limit: number, seconds: number, refuse: (wait: number) => Error): Gate {
  const counters = new Map<string, Counter>()
  const windowMs = seconds * 1000
  const isOver = ({ since }: Counter, now: number) => since + windowMs <= now

  function counterOf(key: string): Counter {
    const now = Date.now()
    const known = counters.get(key)
    if (known) {
      if (isOver(known, now)) known.failed = 0
      return known
    }
    if (counters.size >= SWEEP_ABOVE) {
      for (const [old, counter] of counters) {
        if (counter.trying === 0 && isOver(counter, now)) counters.delete(old)
      }
    }
    const counter = { failed: 0, since: now, trying: 0, waiting: [] }
    counters.set(key, counter)
    return counter
  }

  function end(key: string, counter: Counter, isFailure: boolean): void {
    counter.trying -= 1
    if (isFailure) {
      if (counter.failed === 0 || isOver(counter, Date.now()))
        Object.assign(counter, { failed: 0, since: Date.now() })
      counter.failed += 1
    }
    for (const wake of counter.waiting.splice(0)) wake()
    if (counter.failed === 0 && counter.trying === 0) counters.delete(key)
  }

  return {
    async enter(key) {
      for (;;) {
        const counter = counterOf(key)
        if (counter.failed >= limit) throw refuse((counter.since + windowMs - Date.now()) / 1000)
        if (counter.failed + counter.trying < limit) {
          counter.trying += 1
          return {
            failed: () => end(key, counter, true),
            succeeded: () => end(key, counter, false),
          }
        }
        await new Promise<void>((wake) => counter.waiting.push(wake))
      }
    },
    forget(key) {
      const counter = counters.get(key)
      if (counter) counter.failed = 0
    },
  }
}
