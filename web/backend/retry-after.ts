let until = 0

/**
 * `fetch` that remembers how long the last refusal asked to wait: the clients' errors carry no headers. For the error that
 * follows (`secondsToWait`).
 */
export const fetchNotingWaits: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (response.status === 429) {
    const seconds = Number(response.headers.get('retry-after') ?? 0)
    until = seconds > 0 ? Date.now() + seconds * 1000 : 0
  }
  return response
}

/** Seconds that the last refusal still asks to wait; null when none does, or it did not say. */
export function secondsToWait(now = Date.now()): number | null {
  const left = Math.ceil((until - now) / 1000)
  return left > 0 ? left : null
}
