import { quoteName } from '#server/db/quote.ts'
import { comparisons, type Test } from './parse-filter.ts'
import type { Embedded, PlannedCondition, Resource } from './plan.ts'
import { type Binder, fieldSql, inPublic, type Ready } from './sql-terms.ts'

const isWords = { null: 'null', not_null: 'not null', true: 'true', false: 'false', unknown: 'unknown' }

/** An array literal, so that one parameter of the column's array type carries the whole list. */
function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`
}

function testSql(binder: Binder, test: Test): string {
  if (test.op === 'is') return `is ${isWords[test.value]}`
  if (test.op === 'in') return `= any(${binder.bind(arrayLiteral(test.values))})`
  const isPattern = test.op === 'like' || test.op === 'ilike'
  return `${comparisons[test.op]} ${binder.bind(isPattern ? test.value.replaceAll('*', '%') : test.value)}`
}

function conditionSql(binder: Binder, alias: string, condition: PlannedCondition, ready: Ready): string {
  const not = condition.negated ? 'not ' : ''
  if (condition.kind === 'embedded') return `${not}${existsSql(binder, alias, condition.of)}`
  if (condition.kind !== 'filter') {
    const parts = condition.of.map((one) => conditionSql(binder, alias, one, ready))
    return `${not}(${parts.join(` ${condition.kind} `)})`
  }
  return `${not}(${fieldSql(binder, alias, condition.field, ready)} ${testSql(binder, condition.test)})`
}

/** All conditions on the rows of `alias` as a `where` clause, or nothing. */
export function whereSql(
  binder: Binder,
  alias: string,
  where: readonly PlannedCondition[],
  ready: Ready = false,
  joins: readonly string[] = [],
): string {
  const parts = [...joins, ...where.map((one) => conditionSql(binder, alias, one, ready))]
  return parts.length > 0 ? ` where ${parts.join(' and ')}` : ''
}

/** The source of an embedded resource's rows, with the junction table if there is one. */
export function embeddedFrom({ relation, alias, via: { junction } }: Embedded): string {
  const from = `${inPublic(relation.name)} ${alias}`
  if (!junction) return from
  const on = junction.on.map(({ own, other }) => `m${alias}.${quoteName(own)} = ${alias}.${quoteName(other)}`)
  return `${from} join ${inPublic(junction.table)} m${alias} on ${on.join(' and ')}`
}

/** The conditions that tie an embedded row to its parent row. */
export function joinConditions(parent: string, { alias, via }: Embedded): string[] {
  const to = via.junction ? `m${alias}` : alias
  return via.on.map(({ own, other }) => `${to}.${quoteName(other)} = ${parent}.${quoteName(own)}`)
}

export function limitSql(resource: Resource): string {
  const limit = resource.limit === undefined ? '' : ` limit ${resource.limit}`
  return resource.offset > 0 ? `${limit} offset ${resource.offset}` : limit
}

/**
 * Estimates stop counting here and then answer one more than they counted. PostgREST counts up to its
 * `db-max-rows` and lets the planner guess beyond.
 */
const countLimit = 10_000

/** As many rows as the read has without its limit. Embedded resources matter only where `!inner` makes them a condition. */
export function countSql(
  binder: Binder,
  resource: Resource,
  from: string,
  ready: Ready,
  count: 'exact' | 'estimated',
): string {
  const most = count === 'estimated' ? ` limit ${countLimit + 1}` : ''
  return `select 1 from ${from} ${resource.alias}${countedSql(binder, resource, ready)}${most}`
}

function countedSql(binder: Binder, resource: Resource, ready: Ready, on: readonly string[] = []): string {
  const inner = resource.embedded
    .filter((embedded) => embedded.inner)
    .map((embedded) => existsSql(binder, resource.alias, embedded))
  return whereSql(binder, resource.alias, resource.where, ready, [...on, ...inner])
}

function existsSql(binder: Binder, parent: string, embedded: Embedded): string {
  const where = countedSql(binder, embedded, false, joinConditions(parent, embedded))
  return `exists (select 1 from ${embeddedFrom(embedded)}${where}${limitSql(embedded)})`
}
