/** Counts what is open per key right now. */
export type Tally = {
  of(key: string): number
  /** Counts one more; call the returned function once when that one ends. */
  add(key: string): () => void
}

export function createTally(): Tally {
  const open = new Map<string, number>()
  return {
    of: (key) => open.get(key) ?? 0,
    add(key) {
      open.set(key, (open.get(key) ?? 0) + 1)
      return () => {
        const left = (open.get(key) ?? 1) - 1
        if (left > 0) open.set(key, left)
        else open.delete(key)
      }
    },
  }
}
