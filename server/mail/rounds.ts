const EVERY_MS = 30_000
/** How long closing waits for a mail that is being sent. The database lends it again after two minutes. */
const LAST_MS = 2_000

export type Rounds = {
  /** The round that is under way, else a new one. */
  round(): Promise<void>
  /** A round that begins now, or when the one under way ends: for work that has just come. */
  wake(): Promise<void>
  close(): Promise<void>
}

/**
 * Does `work` now and every 30 seconds, one round at a time: a slow mail server must not have many. `work` never rejects, and asks
 * whether the rounds are ending. Closing waits for it, but not long.
 */
export function startRounds(work: (isEnding: () => boolean) => Promise<void>, everyMs = EVERY_MS): Rounds {
  let working: Promise<void> | undefined
  let ending = false
  const round = () => {
    working ??= work(() => ending).finally(() => {
      working = undefined
    })
    return working
  }
  const timer = setInterval(() => void round(), everyMs)
  timer.unref()
  void round()
  return {
    round,
    wake: async () => {
      await working
      if (!ending) await round()
    },
    close: async () => {
      ending = true
      clearInterval(timer)
      if (!working) return
      let last: NodeJS.Timeout | undefined
      await Promise.race([working, new Promise((resolve) => (last = setTimeout(resolve, LAST_MS)))])
      clearTimeout(last)
    },
  }
}
