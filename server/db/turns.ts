import { DatabaseError } from './errors.ts'

/** `take` resolves when it is the caller's turn, with what ends it. Throws 53300 (answered as 503) after too long, or behind too many. */
export type Turns = { take(who: string): Promise<() => void> }

const PATIENCE_MS = 10_000
const MOST_WAITING = 300

type Waiting = { start: (end: () => void) => void; giveUp: NodeJS.Timeout }

/**
 * Shares what there is little of between those who ask: `atOnce` turns in all and `each` for one of them, so that whoever
 * asks for a thousand things at once waits for themselves and keeps nobody else out. A free turn goes to whom has the fewest.
 */
export function createTurns({ atOnce, each }: { atOnce: number; each: number }): Turns {
  const running = new Map<string, number>()
  const waiting = new Map<string, Waiting[]>()
  let total = 0

  function start(who: string): () => void {
    total += 1
    running.set(who, (running.get(who) ?? 0) + 1)
    return () => {
      total -= 1
      const left = (running.get(who) ?? 1) - 1
      if (left > 0) running.set(who, left)
      else running.delete(who)
      startNext()
    }
  }

  function startNext(): void {
    let next: string | undefined
    for (const who of waiting.keys()) {
      const has = running.get(who) ?? 0
      if (has < each && (next === undefined || has < (running.get(next) ?? 0))) next = who
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
      if (queue.length === 0 && total < atOnce && (running.get(who) ?? 0) < each) return start(who)
      if (queue.length >= MOST_WAITING) throw tooMany()
      return new Promise((resolve, reject) => {
        const entry: Waiting = {
          start: resolve,
          giveUp: setTimeout(() => {
            const rest = (waiting.get(who) ?? []).filter((other) => other !== entry)
            if (rest.length > 0) waiting.set(who, rest)
            else waiting.delete(who)
            reject(tooMany())
          }, PATIENCE_MS),
        }
        waiting.set(who, [...queue, entry])
      })
    },
  }
}

function tooMany(): DatabaseError {
  return new DatabaseError({ message: 'Too many requests at once', code: '53300' })
}
