/** Time at the database is forgotten little by little: of what was spent, a third is left after so many ms. */
const memoryMs = 10_000
/** A quarter of one connection, all the time. A screen of ours needs a hundredth. */
const muchMs = memoryMs / 4
const mostKept = 2000

type Spent = { ms: number; at: number }

/** Who has asked much of the database lately. `now` in ms. */
export type Effort = { isMuch(who: string): boolean; add(who: string, ms: number): void }

export function createEffort(now: () => number): Effort {
  const spent = new Map<string, Spent>()
  const left = (who: string, time: number) => {
    const { ms, at } = spent.get(who) ?? { ms: 0, at: time }
    return ms * Math.exp((at - time) / memoryMs)
  }
  return {
    isMuch: (who) => left(who, now()) > muchMs,
    add(who, ms) {
      const time = now()
      const sum = left(who, time) + ms
      // The one that was told about longest ago comes first.
      spent.delete(who)
      spent.set(who, { ms: sum, at: time })
      const oldest = spent.size > mostKept ? spent.keys().next().value : undefined
      if (oldest !== undefined) spent.delete(oldest)
    },
  }
}
