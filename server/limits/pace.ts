import { paceLimits } from '#server/base/numbers.ts'
import { createRecent } from './recent.ts'
import { createWindow } from './window.ts'

/** How much one socket may send. It is closed when `mayTalk` or `queue` refuses. `now` in ms. */
export type Pace = {
  mayTalk(now: number, bytes: number, isStranger: boolean): boolean
  /** Takes a place in the message queue and returns a function that frees it; undefined when the queue is full. */
  queue(bytes: number): (() => void) | undefined
  /** False when the socket joins too often. */
  mayJoin(now: number): boolean
}

export function createPace(): Pace {
  const { windowMs, people, strangers, joinsASecond, waiting, waitingBytes } = paceLimits
  const said = createWindow(windowMs)
  const joined = createWindow(1000)
  let queued = 0
  let queuedBytes = 0
  return {
    mayTalk(now, bytes, isStranger) {
      const most = isStranger ? strangers : people
      const { count, sum } = said.add(now, bytes)
      return count <= most.messages && sum <= most.bytes
    },
    queue(bytes) {
      if (queued >= waiting || queuedBytes + bytes > waitingBytes) return undefined
      queued += 1
      queuedBytes += bytes
      return () => {
        queued -= 1
        queuedBytes -= bytes
      }
    },
    mayJoin: (now) => joined.add(now).count <= joinsASecond,
  }
}

/** Whether the strangers of a network may send one more message; opening a socket counts as one. `now` in ms. */
export function createStrangers(): (network: string, now: number) => boolean {
  const { burst, aSecond } = paceLimits.network
  const networks = createRecent<{ left: number; at: number }>(paceLimits.networksRemembered)
  return (network, now) => {
    const { left, at } = networks.get(network) ?? { left: burst, at: now }
    const filled = Math.min(burst, left + ((now - at) / 1000) * aSecond)
    networks.set(network, { left: Math.max(0, filled - 1), at: now })
    return filled >= 1
  }
}
