import { expect } from 'vitest'
import type { Database, Queryable } from '#server/base/database.ts'
import { DatabaseError } from '#server/base/errors.ts'
import { until } from '#tests/until.ts'
import { type Caller, identityOf } from './people.ts'
import { outcomeOf } from './rehearse.ts'

/** Runs one statement as doctor A, or another caller, in a transaction of its own, for good. */
export async function commit(
  database: Database,
  sql: string,
  params: readonly unknown[],
  caller: Caller = 'doctorA',
): Promise<unknown> {
  return database.as(
    identityOf(caller),
    async (tx) => (await tx.query<{ value: unknown }>(sql, params)).rows[0]?.value,
  )
}

/** Runs them all at once: the value of each, or why it was refused. */
export async function race(count: number, run: (index: number) => Promise<unknown>): Promise<unknown[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      run(index).catch((error: unknown) => {
        if (error instanceof DatabaseError) return outcomeOf(error)
        throw error
      }),
    ),
  )
}

/**
 * What `second` answers when it has to wait for a transaction of the owner's that runs `first`, and which ends once it waits. On
 * PostgreSQL alone: PGlite has one session.
 */
export async function behind<T>(
  database: Database,
  first: (tx: Queryable) => Promise<unknown>,
  second: () => Promise<T>,
): Promise<T> {
  let waiting: Promise<T> | undefined
  await database.transaction(async (tx) => {
    await first(tx)
    waiting = second()
    // Whoever is told of a failure is who waits for the answer below.
    waiting.catch(() => {})
    await until(async () => {
      const { rows } = await tx.query(
        `select from pg_locks l where not l.granted and pg_backend_pid() = any (pg_blocking_pids(l.pid))`,
      )
      expect(rows.length).toBeGreaterThan(0)
    })
  })
  return waiting as Promise<T>
}
