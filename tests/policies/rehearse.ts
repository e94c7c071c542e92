import type { Database, Queryable } from '#server/base/database.ts'
import { DatabaseError } from '#server/base/errors.ts'
import { quoteLiteral } from '#server/db/quote.ts'
import type { Identity } from '#server/identity.ts'

/**
 * `outcome` of one statement: `done`; `nothing` (no row was touched, which is how row policies
 * refuse); `no grant` (a table, column, function or schema is not the caller's); `policy` (the
 * new row is not allowed); `rule` (PT403, which we raise ourselves); any other SQLSTATE as it is.
 */
export type Attempt = { outcome: string; rows: Record<string, unknown>[]; message: string }

export type Stage = {
  /**
   * Runs one statement as the caller; a failed one leaves no trace. With `look`,
   * one that touched rows is rolled back too, after `look` has seen its effect.
   */
  attempt(sql: string, params?: readonly unknown[], look?: () => Promise<void>): Promise<Attempt>
  /** Reads or writes as the owner of the database, in the same transaction: sees what the caller did. */
  owner(sql: string, params?: readonly unknown[]): Promise<Record<string, unknown>[]>
  /** Switches to another identity, or the owner, in the same transaction. */
  become(identity: Identity | 'owner'): Promise<void>
}

class Undo<T> extends Error {
  readonly value: T
  constructor(value: T) {
    super('undo')
    this.value = value
  }
}

/** Runs something as `identity`, in one transaction that is rolled back. */
export function rehearse<T>(
  database: Database,
  identity: Identity,
  run: (stage: Stage) => Promise<T>,
  headers: Record<string, string> = {},
): Promise<T> {
  return undone((play) =>
    database.as(identity, (tx) => play(run(createStage(tx, identity.role))), { headers }),
  )
}

/** The same as the owner of the database, whom no policy restricts. */
export function rehearseAsOwner<T>(database: Database, run: (stage: Stage) => Promise<T>): Promise<T> {
  return undone((play) => database.transaction((tx) => play(run(createStage(tx, 'none')))))
}

async function undone<T>(
  transaction: (play: (played: Promise<T>) => Promise<never>) => Promise<never>,
): Promise<T> {
  try {
    return await transaction(async (played) => {
      throw new Undo(await played)
    })
  } catch (error) {
    if (error instanceof Undo) return error.value
    throw error
  }
}

function createStage(tx: Queryable, first: Identity['role'] | 'none'): Stage {
  let role = first
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

/** The column `value` of each row that a call returns, or its outcome if it is not `done`. */
export async function call(stage: Stage, sql: string, params: readonly unknown[] = []): Promise<unknown> {
  const { outcome, rows } = await stage.attempt(sql, params)
  return outcome === 'done' ? rows.map((row) => row.value) : outcome
}

/** The outcome of a database error. An error that sets PostgREST's whole response counts by the code in it. */
export function outcomeOf(error: { code: string; message: string }): string {
  if (error.code === 'PGRST') return String(JSON.parse(error.message).code)
  if (error.code === 'PT403') return 'rule'
  if (error.code !== '42501') return error.code
  if (/^(permission denied|must be owner)/.test(error.message)) return 'no grant'
  return /row-level security/.test(error.message) ? 'policy' : error.code
}
