import type { Identity } from '#server/identity.ts'

export type Result<Row> = { rows: Row[]; affected: number }

/**
 * Something that runs one SQL statement. Parameters are `$1`, `$2`...
 *
 * The drivers read some types differently (numeric, bigint, timestamps), so a statement that leaves this layer
 * selects text, json, int4 or boolean only.
 *
 * Errors carry PostgreSQL's `code` (SQLSTATE), `message`, `detail`, `hint` and `constraint`.
 */
export type Queryable = {
  query<Row = Record<string, unknown>>(sql: string, params?: readonly unknown[]): Promise<Result<Row>>
}

/** What a request tells the database besides its identity; PostgREST's `request.*` settings. */
export type RequestInfo = {
  method?: string
  path?: string
  /** Lower-case names; `x-forwarded-for` is the client's address. */
  headers?: Record<string, string>
  /** Answers to reads run in a read-only transaction. */
  readOnly?: boolean
}

/** Who is asking: what the verified token says, and what the request tells the database. */
export type Caller = { identity: Identity; info: RequestInfo }

/** One small interface over PostgreSQL and PGlite; nothing above it knows which one it is. */
export type Database = Queryable & {
  readonly engine: { kind: 'postgres' | 'pglite'; version: string }
  /** Runs a script of several statements, without parameters. */
  exec(script: string): Promise<void>
  /**
   * One transaction as the owner of the database; commits when `run` resolves, rolls back when it throws. Inside, only
   * its `tx` may be used: the engine may have a single session.
   */
  transaction<T>(run: (tx: Queryable) => Promise<T>): Promise<T>
  /** One transaction under the caller's role and claims: what Row Level Security sees. */
  as<T>(identity: Identity, run: (tx: Queryable) => Promise<T>, info?: RequestInfo): Promise<T>
  /**
   * Calls back with each payload that is notified on the channel; answers how to stop. An empty payload after a lost
   * connection came back means: something may have been missed.
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}
