import type { Database, Queryable } from '#server/db/database.ts'
import { DatabaseError } from '#server/db/errors.ts'
import { quoteLiteral } from '#server/db/quote.ts'
import type { Identity } from '#server/identity.ts'

/**
 * What became of one statement: `done`; `nothing` (no row was touched, which is how row policies refuse); `no grant`
 * (a table, column, function or schema is not the caller's); `policy` (the new row is not allowed); `rule` (42501 that we
 * raise ourselves); any other SQLSTATE as it is.
 */
export type Outcome =
  | 'done'
  | 'nothing'
  | 'no grant'
  | 'policy'
  | 'rule'
  | `${number}`
  | `PT${number}`
  | `P${string}`

export type Attempt = { outcome: Outcome | string; rows: Record<string, unknown>[]; message: string }

export type Stage = {
  /**
   * Runs one statement as the caller; one that fails leaves no trace. With `look`, one that touched rows is undone as
   * well, after `look` has seen what it did.
   */
  attempt(sql: string, params?: readonly unknown[], look?: () => Promise<void>): Promise<Attempt>
  /** Reads or writes as the owner of the database, in the same transaction: sees what the caller did. */
  owner(sql: string, params?: readonly unknown[]): Promise<Record<string, unknown>[]>
  /** Becomes somebody else, or the owner, in the same transaction. */
  become(identity: Identity | 'owner'): Promise<void>
}

class Undo<T> extends Error {
  readonly value: T
  constructor(value: T) {
    super('undo')
    this.value = value
  }
}

/** Plays something through as `identity`, in one transaction that is rolled back. */
export async function rehearse<T>(
  database: Database,
  identity: Identity,
  run: (stage: Stage) => Promise<T>,
  headers: Record<string, string> = {},
): Promise<T> {
  try {
    await database.as(
      identity,
      async (tx) => {
        throw new Undo(await run(createStage(tx, identity)))
      },
      { headers },
    )
  } catch (error) {
    if (error instanceof Undo) return error.value
    throw error
  }
  throw new Error('A rehearsal always ends with its rollback')
}

/** The same as the owner of the database, who no policy binds. */
export async function rehearseAsOwner<T>(database: Database, run: (stage: Stage) => Promise<T>): Promise<T> {
  try {
    await database.transaction(async (tx) => {
      throw new Undo(await run(createStage(tx, undefined)))
    })
  } catch (error) {
    if (error instanceof Undo) return error.value
    throw error
  }
  throw new Error('A rehearsal always ends with its rollback')
}

function createStage(tx: Queryable, first: Identity | undefined): Stage {
  let role: Identity['role'] | 'none' = first?.role ?? 'none'
  const setRole = (name: string) => tx.query(`select set_config('role', ${quoteLiteral(name)}, true)`)

  return {
    attempt: async (sql, params, look) => {
      await tx.query('savepoint attempt')
      try {
        const { rows, affected } = await tx.query(sql, params)
        if (look && affected > 0) await look()
        await tx.query(`${look && affected > 0 ? 'rollback to' : 'release'} savepoint attempt`)
        return { outcome: affected > 0 ? 'done' : 'nothing', rows, message: '' }
      } catch (error) {
        await tx.query('rollback to savepoint attempt')
        if (!(error instanceof DatabaseError)) throw error
        return { outcome: outcomeOf(error), rows: [], message: error.message }
      }
    },
    owner: async (sql, params) => {
      if (role !== 'none') await setRole('none')
      const { rows } = await tx.query(sql, params)
      if (role !== 'none') await setRole(role)
      return rows
    },
    become: async (identity) => {
      role = identity === 'owner' ? 'none' : identity.role
      const claims = identity === 'owner' ? `''` : quoteLiteral(JSON.stringify(identity.claims))
      await tx.query(
        `select set_config('request.jwt.claims', ${claims}, true), set_config('role', '${role}', true)`,
      )
    },
  }
}

/** The word for an error of the database. */
export function outcomeOf(error: { code: string; message: string }): string {
  if (error.code !== '42501') return error.code
  if (/^permission denied/.test(error.message)) return 'no grant'
  return /row-level security/.test(error.message) ? 'policy' : 'rule'
}
