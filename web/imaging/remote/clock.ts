/** ms since any moment, and a pause that ends early, without an error, when `signal` does. */
export type Clock = { now(): number; wait(ms: number, signal: AbortSignal): Promise<void> }

export const deviceClock: Clock = {
  now: () => performance.now(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    }),
}
