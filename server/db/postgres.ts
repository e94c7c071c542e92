import { type ClientBase, type ClientConfig, Pool, type QueryConfig } from 'pg'
import type { Database, Queryable, Result } from '#server/base/database.ts'
import { toDatabaseError } from '#server/base/errors.ts'
import { turnLimits } from '#server/base/numbers.ts'
import { createEntrance } from '#server/limits/entrance.ts'
import { queueKey } from '#server/limits/queue-key.ts'
import { actAs } from './begin.ts'
import { GuardedClient } from './guarded-client.ts'
import { createListener } from './postgres-listen.ts'
import { createStatementNames, type StatementNames } from './statement-names.ts'
import { parsers, toParameter } from './values.ts'

const types: QueryConfig['types'] = {
  getTypeParser: (oid: number) => parsers[oid] ?? ((text: string) => text),
}

// What our statements rely on, whatever the server's defaults.
const sessionSettings = `set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres';
  set bytea_output = 'hex'; set standard_conforming_strings = on; set client_min_messages = warning;
  set idle_in_transaction_session_timeout = '60s'; set lock_timeout = '20s'`

/**
 * A Database over PostgreSQL 15 or newer. `connection` is a URL or pg's fields.
 * Throws a DatabaseError of class 08 when the server cannot be reached.
 */
export async function openPostgres(connection: string | ClientConfig): Promise<Database> {
  const config: ClientConfig = {
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    types,
    keepAlive: true,
    application_name: 'indice',
  }
  const pool = new Pool({
    ...config,
    Client: GuardedClient,
    max: 16,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    onConnect: async (client) => {
      await client.query(sessionSettings)
    },
  })
  // When an idle connection breaks, the next checkout replaces it.
  pool.on('error', () => {})

  const { rows } = await query<{ version: string }>(
    pool,
    `select current_setting('server_version') as version`,
    [],
  ).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  const listener = createListener(() => new GuardedClient(config))
  const names = createStatementNames()
  const enter = createEntrance(turnLimits.postgres)

  return {
    engine: { kind: 'postgres', version: rows[0]?.version ?? '' },
    query: (sql, params = []) => query(pool, sql, params),
    exec: (script) => run(async () => void (await pool.query(script))),
    transaction: (work) => transaction(pool, 'begin', work, names),
    as: async (identity, work, info) => {
      const begin = `begin${info?.readOnly ? ' read only' : ''}; ${actAs(identity, info)}`
      return enter(queueKey(identity, info), () => transaction(pool, begin, work, names))
    },
    listen: listener.listen,
    close: async () => {
      await listener.close()
      await pool.end()
    },
  }
}

async function query<Row>(
  on: Pool | ClientBase,
  sql: string,
  params: readonly unknown[],
  name?: string,
): Promise<Result<Row>> {
  return run(async () => {
    // The extended protocol even without parameters: it accepts only one statement, so none can be injected behind it.
    const config = {
      text: sql,
      values: params.map(toParameter),
      types,
      queryMode: 'extended',
      ...(name && { name }),
    }
    const result = await on.query<Row & Record<string, unknown>>(config)
    return { rows: result.rows, affected: result.rowCount ?? 0 }
  })
}

/** The generation in which each connection first prepared a statement. */
const generations = new WeakMap<ClientBase, number>()

async function transaction<T>(
  pool: Pool,
  begin: string,
  work: (tx: Queryable) => Promise<T>,
  names?: StatementNames,
): Promise<T> {
  const client = await run(() => pool.connect())
  let open = true
  let lost = false
  const onLoss = () => {
    lost = true
  }
  client.on('error', onLoss)
  const tx: Queryable = {
    query: (sql, params = []) => {
      if (!open) throw new Error('This transaction is already over')
      const name = names?.of(sql)
      if (name && !generations.has(client)) generations.set(client, names?.generation ?? 0)
      return query(client, sql, params, name)
    },
  }
  try {
    await run(() => client.query(begin))
    const value = await work(tx)
    open = false
    const commit = await run(() => client.query('commit'))
    // PostgreSQL answers ROLLBACK to the commit of a failed transaction: `work` swallowed an error.
    if (commit.command !== 'COMMIT')
      throw new Error('The transaction was rolled back: a statement in it failed')
    return value
  } catch (error) {
    open = false
    if (!lost) {
      await client.query('rollback').catch(() => {
        lost = true
      })
    }
    if (names?.isStale(error)) lost = true
    throw error
  } finally {
    client.off('error', onLoss)
    const { generation = 0 } = names ?? {}
    client.release(lost || (generations.get(client) ?? generation) < generation)
  }
}

async function run<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toDatabaseError(error)
  }
}
