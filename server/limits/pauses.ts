import { pauseLimits } from '#server/base/numbers.ts'
import { createWindows } from './window.ts'

/**
 * Pauses an account or network after several costly queries within a minute. The cost of one query is bounded;
 * repeating it must be too. `now` in ms.
 */
export function createPauses(now: () => number) {
  const { costly, windowMs, pauseMs } = pauseLimits
  const asked = createWindows(windowMs, now)
  const ends = new Map<string, number>()
  const msLeft = (who: string) => (ends.get(who) ?? 0) - now()
  return {
    /** How long the pause still lasts, ms; 0 or less without one. */
    msLeft,
    add(who: string) {
      for (const [name, end] of ends) if (end <= now()) ends.delete(name)
      if (msLeft(who) > 0 || asked.add(who).count < costly) return
      asked.forget(who)
      ends.set(who, now() + pauseMs)
    },
  }
}
