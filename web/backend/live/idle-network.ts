/** How long no request may be in progress, in milliseconds: one answer often leads to the next request. */
const pause = 200

let running = 0
const waiting = new Set<() => void>()

/** What `whenNetworkIdle` waits for, too. */
export async function busyWith<Result>(work: Promise<Result>): Promise<Result> {
  running += 1
  try {
    return await work
  } finally {
    running -= 1
    if (running === 0) for (const look of waiting) look()
  }
}

/** The same `fetch`, whose requests `whenNetworkIdle` waits for. */
export function watched(send: typeof fetch): typeof fetch {
  return (...request) => busyWith(send(...request))
}

/** Resolves once no request of a screen, nor of its code, is in progress, so that less urgent ones do not share a slow line with it. */
export function whenNetworkIdle(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      waiting.delete(look)
      setTimeout(() => (running === 0 ? resolve() : waiting.add(look)), pause)
    }
    look()
  })
}
