import { AsyncLocalStorage } from 'node:async_hooks'
import { PGlite, type PGliteOptions, type Results, type Transaction, types } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { Database, Queryable, Result } from '#server/base/database.ts'
import { toDatabaseError } from '#server/base/errors.ts'
import { turnLimits } from '#server/base/numbers.ts'
import { createEntrance } from '#server/limits/entrance.ts'
import { queueKey } from '#server/limits/queue-key.ts'
import { actAs } from './begin.ts'
import { quoteName } from './quote.ts'
import { parsers, toParameter } from './values.ts'

// Covers every type: PGlite uses its own parser for any type left out.
const allText = Object.fromEntries(Object.keys(types.parsers).map((oid) => [oid, (text: string) => text]))

/**
 * A Database over PGlite, which has one session: transactions run one by one, so two callers' claims never mix.
 * A plain query inside a transaction would deadlock; it is refused instead.
 *
 * `folder` undefined: in memory. `loadDataDir`: a dump made by `dumpPglite`.
 */
export async function openPglite(
  folder: string | undefined,
  options: Pick<PGliteOptions, 'loadDataDir'> = {},
): Promise<Database & { dump(): Promise<File | Blob> }> {
  const pglite = await PGlite.create({
    ...options,
    ...(folder === undefined ? {} : { dataDir: folder }),
    extensions: { pg_trgm },
  })
  // All drivers must read and write alike (values.ts): text in, text out, except for a few types.
  pglite.parsers = { ...allText, ...parsers }
  pglite.serializers = {}
  await pglite.exec(`set timezone = 'UTC'; set client_min_messages = warning`)
  const version = await pglite.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  )

  const enter = createEntrance(turnLimits.pglite)
  const inside = new AsyncLocalStorage<{ open: boolean }>()
  function refuseInside(): void {
    if (inside.getStore()?.open) throw new Error('Inside a transaction only its own tx may be used')
  }

  async function transaction<T>(begin: string | undefined, work: (tx: Queryable) => Promise<T>): Promise<T> {
    refuseInside()
    return run(() =>
      pglite.transaction(async (tx) => {
        if (begin) await tx.exec(begin)
        const state = { open: true }
        try {
          return await inside.run(state, () => work({ query: (sql, params = []) => query(tx, sql, params) }))
        } finally {
          state.open = false
        }
      }),
    )
  }

  return {
    engine: { kind: 'pglite', version: version.rows[0]?.version ?? '' },
    query: async (sql, params = []) => {
      refuseInside()
      return query(pglite, sql, params)
    },
    exec: async (script) => {
      refuseInside()
      await run(() => pglite.exec(script))
    },
    transaction: (work) => transaction(undefined, work),
    as: async (identity, work, info) => {
      // Otherwise it would wait for a turn that its own transaction holds.
      refuseInside()
      const begin = `${info?.readOnly ? 'set transaction read only; ' : ''}${actAs(identity, info)}`
      return enter(queueKey(identity, info), () => transaction(begin, work))
    },
    listen: async (channel, onPayload) => {
      const stop = await run(() =>
        pglite.listen(quoteName(channel), (payload) => inside.exit(() => onPayload(payload))),
      )
      return () => run(() => stop())
    },
    close: () => pglite.close(),
    dump: () => pglite.dumpDataDir('none'),
  }
}

async function query<Row>(
  on: PGlite | Transaction,
  sql: string,
  params: readonly unknown[],
): Promise<Result<Row>> {
  const result: Results<Row> = await run(() => on.query<Row>(sql, params.map(toParameter)))
  return { rows: result.rows, affected: result.rowCount ?? 0 }
}

async function run<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toDatabaseError(error)
  }
}
