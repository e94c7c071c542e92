import type { Database } from '#server/db/database.ts'
import { DatabaseError } from '#server/db/errors.ts'
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
