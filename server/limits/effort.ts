import { effortLimits } from '#server/base/numbers.ts'
import { createRecent } from './recent.ts'

type Spent = { ms: number; at: number; isMuch: boolean }

/** Tracks who used much database time lately. Older time counts less (numbers.ts). `now` in ms. */
export type Effort = { isMuch(who: string): boolean; add(who: string, ms: number): void }

export function createEffort(now: () => number): Effort {
  const { memoryMs, muchMs, littleMs, remembered } = effortLimits
  const spent = createRecent<Spent>(remembered)

  function look(who: string): Spent {
    const at = now()
    const before = spent.get(who) ?? { ms: 0, at, isMuch: false }
    const ms = before.ms * Math.exp((before.at - at) / memoryMs)
    return { ms, at, isMuch: before.isMuch && ms > littleMs }
  }

  return {
    isMuch: (who) => look(who).isMuch,
    add(who, more) {
      const { ms: before, at, isMuch } = look(who)
      // Time decays while a query runs too: most of a long query no longer counts when it ends.
      const ms = before + memoryMs * (1 - Math.exp(-more / memoryMs))
      spent.set(who, { ms, at, isMuch: isMuch || ms > muchMs })
    },
  }
}
