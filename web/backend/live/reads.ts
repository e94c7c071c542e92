const holds = new Set<Promise<unknown>>()

/** Asks every read that is about to begin to wait until a promise settles; it should do so soon. */
export function holdReads(until: Promise<unknown>): void {
  const hold = until.finally(() => holds.delete(hold))
  holds.add(hold)
}

/** Settles when nothing holds reads back any more that does so now. */
export async function readsMayBegin(): Promise<void> {
  if (holds.size > 0) await Promise.allSettled(holds)
}
