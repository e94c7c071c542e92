/** How much one socket may say; `strangers` are those that have not shown a person's token yet. */
const windowMs = 10_000
const people = { messages: 300, bytes: 2 * 1024 * 1024 }
const strangers = { messages: 60, bytes: 64 * 1024 }
const joinsASecond = 10
/** Messages of one socket are handled one after the other; these may wait for their turn. */
const mostWaiting = 100
const mostWaitingBytes = 256 * 1024

/**
 * Counts what one socket says. `hears` and `waits` answer false when it says too much, after which it is to be closed; `joins` answers
 * false for a join that comes too early. `now` is in ms.
 */
export type Pace = {
  hears(now: number, bytes: number, isStranger: boolean): boolean
  /** Takes a place in the queue of messages; undefined when that is full, else how to give it back. */
  waits(bytes: number): (() => void) | undefined
  joins(now: number): boolean
}

export function createPace(): Pace {
  const said = createWindow(windowMs)
  const joined = createWindow(1000)
  let waiting = 0
  let waitingBytes = 0
  return {
    hears(now, bytes, isStranger) {
      const most = isStranger ? strangers : people
      const { count, sum } = said(now, bytes)
      return count <= most.messages && sum <= most.bytes
    },
    waits(bytes) {
      if (waiting >= mostWaiting || waitingBytes + bytes > mostWaitingBytes) return undefined
      waiting += 1
      waitingBytes += bytes
      return () => {
        waiting -= 1
        waitingBytes -= bytes
      }
    },
    joins: (now) => joined(now, 0).count <= joinsASecond,
  }
}

/** What all strangers of one network say together: 800 sockets that open at once and join, and then this many messages a second. */
const networkBurst = 1600
const networkRate = 50
const mostNetworks = 10_000

/** Counts what the strangers of each network say, opening a socket included; false is too much. `now` in ms. */
export function createStrangers(): (network: string, now: number) => boolean {
  const networks = new Map<string, { left: number; at: number }>()
  return (network, now) => {
    const { left, at } = networks.get(network) ?? { left: networkBurst, at: now }
    const filled = Math.min(networkBurst, left + ((now - at) / 1000) * networkRate)
    networks.delete(network)
    networks.set(network, { left: Math.max(0, filled - 1), at: now })
    const oldest = networks.size > mostNetworks ? networks.keys().next().value : undefined
    if (oldest !== undefined) networks.delete(oldest)
    return filled >= 1
  }
}

/** Adds to what came within the same `length` ms. */
function createWindow(length: number): (now: number, amount: number) => { count: number; sum: number } {
  let start = Number.NEGATIVE_INFINITY
  let count = 0
  let sum = 0
  return (now, amount) => {
    if (now - start >= length) {
      start = now
      count = 0
      sum = 0
    }
    count += 1
    sum += amount
    return { count, sum }
  }
}
