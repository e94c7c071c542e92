import { Fault } from '#server/base/fault.ts'
import { quoteName } from '#server/db/quote.ts'
import type { Payload } from './body.ts'
import type { Exchange } from './exchange.ts'
import { missingColumn, unsupported } from './fault.ts'
import type { Resource } from './plan.ts'
import type { Column, Relation } from './schema.ts'
import { type Binder, inPublic } from './sql-terms.ts'
import { whereSql } from './sql-where.ts'

function columnsOf(relation: Relation, names: readonly string[]): Column[] {
  return names.map((name) => {
    const column = relation.columns.get(name)
    if (column) return column
    const message = `Could not find the '${name}' column of '${relation.name}' in the schema cache`
    throw new Fault(400, 'PGRST204', message)
  })
}

function listOf(columns: readonly Column[], show: (name: string, column: Column) => string): string {
  return columns.map((column) => show(quoteName(column.name), column)).join(', ')
}

/** `b(...)`: the body as rows, parsed by PostgreSQL with the columns' types. */
function recordSql(source: string, columns: readonly Column[]): string {
  return `${source} as b(${listOf(columns, (name, { type }) => `${name} ${type}`)})`
}

function insertedRows(binder: Binder, payload: Payload, columns: readonly Column[]): string {
  const body = binder.bind(payload.text)
  if (columns.length === 0) {
    return payload.list
      ? `select from json_array_elements(${body}::json)`
      : `select from (values (${body}::json)) v`
  }
  const rows = payload.list ? `json_to_recordset(${body}::json)` : `json_to_record(${body}::json)`
  return `select ${listOf(columns, (name) => `b.${name}`)} from ${recordSql(rows, columns)}`
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

/** The insert or upsert, without RETURNING. */
export function insertSql(exchange: Exchange, binder: Binder, relation: Relation, payload: Payload): string {
  const columns = columnsOf(relation, payload.columns)
  const list = columns.length > 0 ? ` (${listOf(columns, (name) => name)})` : ''
  const rows = insertedRows(binder, payload, columns)
  const conflict = conflictSql(exchange, relation, columns)
  return `insert into ${inPublic(relation.name)} as t0${list} ${rows}${conflict}`
}

/** The update of the rows that match `root`, without RETURNING. */
export function updateSql(binder: Binder, relation: Relation, payload: Payload, root: Resource): string {
  const columns = columnsOf(relation, payload.columns)
  const assignments = listOf(columns, (name) => `${name} = b.${name}`)
  const body = recordSql(`json_to_record(${binder.bind(payload.text)}::json)`, columns)
  return `update ${inPublic(relation.name)} as t0 set ${assignments} from ${body}${whereSql(binder, 't0', root.where)}`
}
