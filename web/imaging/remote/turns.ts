/** Runs at most so many tasks at once, the others in the order in which they came. */
export function createTurns(most: number) {
  const queue: (() => void)[] = []
  let running = 0
  return async (task: () => Promise<void>): Promise<void> => {
    if (running >= most) await new Promise<void>((resolve) => queue.push(resolve))
    else running++
    try {
      await task()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
