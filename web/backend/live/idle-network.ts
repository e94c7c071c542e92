/** How long nothing must have been on its way, in milliseconds: one answer often leads to the next question. */
const pause = 50

let running = 0
const waiting = new Set<() => void>()

/** The same `fetch`, whose requests `whenQuiet` waits for. */
export function watched(send: typeof fetch): typeof fetch {
  return async (...request) => {
    running += 1
    try {
      return await send(...request)
    } finally {
      running -= 1
      if (running === 0) for (const look of waiting) look()
    }
  }
}

/** Resolves once nothing that a screen asked for is on its way: what can wait must not share a slow line with it. */
export function whenQuiet(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      waiting.delete(look)
      setTimeout(() => (running === 0 ? resolve() : waiting.add(look)), pause)
    }
    look()
  })
}
