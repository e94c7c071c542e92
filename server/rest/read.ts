import { ask, respondWith } from './answer.ts'
import { bodyAs, contentRange, contentType, type Exchange, statusOfRange } from './exchange.ts'
import { preferenceApplied } from './parse-prefer.ts'
import { readPlan } from './read-plan.ts'
import type { Relation } from './schema.ts'

/** GET and HEAD of a table or view. `search` holds the address's parameters. */
export async function read(
  exchange: Omit<Exchange, 'query'>,
  relation: Relation,
  search: string,
): Promise<Response> {
  const { prefer, media, request } = exchange
  const head = request.method === 'HEAD'
  const { sql, params, offset } = readPlan(exchange.schema, relation, {
    search,
    range: request.headers.get('range'),
    media: head ? 'none' : media,
    count: prefer.count,
  })
  const answer = await exchange.database.as(exchange.identity, (tx) => ask(tx, sql, params), exchange.info)
  const status = statusOfRange(offset, answer.rows, answer.total)
  const body = bodyAs(media, answer)
  const headers = {
    ...contentType(media),
    ...contentRange(offset, answer.rows, answer.total),
    ...preferenceApplied(prefer, ['count', 'handling']),
  }
  return respondWith(answer, status, headers, head ? null : body)
}
