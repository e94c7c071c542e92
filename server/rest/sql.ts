import { quoteName } from '#server/db/quote.ts'
import type { JsonStep } from './cursor.ts'
import { RestError } from './errors.ts'
import { comparisons, type Test } from './parse-filter.ts'
import type { Embedded, PlannedCondition, PlannedField, PlannedOrder, Resource } from './plan.ts'

/** A statement in the making: `bind` keeps a value and answers its placeholder. */
export type Binder = { params: string[]; bind(value: string): string }

export function createBinder(): Binder {
  const params: string[] = []
  return { params, bind: (value) => `$${params.push(value)}` }
}

/** A name of the caller's as an identifier; PostgreSQL would cut a longer one without a word. */
export function identifier(name: string): string {
  if (Buffer.byteLength(name) > 63) throw new RestError(400, '42622', `identifier "${name}" is too long`)
  return quoteName(name)
}

/** `"public"."name"`. */
export function inPublic(name: string): string {
  return `"public".${quoteName(name)}`
}

function jsonStep(binder: Binder, { arrow, key }: JsonStep): string {
  return typeof key === 'number' ? `${arrow}(${key})` : `${arrow}${binder.bind(key)}::text`
}

/**
 * A field of the rows that `alias` stands for. `ready`: computed fields are columns there already (a `with` query).
 */
export function fieldSql(binder: Binder, alias: string, field: PlannedField, ready: boolean): string {
  const plain =
    field.computed && !ready ? `${inPublic(field.name)}(${alias})` : `${alias}.${quoteName(field.name)}`
  if (field.path.length === 0) return plain
  const json = field.json ? plain : `to_jsonb(${plain})`
  return `(${json}${field.path.map((step) => jsonStep(binder, step)).join('')})`
}

const isWords = { null: 'null', not_null: 'not null', true: 'true', false: 'false', unknown: 'unknown' }

/** An array literal, so that one parameter of the column's own array type carries the whole list. */
function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`
}

function testSql(binder: Binder, test: Test): string {
  if (test.op === 'is') return `is ${isWords[test.value]}`
  if (test.op === 'in') return `= any(${binder.bind(arrayLiteral(test.values))})`
  const isPattern = test.op === 'like' || test.op === 'ilike'
  return `${comparisons[test.op]} ${binder.bind(isPattern ? test.value.replaceAll('*', '%') : test.value)}`
}

function conditionSql(binder: Binder, alias: string, condition: PlannedCondition, ready: boolean): string {
  const not = condition.negated ? 'not ' : ''
  if (condition.kind !== 'filter') {
    const parts = condition.of.map((one) => conditionSql(binder, alias, one, ready))
    return `${not}(${parts.join(` ${condition.kind} `)})`
  }
  return `${not}(${fieldSql(binder, alias, condition.field, ready)} ${testSql(binder, condition.test)})`
}

/** All conditions on the rows of `alias`, as a `where` clause or nothing. */
export function whereSql(
  binder: Binder,
  alias: string,
  where: readonly PlannedCondition[],
  ready = false,
  joins: readonly string[] = [],
): string {
  const parts = [...joins, ...where.map((one) => conditionSql(binder, alias, one, ready))]
  return parts.length > 0 ? ` where ${parts.join(' and ')}` : ''
}

// PostgREST leaves a cast's name unquoted so that `int` works; here the everyday names are spelled out and the rest is quoted.
const castNames: Record<string, string> = {
  int: 'int4',
  integer: 'int4',
  smallint: 'int2',
  bigint: 'int8',
  real: 'float4',
  float: 'float8',
  'double precision': 'float8',
  decimal: 'numeric',
  boolean: 'bool',
  char: 'bpchar',
  character: 'bpchar',
  'character varying': 'varchar',
  'timestamp with time zone': 'timestamptz',
  'timestamp without time zone': 'timestamp',
  'time with time zone': 'timetz',
  'time without time zone': 'time',
}

function castSql(value: string, cast: string | undefined): string {
  if (cast === undefined) return value
  const name = cast.toLowerCase()
  return `cast(${value} as ${identifier(Object.hasOwn(castNames, name) ? (castNames[name] ?? name) : name)})`
}

function orderSql(binder: Binder, resource: Resource, order: PlannedOrder, ready: boolean): string {
  const value = order.of
    ? `${joinAlias(order.of)}.o${order.of.ordersParent.indexOf(order.field)}`
    : fieldSql(binder, resource.alias, order.field, ready)
  return value + (order.direction ? ` ${order.direction}` : '') + (order.nulls ? ` nulls ${order.nulls}` : '')
}

function limitSql(resource: Resource): string {
  const limit = resource.limit === undefined ? '' : ` limit ${resource.limit}`
  return resource.offset > 0 ? `${limit} offset ${resource.offset}` : limit
}

function joinAlias(embedded: Embedded): string {
  return `j${embedded.alias}`
}

function joinConditions(parent: string, embedded: Embedded): string[] {
  return embedded.via.on.map(
    ({ own, other }) => `${embedded.alias}.${quoteName(other)} = ${parent}.${quoteName(own)}`,
  )
}

/** What a resource shows: its own fields, then the embedded ones. */
function listSql(binder: Binder, resource: Resource, ready: boolean): string {
  const { alias } = resource
  const shown: string[] = []
  if (resource.star) {
    if (ready) for (const name of resource.relation.columns.keys()) shown.push(`${alias}.${quoteName(name)}`)
    else shown.push(`${alias}.*`)
  }
  for (const { field, as, cast } of resource.items) {
    shown.push(`${castSql(fieldSql(binder, alias, field, ready), cast)} as ${identifier(as)}`)
  }
  for (const embedded of resource.embedded) {
    if (embedded.hidden) continue
    const join = joinAlias(embedded)
    const value = embedded.many
      ? `coalesce(${join}.j, '[]')`
      : embedded.ordersParent.length > 0
        ? `${join}.j`
        : `row_to_json(${join}.*)`
    shown.push(`${value} as ${identifier(embedded.as)}`)
  }
  return shown.join(', ')
}

function joinSql(binder: Binder, parent: string, embedded: Embedded): string {
  const join = joinAlias(embedded)
  const kind = embedded.inner ? 'join' : 'left join'
  const list = listSql(binder, embedded, false)
  const on = joinConditions(parent, embedded)
  if (embedded.many) {
    const rows = `select ${list} ${restSql(binder, embedded, `from ${inPublic(embedded.relation.name)} ${embedded.alias}`, on, false)}`
    return ` ${kind} lateral (select json_agg(r.*) as j from (${rows}) r) ${join} on ${embedded.inner ? `${join}.j is not null` : 'true'}`
  }
  const orders = embedded.ordersParent.map(
    (field, place) => `, ${fieldSql(binder, embedded.alias, field, false)} as o${place}`,
  )
  const shown =
    orders.length > 0 ? `(select row_to_json(r.*) from (select ${list}) r) as j${orders.join('')}` : list
  const from = `from ${inPublic(embedded.relation.name)} ${embedded.alias}`
  return ` ${kind} lateral (select ${shown} ${restSql(binder, embedded, from, on, false)}) ${join} on true`
}

function restSql(
  binder: Binder,
  resource: Resource,
  from: string,
  on: readonly string[],
  ready: boolean,
): string {
  const joins = resource.embedded.map((embedded) => joinSql(binder, resource.alias, embedded)).join('')
  const where = whereSql(binder, resource.alias, resource.where, ready, on)
  const order =
    resource.order.length > 0
      ? ` order by ${resource.order.map((one) => orderSql(binder, resource, one, ready)).join(', ')}`
      : ''
  return `${from}${joins}${where}${order}${limitSql(resource)}`
}

/** The rows of a read. `from` names where the main resource's rows are (`ready`: a `with` query). */
export function rowsSql(binder: Binder, root: Resource, from: string, ready: boolean): string {
  return `select ${listSql(binder, root, ready)} ${restSql(binder, root, `from ${from} ${root.alias}`, [], ready)}`
}

/** As many rows as a read has without its limit: embedded resources count only where `!inner` makes them a condition. */
export function countSql(
  binder: Binder,
  resource: Resource,
  from: string,
  ready: boolean,
  on: readonly string[] = [],
): string {
  const inner = resource.embedded
    .filter((embedded) => embedded.inner)
    .map((embedded) => {
      const conditions = joinConditions(resource.alias, embedded)
      return `exists (${countSql(binder, embedded, inPublic(embedded.relation.name), false, conditions)})`
    })
  return `select 1 from ${from} ${resource.alias}${whereSql(binder, resource.alias, resource.where, ready, [...on, ...inner])}`
}

/** The columns and computed fields of the main resource that a read of it needs. */
export function neededFields(root: Resource): PlannedField[] {
  const needed = new Map<string, PlannedField>()
  const take = (field: PlannedField) => needed.set(field.name, { ...field, path: [] })
  function takeCondition(condition: PlannedCondition): void {
    if (condition.kind === 'filter') take(condition.field)
    else condition.of.forEach(takeCondition)
  }
  if (root.star)
    for (const name of root.relation.columns.keys()) take({ name, computed: false, json: false, path: [] })
  for (const item of root.items) take(item.field)
  for (const order of root.order) if (!order.of) take(order.field)
  for (const embedded of root.embedded) {
    for (const { own } of embedded.via.on) take({ name: own, computed: false, json: false, path: [] })
  }
  root.where.forEach(takeCondition)
  return [...needed.values()]
}

/** Those fields as the list that a `with` query hands on. */
export function neededSql(binder: Binder, root: Resource): string {
  return neededFields(root)
    .map((field) => `${fieldSql(binder, root.alias, field, false)} as ${quoteName(field.name)}`)
    .join(', ')
}

const csvHeader = `(select coalesce(string_agg(k, ','), '') from
  (select json_object_keys(row_to_json(h.*)) as k from (select * from page limit 1) h) c)`
const csvLine = 'substring((r.*)::text, 2, length((r.*)::text) - 2)'

const bodies = {
  none: 'null',
  json: `coalesce(json_agg(r.*)::text, '[]')`,
  values: `coalesce(json_agg(r.v)::text, '[]')`,
  csv: `${csvHeader} || E'\\n' || coalesce(string_agg(${csvLine}, E'\\n'), '')`,
}

/**
 * One statement whose only row has `body` (the rows as the text that leaves), `rows` (how many they are) and `total`, which is
 * what the SQL `total` counts. `before` are the `with` queries that `rows` reads from.
 */
export function statementSql(parts: {
  before?: string
  rows: string
  body: keyof typeof bodies
  total?: string | undefined
}): string {
  const queries = parts.before ? `with ${parts.before}, ` : 'with '
  const total = parts.total ? `(select count(*)::int from (${parts.total}) c)` : 'null::int'
  if (parts.body !== 'csv') {
    const before = parts.before ? `with ${parts.before} ` : ''
    return `${before}select ${bodies[parts.body]} as body, count(*)::int as rows, ${total} as total from (${parts.rows}) r`
  }
  return `${queries}page as (${parts.rows}) select ${bodies.csv} as body, count(*)::int as rows, ${total} as total from page r`
}
