import { quoteName } from '#server/db/quote.ts'
import { type Payload, payloadOf, readJson } from './body.ts'
import { invalidBody, missingColumn, RestError, unsupported } from './errors.ts'
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
import type { Column, Relation } from './schema.ts'
import { type Binder, createBinder, inPublic, neededSql, rowsSql, statementSql, whereSql } from './sql.ts'

/** What a write came to: the rows it touched and, when asked for, the rows that it answers. */
type Outcome = { affected: number; answer?: Answer; location?: string }

function columnsOf(relation: Relation, names: readonly string[]): Column[] {
  return names.map((name) => {
    const column = relation.columns.get(name)
    if (column) return column
    const message = `Could not find the '${name}' column of '${relation.name}' in the schema cache`
    throw new RestError(400, 'PGRST204', message)
  })
}

function listOf(columns: readonly Column[], show: (name: string, column: Column) => string): string {
  return columns.map((column) => show(quoteName(column.name), column)).join(', ')
}

/** `b(...)`: the body as rows, read by PostgreSQL with the types of the columns. */
function recordSql(source: string, columns: readonly Column[]): string {
  return `${source} as b(${listOf(columns, (name, { type }) => `${name} ${type}`)})`
}

function insertedRows(binder: Binder, payload: Payload, columns: readonly Column[], prefer: Prefer): string {
  const body = binder.bind(payload.text)
  if (columns.length === 0) {
    return payload.list
      ? `select from json_array_elements(${body}::json)`
      : `select from (values (${body}::json)) v`
  }
  if (prefer.missing !== 'default') {
    const rows = payload.list ? `json_to_recordset(${body}::json)` : `json_to_record(${body}::json)`
    return `select ${listOf(columns, (name) => `b.${name}`)} from ${recordSql(rows, columns)}`
  }
  const given = listOf(columns, (name, column) => {
    if (column.default === null) return `b.${name}`
    return `case when jsonb_exists(e.row, ${binder.bind(column.name)}) then b.${name} else ${column.default} end`
  })
  const elements = payload.list
    ? `jsonb_array_elements(${body}::jsonb) e(row)`
    : `(values (${body}::jsonb)) e(row)`
  return `select ${given} from ${elements} cross join lateral ${recordSql('jsonb_to_record(e.row)', columns)}`
}

function conflictSql(exchange: Exchange, relation: Relation, columns: readonly Column[]): string {
  const { resolution } = exchange.prefer
  const asked = exchange.query.onConflict
  if (!resolution) {
    if (asked) throw unsupported('on_conflict without Prefer: resolution')
    return ''
  }
  const target = asked ?? relation.primaryKey
  if (target.length === 0)
    throw unsupported(`resolution=${resolution} on '${relation.name}', which has no primary key,`)
  for (const name of target) if (!relation.columns.has(name)) throw missingColumn(relation.name, name)
  const on = ` on conflict (${target.map(quoteName).join(', ')})`
  if (resolution === 'ignore-duplicates' || columns.length === 0) return `${on} do nothing`
  return `${on} do update set ${listOf(columns, (name) => `${name} = excluded.${name}`)}`
}

function insertSql(exchange: Exchange, binder: Binder, relation: Relation, payload: Payload): string {
  const columns = columnsOf(relation, payload.columns)
  const list = columns.length > 0 ? ` (${listOf(columns, (name) => name)})` : ''
  const rows = insertedRows(binder, payload, columns, exchange.prefer)
  const conflict = conflictSql(exchange, relation, columns)
  return `insert into ${inPublic(relation.name)} as t0${list} ${rows}${conflict}`
}

function updateSql(binder: Binder, relation: Relation, payload: Payload, root: Resource): string {
  const columns = columnsOf(relation, payload.columns)
  const assignments = listOf(columns, (name) => `${name} = b.${name}`)
  const body = recordSql(`json_to_record(${binder.bind(payload.text)}::json)`, columns)
  return `update ${inPublic(relation.name)} as t0 set ${assignments} from ${body}${whereSql(binder, 't0', root.where)}`
}

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
  const { query, schema } = exchange
  if (query.root.limit !== undefined || query.root.offset !== undefined) {
    throw unsupported('limit or offset on a write')
  }
  return planRead(schema, relation, query, undefined)
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
