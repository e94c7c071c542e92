import { DatabaseError } from '#server/db/errors.ts'
import { createEffort } from './effort.ts'
import { createPauses } from './pauses.ts'
import { createTurns } from './turns.ts'

/** Out of time, or refused because the answer was too large (`rest.charge`): the database has worked for nothing. */
const costly = new Set(['57014', '54000'])

/** Runs `work` when it is the turn of `who`; undefined does not wait. Throws 53300 (answered as 503) when that takes too long. */
export type Entrance = <T>(who: string | undefined, work: () => Promise<T>) => Promise<T>

/**
 * Turns at the database: `atOnce` in all, `each` for one account or network. Accounts that keep it busy share `busy` turns, so
 * that a processor is left for the others. Questions that are too costly lead to a pause. `now` in ms.
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
      // Checked after the wait, so that what already stood in line is refused as well.
      if (pauses.has(who)) throw new DatabaseError({ message: 'Too many costly questions', code: '53300' })
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
    // Taken before the other turn, which would otherwise be held while waiting.
    const end = await busyTurns.take(who)
    const started = now()
    return run(who, work).finally(() => {
      // The turn rests for as long as it worked, so it is busy half of the time at most.
      const rest = now() - started
      if (rest > 0) setTimeout(end, rest).unref()
      else end()
    })
  }
}
