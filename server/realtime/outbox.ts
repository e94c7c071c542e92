import type { Database } from '#server/base/database.ts'

/** One changed row as JSON text: the new row of an INSERT or UPDATE, the old row of a DELETE. */
export type Change = {
  table: string
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  row: string
  /** The row before an UPDATE. */
  before: string | null
  /** ISO 8601, UTC. */
  at: string
}

const BATCH = 200
/** In case a notification was lost; the listener's own reconnect should already have covered it. */
const LOOK_ANYWAY_MS = 10_000
const RETRY_MS = 1_000

/**
 * Takes changes out of `realtime.outbox` and hands them on in batches, in order. Rows are taken by deleting
 * them, never by remembering the last number, so that a late commit is not skipped. `deliver` must not throw.
 */
export function consumeOutbox(
  database: Pick<Database, 'query' | 'listen'>,
  deliver: (changes: Change[]) => Promise<void>,
): { close(): Promise<void> } {
  let closed = false
  let again = false
  let working: Promise<void> | null = null
  let stopListening: (() => Promise<void>) | null = null
  let complained = false
  const timers = new Set<NodeJS.Timeout>()

  function schedule(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timer.unref()
    timers.add(timer)
  }

  function wake(): void {
    again = true
    if (closed || working) return
    working = drain().finally(() => {
      working = null
      if (again && !closed) wake()
    })
  }

  async function drain(): Promise<void> {
    try {
      while (again && !closed) {
        again = false
        for (let batch = await take(database); batch.length > 0; batch = await take(database)) {
          await deliver(batch)
          if (closed) return
        }
      }
      complained = false
    } catch (error) {
      if (!closed) complain(error)
      again = false
      schedule(RETRY_MS, wake)
    }
  }

  function complain(error: unknown): void {
    if (complained) return
    complained = true
    const why = error instanceof Error && 'code' in error ? String(error.code) : typeof error
    console.error(`realtime: changes cannot be read (${why}), trying again`)
  }

  function listen(): void {
    database.listen('realtime', wake).then(
      async (stop) => {
        if (closed) return stop()
        stopListening = stop
        wake()
      },
      () => schedule(RETRY_MS, listen),
    )
  }

  listen()
  const look = setInterval(wake, LOOK_ANYWAY_MS)
  look.unref()

  return {
    async close() {
      closed = true
      clearInterval(look)
      for (const timer of timers) clearTimeout(timer)
      await stopListening?.()
      await working
    },
  }
}

async function take(database: Pick<Database, 'query'>): Promise<Change[]> {
  const { rows } = await database.query<Change>(
    `with taken as (
       delete from realtime.outbox
       where id in (select id from realtime.outbox order by id limit ${BATCH} for update skip locked)
       returning *
     )
     select table_name as "table", type, coalesce(record, old_record)::text as "row",
       case when type = 'UPDATE' then old_record::text end as before,
       to_char(commit_timestamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
     from taken order by id`,
  )
  return rows
}
