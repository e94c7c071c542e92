/** How long no request may be in progress, in milliseconds: one answer often leads to the next request. */
const pause = 50

let running = 0
const waiting = new Set<() => void>()

/** The same `fetch`, whose requests `whenNetworkIdle` waits for. */
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

/** Resolves once no request of a screen is in progress, so that less urgent ones do not share a slow line with it. */
export function whenNetworkIdle(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      waiting.delete(look)
      setTimeout(() => (running === 0 ? resolve() : waiting.add(look)), pause)
    }
    look()
  })
}
