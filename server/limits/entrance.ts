import { DatabaseError } from '#server/base/errors.ts'
import { createEffort } from './effort.ts'
import { createPauses } from './pauses.ts'
import { createTurns } from './turns.ts'

/** The query timed out, or its answer was too large (`rest.charge`): the database worked for nothing. */
const costly = new Set(['57014', '54000'])

/** Runs `work` when it is the turn of `who`; undefined runs at once. Throws 53300 (sent as 503) after too long a wait. */
export type Entrance = <T>(who: string | undefined, work: () => Promise<T>) => Promise<T>

/**
 * Turns at the database: `atOnce` in all, `each` per account or network. Heavy users share `busy` turns, so
 * that a processor stays free for the others. Several costly queries lead to a pause. `now` in ms.
 */
export function createEntrance(
  { atOnce, each, busy }: { atOnce: number; each: number; busy: number },
  now = Date.now,
): Entrance {
  const turns = createTurns({ atOnce, each })
  const busyTurns = createTurns({ atOnce: busy, each: 1 })
  const effort = createEffort(now)
  const pauses = createPauses(now)

  async function run<T>(who: string, work: () => Promise<T>): Promise<T> {
    const end = await turns.take(who)
    const started = now()
    try {
      // Checked after the wait, so that queries already in the queue are refused too.
      const pause = pauses.msLeft(who)
      if (pause > 0)
        throw new DatabaseError({
          message: 'Too many costly questions',
          code: '53300',
          retryAfter: Math.ceil(pause / 1000),
        })
      return await work()
    } catch (error) {
      if (error instanceof DatabaseError && costly.has(error.code)) pauses.add(who)
      throw error
    } finally {
      effort.add(who, now() - started)
      end()
    }
  }

  return async (who, work) => {
    if (who === undefined) return work()
    if (!effort.isMuch(who)) return run(who, work)
    // Take this turn first: waiting for it must not hold one of the general turns.
    const end = await busyTurns.take(who)
    const started = now()
    return run(who, work).finally(() => {
      // Hold the turn idle for as long as the query ran: it is then busy at most half of the time.
      const rest = now() - started
      if (rest > 0) setTimeout(end, rest).unref()
      else end()
    })
  }
}
