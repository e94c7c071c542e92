import { quoteName } from '#server/db/quote.ts'
import { type Answer, ask, respondWith } from './answer.ts'
import { payloadOf, readJson } from './body.ts'
import { bodyAs, contentRange, contentType, type Exchange, requireOne } from './exchange.ts'
import { invalidBody, unsupported } from './fault.ts'
import { type Prefer, preferenceApplied } from './parse-prefer.ts'
import { type PlannedCondition, planRead, type Resource } from './plan.ts'
import type { Relation } from './schema.ts'
import { neededSql, rowsSql } from './sql-rows.ts'
import { statementSql } from './sql-statement.ts'
import { type Binder, createBinder, inPublic } from './sql-terms.ts'
import { whereSql } from './sql-where.ts'
import { insertSql, updateSql } from './write-sql.ts'

/** The result of a write: how many rows it affected, and in `answer` the rows to show or their keys. */
type Outcome = { affected: number; answer: Answer; location?: string }

function statementOf(
  { prefer, media }: Exchange,
  binder: Binder,
  root: Resource,
  change: string,
  keys: string,
) {
  if (prefer.return !== 'representation') {
    // Returning no column needs no right to read the rows.
    const before = `s as (${change} returning ${keys || '1 as "?"'})`
    return statementSql({ before, rows: 'select * from s', body: keys ? 'json' : 'none' })
  }
  // The conditions chose the rows to write; the written rows may no longer match them.
  const shown = { ...root, where: [] }
  return statementSql({
    before: `s as (${change} returning ${neededSql(binder, shown) || '1 as "?"'})`,
    rows: rowsSql(binder, shown, 's', true),
    body: media === 'csv' ? 'csv' : 'json',
    total: 'select from s',
  })
}

/** Runs a write with as little RETURNING as the answer needs. */
async function run(
  exchange: Exchange,
  binder: Binder,
  relation: Relation,
  root: Resource,
  change: string,
): Promise<Outcome> {
  const { prefer, media } = exchange
  const wantsKeys = exchange.request.method === 'POST' && prefer.return === 'headers-only'
  const keys = (wantsKeys ? relation.primaryKey : [])
    .map((key) => `t0.${quoteName(key)}::text as ${quoteName(key)}`)
    .join(', ')
  const sql = statementOf(exchange, binder, root, change, keys)
  return exchange.database.as(
    exchange.identity,
    async (tx) => {
      const answer = await ask(tx, sql, binder.params)
      const affected = answer.total ?? answer.rows
      if (media === 'object') requireOne(answer.rows)
      const [key] = keys && answer.rows === 1 ? JSON.parse(answer.body ?? '[]') : []
      return { affected, answer, ...(key && { location: locationOf(relation, key) }) }
    },
    exchange.info,
  )
}

function locationOf(relation: Relation, key: Record<string, string>): string {
  const filters = Object.entries(key).map(([name, value]) => [name, `eq.${value}`])
  return `/${encodeURIComponent(relation.name)}?${new URLSearchParams(filters)}`
}

function respond(
  exchange: Exchange,
  { answer, location }: Outcome,
  status: number,
  headers: Record<string, string>,
  honoured: readonly (keyof Prefer)[] = [],
): Response {
  const { prefer, media } = exchange
  const all = { ...headers, ...preferenceApplied(prefer, ['return', 'count', 'handling', ...honoured]) }
  if (prefer.return !== 'representation') {
    return respondWith(answer, status, location === undefined ? all : { ...all, location }, null)
  }
  return respondWith(answer, status, { ...all, ...contentType(media) }, bodyAs(media, answer))
}

function asksForEmbedded(conditions: readonly PlannedCondition[]): boolean {
  return conditions.some(
    (one) => one.kind === 'embedded' || (one.kind !== 'filter' && asksForEmbedded(one.of)),
  )
}

function plan(exchange: Exchange, relation: Relation): Resource {
  const { query, schema, prefer, request } = exchange
  if (query.root.limit !== undefined || query.root.offset !== undefined) {
    throw unsupported('limit or offset on a write')
  }
  if (query.embedded.length > 0 && prefer.return !== 'representation') {
    throw unsupported('a filter or order of an embedded resource without return=representation')
  }
  const root = planRead(schema, relation, query, undefined)
  // It would filter only the returned rows while seeming to filter the written ones.
  if (request.method !== 'POST' && root.embedded.some(({ inner }) => inner)) {
    throw unsupported('!inner on an update or delete')
  }
  if (asksForEmbedded(root.where))
    throw unsupported('a filter on the existence of an embedded row on a write')
  return root
}

function totalOf({ prefer }: Exchange, affected: number): number | null {
  return prefer.count ? affected : null
}

/** POST: inserts rows, or upserts with `Prefer: resolution`. */
export async function insert(exchange: Exchange, relation: Relation): Promise<Response> {
  const { query } = exchange
  if (query.root.where.length > 0) throw unsupported('a filter on an insert')
  const root = plan(exchange, relation)
  const payload = payloadOf(await readJson(exchange.request), query.columns)
  const binder = createBinder()
  const sql = insertSql(exchange, binder, relation, payload)
  const outcome = await run(exchange, binder, relation, root, sql)
  const headers = contentRange(0, 0, totalOf(exchange, outcome.affected))
  return respond(exchange, outcome, 201, headers, ['resolution'])
}

/** PATCH: updates the rows that match the filters; without a filter, all that the caller may update. */
export async function update(exchange: Exchange, relation: Relation): Promise<Response> {
  const { query } = exchange
  if (query.onConflict) throw unsupported('on_conflict on an update')
  const root = plan(exchange, relation)
  const payload = payloadOf(await readJson(exchange.request), query.columns)
  if (payload.list) throw invalidBody('Expected a JSON object')
  const binder = createBinder()
  const outcome =
    payload.columns.length === 0
      ? nothing(exchange)
      : await run(exchange, binder, relation, root, updateSql(binder, relation, payload, root))
  const headers = contentRange(0, outcome.affected, totalOf(exchange, outcome.affected))
  return respond(exchange, outcome, statusOf(exchange), headers)
}

/** An empty object changes nothing. */
function nothing({ media }: Exchange): Outcome {
  if (media === 'object') requireOne(0)
  return { affected: 0, answer: { body: media === 'csv' ? '\n' : '[]', rows: 0, total: 0 } }
}

/** 200 with the affected rows, or 204. */
function statusOf({ prefer }: Exchange): number {
  return prefer.return === 'representation' ? 200 : 204
}

/** DELETE: deletes the rows that match the filters; without a filter, all that the caller may delete. */
export async function remove(exchange: Exchange, relation: Relation): Promise<Response> {
  if (exchange.query.columns) throw unsupported('columns on a delete')
  if (exchange.query.onConflict) throw unsupported('on_conflict on a delete')
  const root = plan(exchange, relation)
  const binder = createBinder()
  const sql = `delete from ${inPublic(relation.name)} as t0${whereSql(binder, 't0', root.where)}`
  const outcome = await run(exchange, binder, relation, root, sql)
  const headers = contentRange(0, 0, totalOf(exchange, outcome.affected))
  return respond(exchange, outcome, statusOf(exchange), headers)
}
