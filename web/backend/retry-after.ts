let until = 0

/**
 * `fetch` that remembers how long the last refusal asked to wait: the clients'
 * errors carry no headers. The error that follows reads it (`secondsToWait`).
 */
export const fetchNotingWaits: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (response.status === 429) {
    const seconds = Number(response.headers.get('retry-after') ?? 0)
    until = seconds > 0 ? Date.now() + seconds * 1000 : 0
  }
  return response
}

/** Seconds still to wait after the last refusal; null if none, or if it did not say. */
export function secondsToWait(now = Date.now()): number | null {
  const left = Math.ceil((until - now) / 1000)
  return left > 0 ? left : null
}
