import { DatabaseError } from '#server/db/errors.ts'
import { turnLimits } from './numbers.ts'
import { createTally } from './tally.ts'

/** `take` resolves when it is the caller's turn, with what ends it. Throws 53300 (answered as 503) after too long, or behind too many. */
export type Turns = { take(who: string): Promise<() => void> }

type Waiting = { start: (end: () => void) => void; giveUp: NodeJS.Timeout }

/**
 * Shares what is scarce: `atOnce` turns in all and `each` for one account or network, so that whoever asks for a thousand
 * things at once waits for themselves. The next turn goes to whoever has the fewest running.
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
    // Taken out and put back, so that equals take turns.
    waiting.delete(next)
    if (queue.length > 0) waiting.set(next, queue)
    if (!first) return
    clearTimeout(first.giveUp)
    const end = start(next)
    // PGlite works without ever going back to the event loop: a queue in one go would let nobody else be heard.
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
