import { DatabaseError } from '#server/base/errors.ts'
import { turnLimits } from '#server/base/numbers.ts'
import { createTally } from './tally.ts'

/**
 * `take` resolves on the caller's turn with the function that ends it. Throws 53300 (sent as 503) when the wait
 * or the queue is too long.
 */
export type Turns = { take(who: string): Promise<() => void> }

type Waiting = { start: (end: () => void) => void; giveUp: NodeJS.Timeout }

/**
 * Shares a scarce resource: `atOnce` turns in all and `each` per account or network, so that a flood from one
 * delays only that one. The next turn goes to whichever has the fewest running.
 */
export function createTurns({ atOnce, each }: { atOnce: number; each: number }): Turns {
  const running = createTally()
  const waiting = new Map<string, Waiting[]>()
  let total = 0

  function start(who: string): () => void {
    total += 1
    const end = running.add(who)
    return () => {
      total -= 1
      end()
      startNext()
    }
  }

  function startNext(): void {
    let next: string | undefined
    for (const who of waiting.keys()) {
      const has = running.of(who)
      if (has < each && (next === undefined || has < running.of(next))) next = who
    }
    if (next === undefined || total >= atOnce) return
    const queue = waiting.get(next) ?? []
    const first = queue.shift()
    // Move it to the end, so that equals alternate.
    waiting.delete(next)
    if (queue.length > 0) waiting.set(next, queue)
    if (!first) return
    clearTimeout(first.giveUp)
    const end = start(next)
    // PGlite never yields to the event loop: starting the whole queue at once would starve everything else.
    setImmediate(first.start, end)
  }

  return {
    async take(who) {
      const queue = waiting.get(who) ?? []
      if (queue.length === 0 && total < atOnce && running.of(who) < each) return start(who)
      if (queue.length >= turnLimits.waiting) throw tooMany()
      return new Promise((resolve, reject) => {
        const entry: Waiting = {
          start: resolve,
          giveUp: setTimeout(() => {
            const rest = (waiting.get(who) ?? []).filter((other) => other !== entry)
            if (rest.length > 0) waiting.set(who, rest)
            else waiting.delete(who)
            reject(tooMany())
          }, turnLimits.patienceMs),
        }
        waiting.set(who, [...queue, entry])
      })
    },
  }
}

function tooMany(): DatabaseError {
  return new DatabaseError({ message: 'Too many requests at once', code: '53300' })
}
