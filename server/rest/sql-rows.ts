import { quoteName } from '#server/db/quote.ts'
import type { Embedded, PlannedCondition, PlannedField, PlannedOrder, Resource } from './plan.ts'
import { charged } from './sql-statement.ts'
import { type Binder, castSql, fieldSql, identifier, type Ready, wholeRow } from './sql-terms.ts'
import { embeddedFrom, joinConditions, limitSql, whereSql } from './sql-where.ts'

function orderSql(binder: Binder, resource: Resource, order: PlannedOrder, ready: Ready): string {
  const value = order.of
    ? `${joinAlias(order.of)}.o${order.of.ordersParent.indexOf(order.field)}`
    : fieldSql(binder, resource.alias, order.field, ready)
  return value + (order.direction ? ` ${order.direction}` : '') + (order.nulls ? ` nulls ${order.nulls}` : '')
}

function joinAlias(embedded: Embedded): string {
  return `j${embedded.alias}`
}

/** What a resource returns: its own fields, then the embedded ones. */
function listSql(binder: Binder, resource: Resource, ready: Ready): string {
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
    shown.push(`${embeddedSql(binder, alias, embedded)} as ${identifier(embedded.as)}`)
  }
  return shown.join(', ')
}

function embeddedSql(binder: Binder, parent: string, embedded: Embedded): string {
  const join = joinAlias(embedded)
  if (isPerRow(embedded)) return `coalesce((${manySql(binder, parent, embedded)}), '[]')`
  if (embedded.many) return `coalesce(${join}.j, '[]')`
  return embedded.ordersParent.length > 0 ? `${join}.j` : `row_to_json(${join}.*)`
}

/** A list that is no condition is built only for the rows of the page; joined, it would be built for every sorted row. */
function isPerRow({ many, inner }: Embedded): boolean {
  return many && !inner
}

function manySql(binder: Binder, parent: string, embedded: Embedded): string {
  const on = joinConditions(parent, embedded)
  const from = `from ${embeddedFrom(embedded)}`
  const rows = `select ${listSql(binder, embedded, false)} ${restSql(binder, embedded, from, on, false)}`
  return `select json_agg(${charged('row_to_json(r.*)', 'lists')}) as j from (${rows}) r`
}

function joinSql(binder: Binder, parent: string, embedded: Embedded): string {
  const join = joinAlias(embedded)
  if (embedded.many)
    return ` join lateral (${manySql(binder, parent, embedded)}) ${join} on ${join}.j is not null`
  const kind = embedded.inner ? 'join' : 'left join'
  const list = listSql(binder, embedded, false)
  const on = joinConditions(parent, embedded)
  const from = `from ${embeddedFrom(embedded)}`
  const orders = embedded.ordersParent.map(
    (field, place) => `, ${fieldSql(binder, embedded.alias, field, false)} as o${place}`,
  )
  const shown =
    orders.length > 0 ? `(select row_to_json(r.*) from (select ${list}) r) as j${orders.join('')}` : list
  return ` ${kind} lateral (select ${shown} ${restSql(binder, embedded, from, on, false)}) ${join} on true`
}

function restSql(
  binder: Binder,
  resource: Resource,
  from: string,
  on: readonly string[],
  ready: Ready,
): string {
  const joined = resource.embedded.filter((embedded) => !isPerRow(embedded))
  const joins = joined.map((embedded) => joinSql(binder, resource.alias, embedded)).join('')
  const where = whereSql(binder, resource.alias, resource.where, ready, on)
  const order =
    resource.order.length > 0
      ? ` order by ${resource.order.map((one) => orderSql(binder, resource, one, ready)).join(', ')}`
      : ''
  return `${from}${joins}${where}${order}${limitSql(resource)}`
}

/** The rows of a read. `from` is the source of the main resource's rows (`ready`: a `with` query). */
export function rowsSql(binder: Binder, root: Resource, from: string, ready: Ready): string {
  return `select ${listSql(binder, root, ready)} ${restSql(binder, root, `from ${from} ${root.alias}`, [], ready)}`
}

/** The columns and computed fields of the main resource that its read needs. */
function neededFields(root: Resource): PlannedField[] {
  const needed = new Map<string, PlannedField>()
  const take = (field: PlannedField) => needed.set(field.name, { ...field, path: [] })
  function takeCondition(condition: PlannedCondition): void {
    if (condition.kind === 'filter') take(condition.field)
    else if (condition.kind !== 'embedded') condition.of.forEach(takeCondition)
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

/** Those fields as the select list of a `with` query. */
export function neededSql(binder: Binder, root: Resource): string {
  return neededFields(root)
    .map((field) => `${fieldSql(binder, root.alias, field, false)} as ${quoteName(field.name)}`)
    .join(', ')
}

/** The same, with the whole row in place of its computed fields: they are then computed only for the rows of the page. */
export function neededRowsSql(root: Resource): string {
  const fields = neededFields(root)
  const columns = fields
    .filter((field) => !field.computed)
    .map(({ name }) => `${root.alias}.${quoteName(name)}`)
  return [
    ...columns,
    ...(fields.some((field) => field.computed) ? [`${root.alias} as ${wholeRow}`] : []),
  ].join(', ')
}
