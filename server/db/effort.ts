/** Time at the database is forgotten little by little: of what was spent, a third is left after so many ms. */
const memoryMs = 3000
/** Half more than one connection can be busy: whoever asks one question after the other never gets there, however long each takes. */
const muchMs = memoryMs * 1.5
/** A tenth of one connection's time: so long do those who asked much count as such. */
const littleMs = memoryMs / 10
const mostKept = 2000

type Spent = { ms: number; at: number; isMuch: boolean }

/** Who has asked much of the database lately. `now` in ms. */
export type Effort = { isMuch(who: string): boolean; add(who: string, ms: number): void }

export function createEffort(now: () => number): Effort {
  const spent = new Map<string, Spent>()

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
      // Of a long question most is forgotten by the time it ends.
      const ms = before + memoryMs * (1 - Math.exp(-more / memoryMs))
      // The one that was told about longest ago comes first.
      spent.delete(who)
      spent.set(who, { ms, at, isMuch: isMuch || ms > muchMs })
      const oldest = spent.size > mostKept ? spent.keys().next().value : undefined
      if (oldest !== undefined) spent.delete(oldest)
    },
  }
}
