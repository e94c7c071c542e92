/** How many questions that were too costly within a minute lead to a pause, and how long that is. */
const mostCostly = 3
const windowMs = 60_000
const pauseMs = 60_000

type Entry = { first: number; count: number; until: number }

/**
 * A pause of a minute for whoever asks three questions within a minute that are too costly: what one question may cost is bounded, so
 * asking it again and again must be as well. `now` in ms.
 */
export function createPauses(now: () => number) {
  const entries = new Map<string, Entry>()
  return {
    has: (who: string) => (entries.get(who)?.until ?? 0) > now(),
    add(who: string) {
      const time = now()
      for (const [name, { first, until }] of entries)
        if (first + windowMs <= time && until <= time) entries.delete(name)
      const { first, count, until } = entries.get(who) ?? { first: time, count: 0, until: 0 }
      if (until > time) return
      const isNew = first + windowMs <= time
      const isPause = !isNew && count + 1 >= mostCostly
      entries.set(who, {
        first: isNew ? time : first,
        count: isNew ? 1 : count + 1,
        until: isPause ? time + pauseMs : 0,
      })
    },
  }
}
