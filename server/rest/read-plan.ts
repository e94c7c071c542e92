import { applyRange, type Media } from './exchange.ts'
import { unsupported } from './fault.ts'
import type { Prefer } from './parse-prefer.ts'
import { parseQuery } from './parse-query.ts'
import { planRead } from './plan.ts'
import type { Relation, Schema } from './schema.ts'
import { rowsSql } from './sql-rows.ts'
import { statementSql } from './sql-statement.ts'
import { createBinder, inPublic } from './sql-terms.ts'
import { countSql } from './sql-where.ts'

/**
 * Most rows that a read returns, csv included; more are cut off silently, as on a hosted project. So an answer
 * fits into memory, and a slow reader holds no connection. To get every row, ask range by range.
 */
export const maxRows = 1000

/** Everything in a request that its statement depends on; the caller is not part of it. */
export type ReadRequest = {
  /** The address's parameters as received. */
  search: string
  range: string | null
  /** `none` returns no rows (HEAD). */
  media: Media | 'none'
  count: Prefer['count']
}

export type ReadPlan = { readonly sql: string; readonly params: readonly string[]; readonly offset: number }

function makePlan(
  schema: Schema,
  relation: Relation,
  { search, range, media, count }: ReadRequest,
): ReadPlan {
  const query = parseQuery(new URLSearchParams(search), false)
  if (query.columns) throw unsupported('columns on a read')
  if (query.onConflict) throw unsupported('on_conflict on a read')
  applyRange(query.root, range)
  const root = planRead(schema, relation, query, maxRows)
  const binder = createBinder()
  const table = inPublic(relation.name)
  const sql = statementSql({
    rows: rowsSql(binder, root, table, false),
    body: media === 'object' ? 'json' : media,
    total: count && countSql(binder, root, table, false, count),
  })
  return { sql, params: binder.params, offset: root.offset }
}

// Screens repeat their queries. A plan is valid for one schema and is dropped with it.
const remembered = new WeakMap<Schema, Map<string, ReadPlan>>()
const most = 500
const longest = 2000

/** The statement of a read, built once for equal requests. Throws a Fault for invalid or unsupported queries. */
export function readPlan(schema: Schema, relation: Relation, asked: ReadRequest): ReadPlan {
  if (asked.search.length > longest) return makePlan(schema, relation, asked)
  const plans = remembered.get(schema) ?? new Map<string, ReadPlan>()
  remembered.set(schema, plans)
  const key = JSON.stringify([relation.name, asked.search, asked.range, asked.media, asked.count])
  const known = plans.get(key)
  if (known) return known
  const plan = makePlan(schema, relation, asked)
  const oldest = plans.size >= most ? plans.keys().next().value : undefined
  if (oldest !== undefined) plans.delete(oldest)
  plans.set(key, plan)
  return plan
}
