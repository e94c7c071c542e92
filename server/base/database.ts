import type { Identity } from '#server/identity.ts'

export type Result<Row> = { rows: Row[]; affected: number }

/**
 * Runs one SQL statement. Parameters are `$1`, `$2`...
 *
 * Drivers read some types differently (numeric, bigint, timestamps), so statements select only text, json, int4 or boolean.
 *
 * Errors carry PostgreSQL's `code` (SQLSTATE), `message`, `detail`, `hint` and `constraint`.
 */
export type Queryable = {
  query<Row = Record<string, unknown>>(sql: string, params?: readonly unknown[]): Promise<Result<Row>>
}

/** What a request passes to the database besides its identity: PostgREST's `request.*` settings. */
export type RequestInfo = {
  method?: string
  path?: string
  /** Lower-case names; `x-forwarded-for` is the client's address. */
  headers?: Record<string, string>
  /** Read requests run in a read-only transaction. */
  readOnly?: boolean
}

/** Who makes the request: the verified token's identity, and the request's settings. */
export type Caller = { identity: Identity; info: RequestInfo }

/** One small interface over PostgreSQL and PGlite; the code above cannot tell them apart. */
export type Database = Queryable & {
  readonly engine: { kind: 'postgres' | 'pglite'; version: string }
  /** Runs a script of several statements, without parameters. */
  exec(script: string): Promise<void>
  /**
   * One transaction as the database's owner; commits when `run` resolves, rolls back when it throws. Inside,
   * use only `tx`: the engine may have a single session.
   */
  transaction<T>(run: (tx: Queryable) => Promise<T>): Promise<T>
  /** One transaction under the caller's role and claims, so that Row Level Security applies. */
  as<T>(identity: Identity, run: (tx: Queryable) => Promise<T>, info?: RequestInfo): Promise<T>
  /**
   * Calls back with each payload notified on the channel; returns a function that stops it. After a lost connection
   * it calls back with an empty payload: something may have been missed.
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}
