import { ask, respondWith } from './answer.ts'
import { unsupported } from './errors.ts'
import { applyRange, bodyAs, contentRange, contentType, type Exchange, statusOfRange } from './exchange.ts'
import { preferenceApplied } from './parse-prefer.ts'
import { planRead } from './plan.ts'
import type { Relation } from './schema.ts'
import { rowsSql } from './sql-rows.ts'
import { statementSql } from './sql-statement.ts'
import { createBinder, inPublic } from './sql-terms.ts'
import { countSql } from './sql-where.ts'

/**
 * One read answers at most so many rows, silently, as a hosted project does; csv as well. So an answer fits into memory and none holds
 * a connection for as long as somebody takes to read it: whoever wants every row asks for range after range.
 */
export const maxRows = 1000

/** GET and HEAD of a table or view. */
export async function read(exchange: Exchange, relation: Relation): Promise<Response> {
  const { query, prefer, media, request } = exchange
  if (query.columns) throw unsupported('columns on a read')
  if (query.onConflict) throw unsupported('on_conflict on a read')
  if (prefer.maxAffected !== undefined) throw unsupported('max-affected on a read')
  applyRange(query.root, request.headers.get('range'))

  const root = planRead(exchange.schema, relation, query, maxRows)
  const binder = createBinder()
  const table = inPublic(relation.name)
  const head = request.method === 'HEAD'
  const sql = statementSql({
    rows: rowsSql(binder, root, table, false),
    body: head ? 'none' : media === 'csv' ? 'csv' : 'json',
    total: prefer.count && countSql(binder, root, table, false),
  })
  const answer = await exchange.database.as(
    exchange.identity,
    (tx) => ask(tx, sql, binder.params),
    exchange.info,
  )

  const status = statusOfRange(root.offset, answer.rows, answer.total)
  const body = bodyAs(media, answer)
  const headers = {
    ...contentType(media),
    ...contentRange(root.offset, answer.rows, answer.total),
    ...preferenceApplied(prefer, ['count', 'handling']),
  }
  return respondWith(answer, status, headers, head ? null : body)
}
