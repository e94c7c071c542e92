/** What was counted since the window began; `msLeft` until it ends. */
type Held = { count: number; sum: number; msLeft: number }

/** Counts within a time window, which starts at the first count after the previous window ended. `now` in ms. */
export type Window = {
  held(now: number): Held
  /** Counts one more, with its amount; returns what the window then holds. */
  add(now: number, amount?: number): Held
  clear(): void
}

export function createWindow(lengthMs: number): Window {
  let start = Number.NEGATIVE_INFINITY
  let count = 0
  let sum = 0
  const clear = () => {
    start = Number.NEGATIVE_INFINITY
    count = 0
    sum = 0
  }
  const held = (now: number): Held => {
    if (now - start >= lengthMs) clear()
    return { count, sum, msLeft: Math.max(0, start + lengthMs - now) }
  }
  return {
    held,
    clear,
    add(now, amount = 0) {
      if (held(now).count === 0) start = now
      count += 1
      sum += amount
      return held(now)
    },
  }
}

const sweepAbove = 10_000

/** One window per key. Ended ones are removed when there are many. `now` in ms. */
export function createWindows(lengthMs: number, now: () => number = Date.now) {
  const windows = new Map<string, Window>()
  let sweepAt = sweepAbove

  function sweep(): void {
    for (const [key, window] of windows) if (window.held(now()).count === 0) windows.delete(key)
    // Sweep next at twice what is left, so that a flood of keys does not sweep on every add.
    sweepAt = Math.max(sweepAbove, windows.size * 2)
  }

  return {
    held: (key: string): Held => windows.get(key)?.held(now()) ?? { count: 0, sum: 0, msLeft: 0 },
    add(key: string): Held {
      const window = windows.get(key) ?? createWindow(lengthMs)
      if (windows.size >= sweepAt) sweep()
      windows.set(key, window)
      return window.add(now())
    },
    forget: (key: string): void => void windows.delete(key),
  }
}
