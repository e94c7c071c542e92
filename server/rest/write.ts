import { quoteName } from '#server/db/quote.ts'
import { payloadOf, readJson } from './body.ts'
import { invalidBody, unsupported } from './errors.ts'
import {
  type Answer,
  bodyAs,
  contentRange,
  contentType,
  type Exchange,
  requireAffected,
  requireOne,
} from './exchange.ts'
import { type Prefer, preferenceApplied } from './parse-prefer.ts'
import { planRead, type Resource } from './plan.ts'
import type { Relation } from './schema.ts'
import { neededSql, rowsSql } from './sql-rows.ts'
import { statementSql } from './sql-statement.ts'
import { type Binder, createBinder, inPublic, whereSql } from './sql-terms.ts'
import { insertSql, updateSql } from './write-sql.ts'

/** What a write came to: the rows it touched and, when asked for, the rows that it answers. */
type Outcome = { affected: number; answer?: Answer; location?: string }

/** Runs a write with as little RETURNING as its answer needs: `return=minimal` needs no right to read the rows. */
async function run(
  exchange: Exchange,
  binder: Binder,
  relation: Relation,
  root: Resource,
  change: string,
): Promise<Outcome> {
  const { prefer, media } = exchange
  const keys =
    exchange.request.method === 'POST' && prefer.return === 'headers-only' ? relation.primaryKey : []

  return exchange.database.as(
    exchange.identity,
    async (tx) => {
      let outcome: Outcome
      if (prefer.return === 'representation') {
        // The conditions chose the rows to write; the rows that come back may no longer meet them.
        const shown = { ...root, where: [] }
        const before = `s as (${change} returning ${neededSql(binder, shown) || '1 as "?"'})`
        const sql = statementSql({
          before,
          rows: rowsSql(binder, shown, 's', true),
          body: media === 'csv' ? 'csv' : 'json',
          total: 'select from s',
        })
        const [answer] = (await tx.query<Answer>(sql, binder.params)).rows
        outcome = { affected: answer?.total ?? 0, ...(answer ? { answer } : {}) }
      } else if (keys.length > 0) {
        const returning = keys.map((key) => `t0.${quoteName(key)}::text as ${quoteName(key)}`).join(', ')
        const { rows, affected } = await tx.query<Record<string, string>>(
          `${change} returning ${returning}`,
          binder.params,
        )
        const [only] = rows
        outcome = { affected, ...(only && rows.length === 1 ? { location: locationOf(relation, only) } : {}) }
      } else {
        outcome = { affected: (await tx.query(change, binder.params)).affected }
      }
      requireAffected(prefer, outcome.affected)
      if (media === 'object') requireOne(outcome.answer?.rows ?? outcome.affected)
      return outcome
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
  outcome: Outcome,
  status: number,
  headers: Record<string, string>,
  honoured: readonly (keyof Prefer)[],
): Response {
  const { prefer, media } = exchange
  const all = { ...headers, ...preferenceApplied(prefer, ['return', 'count', 'handling', ...honoured]) }
  if (!outcome.answer) {
    const headersOnly = outcome.location === undefined ? all : { ...all, location: outcome.location }
    return new Response(null, { status, headers: headersOnly })
  }
  return new Response(bodyAs(media, outcome.answer), { status, headers: { ...all, ...contentType(media) } })
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
  // It would narrow what comes back, and look as if it had narrowed what is written.
  if (request.method !== 'POST' && root.embedded.some(({ inner }) => inner)) {
    throw unsupported('!inner on an update or delete')
  }
  return root
}

function totalOf({ prefer }: Exchange, affected: number): number | null {
  return prefer.count ? affected : null
}

/** POST: inserts one row or many, or upserts with `Prefer: resolution`. */
export async function insert(exchange: Exchange, relation: Relation): Promise<Response> {
  const { prefer, query } = exchange
  if (query.root.where.length > 0) throw unsupported('a filter on an insert')
  if (prefer.maxAffected !== undefined) throw unsupported('max-affected on an insert')
  const root = plan(exchange, relation)
  const payload = payloadOf(await readJson(exchange.request), query.columns)
  const binder = createBinder()
  const sql = insertSql(exchange, binder, relation, payload)
  const outcome = await run(exchange, binder, relation, root, sql)
  const headers = contentRange(0, 0, totalOf(exchange, outcome.affected))
  return respond(exchange, outcome, 201, headers, ['resolution', 'missing'])
}

/** PATCH: updates the rows that the filters leave; without a filter, all that the caller may. */
export async function update(exchange: Exchange, relation: Relation): Promise<Response> {
  const { prefer, query } = exchange
  if (query.onConflict) throw unsupported('on_conflict on an update')
  if (prefer.missing === 'default') throw unsupported('missing=default on an update')
  const root = plan(exchange, relation)
  const payload = payloadOf(await readJson(exchange.request), query.columns)
  if (payload.list) throw invalidBody('Expected a JSON object')
  const binder = createBinder()
  const outcome =
    payload.columns.length === 0
      ? nothing(exchange)
      : await run(exchange, binder, relation, root, updateSql(binder, relation, payload, root))
  const headers = contentRange(0, outcome.affected, totalOf(exchange, outcome.affected))
  return respond(exchange, outcome, outcome.answer ? 200 : 204, headers, ['maxAffected'])
}

/** An empty object changes no row. */
function nothing({ prefer, media }: Exchange): Outcome {
  if (media === 'object') requireOne(0)
  return prefer.return === 'representation'
    ? { affected: 0, answer: { body: media === 'csv' ? '\n' : '[]', rows: 0, total: 0 } }
    : { affected: 0 }
}

/** DELETE: removes the rows that the filters leave; without a filter, all that the caller may. */
export async function remove(exchange: Exchange, relation: Relation): Promise<Response> {
  if (exchange.query.columns) throw unsupported('columns on a delete')
  if (exchange.query.onConflict) throw unsupported('on_conflict on a delete')
  const root = plan(exchange, relation)
  const binder = createBinder()
  const sql = `delete from ${inPublic(relation.name)} as t0${whereSql(binder, 't0', root.where)}`
  const outcome = await run(exchange, binder, relation, root, sql)
  const headers = contentRange(0, 0, totalOf(exchange, outcome.affected))
  return respond(exchange, outcome, outcome.answer ? 200 : 204, headers, ['maxAffected'])
}
