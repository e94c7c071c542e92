import { unsupported } from './errors.ts'
import {
  type Answer,
  applyRange,
  bodyAs,
  contentRange,
  contentType,
  type Exchange,
  statusOfRange,
} from './exchange.ts'
import { preferenceApplied } from './parse-prefer.ts'
import { planRead } from './plan.ts'
import type { Relation } from './schema.ts'
import { countSql, rowsSql } from './sql-rows.ts'
import { statementSql } from './sql-statement.ts'
import { createBinder, inPublic } from './sql-terms.ts'

/** One read answers at most so many rows, silently, as a hosted project does. */
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
    async (tx) => (await tx.query<Answer>(sql, binder.params)).rows[0],
    exchange.info,
  )
  if (!answer) throw new Error('A read answered no row')

  const status = statusOfRange(root.offset, answer.rows, answer.total)
  const body = bodyAs(media, answer)
  return new Response(head ? null : body, {
    status,
    headers: {
      ...contentType(media),
      ...contentRange(root.offset, answer.rows, answer.total),
      ...preferenceApplied(prefer, ['count', 'handling']),
    },
  })
}
