import { Fault } from '#server/base/fault.ts'
import type { Field, JsonStep } from './cursor.ts'
import { missingColumn, unsupported } from './fault.ts'
import type { Relationship } from './foreign-keys.ts'
import type { Condition, Test } from './parse-filter.ts'
import type { Level, Query } from './parse-query.ts'
import type { SelectItem } from './parse-select.ts'
import { findRelationship } from './relationships.ts'
import type { Relation, Schema } from './schema.ts'

/** A column or computed field that exists. */
export type PlannedField = {
  name: string
  computed: boolean
  /** Whether the value is json already; other values are converted before a path is applied. */
  json: boolean
  path: readonly JsonStep[]
}

export type PlannedItem = { field: PlannedField; as: string; cast?: string }

export type PlannedCondition =
  | { kind: 'filter'; field: PlannedField; negated: boolean; test: Test }
  | { kind: 'and' | 'or'; negated: boolean; of: PlannedCondition[] }
  /** An embedded row exists (negated: none does). */
  | { kind: 'embedded'; negated: boolean; of: Embedded }

export type PlannedOrder = {
  /** The embedded resource that has the field; without it, the field is this resource's own. */
  of?: Embedded
  field: PlannedField
  direction?: 'asc' | 'desc'
  nulls?: 'first' | 'last'
}

/** One resource of a read, resolved against the schema. */
export type Resource = {
  /** Unique in the statement; the SQL alias of its table. */
  alias: string
  relation: Relation
  star: boolean
  items: PlannedItem[]
  embedded: Embedded[]
  where: PlannedCondition[]
  order: PlannedOrder[]
  limit: number | undefined
  offset: number
}

export type Embedded = Resource & {
  as: string
  target: string
  via: Relationship
  many: boolean
  inner: boolean
  /** An empty selection, `patient!inner()`, joins and filters but returns nothing. */
  hidden: boolean
  /** Fields that sort the parent: the join must return them. */
  ordersParent: PlannedField[]
}

const jsonTypes = new Set(['json', 'jsonb'])
const maxEmbedded = 30
/** Each list nested in a list multiplies a request's cost, and no screen needs one. */
const maxListDepth = 1

/** Finds a column or computed field; throws 42703 like PostgreSQL for anything else. */
function planField(relation: Relation, field: Field): PlannedField {
  const column = relation.columns.get(field.name)
  if (!column && !relation.computed.has(field.name)) throw missingColumn(relation.name, field.name)
  return {
    name: field.name,
    computed: !column,
    json: column !== undefined && jsonTypes.has(column.type),
    path: field.path,
  }
}

function planCondition(resource: Resource, condition: Condition): PlannedCondition {
  if (condition.kind !== 'filter') {
    return { ...condition, of: condition.of.map((one) => planCondition(resource, one)) }
  }
  const { field, test, negated } = condition
  const embedded = field.path.length > 0 ? undefined : resource.embedded.find((one) => one.as === field.name)
  const asksExistence = test.op === 'is' && (test.value === 'null' || test.value === 'not_null')
  // An embedded resource may have a column's name, like `patient_id(...)`; only a test for existence then means
  // the resource.
  if (!embedded || (!asksExistence && resource.relation.columns.has(field.name))) {
    return { ...condition, field: planField(resource.relation, field) }
  }
  if (!asksExistence) {
    const details = 'Only is null or not is null filters are allowed on embedded resources'
    throw new Fault(400, 'PGRST120', `Bad operator on the '${field.name}' embedded resource`, {
      fields: { details },
    })
  }
  return { kind: 'embedded', negated: (test.value === 'null') !== negated, of: embedded }
}

/**
 * Two embedded resources with one name would be one JSON key twice, and clients keep only the last: 42712, as
 * PostgREST words it.
 */
function requireDistinct({ relation, embedded }: Resource, depth: number): void {
  const names = new Set<string>()
  for (const { as } of embedded) {
    if (names.has(as)) {
      const table = `${relation.name}_${as}_${depth}`
      throw new Fault(400, '42712', `table name "${table}" specified more than once`)
    }
    names.add(as)
  }
}

/** A json path is named after its last key. */
function nameOf(field: Field): string {
  const key = field.path.findLast((step) => typeof step.key === 'string')?.key
  return typeof key === 'string' ? key : field.name
}

function notEmbedded(name: string): Fault {
  return new Fault(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    fields: { hint: `Verify that '${name}' is included in the 'select' query parameter.` },
  })
}

/** The embedded resource that a filter or order names: by its alias, else by its table if only one has it. */
function embeddedCalled(resource: Resource, name: string): Embedded {
  const byAlias = resource.embedded.find((one) => one.as === name)
  if (byAlias) return byAlias
  const [only, ...others] = resource.embedded.filter((one) => one.target === name)
  if (!only || others.length > 0) throw notEmbedded(name)
  return only
}

/**
 * Row cap of an embedded resource. With a cap of one, PostgreSQL looks a single row up by its key for each row
 * of the list; with `!inner` it may also start from that side.
 */
function capOf({ many, inner }: Pick<Embedded, 'many' | 'inner'>, maxRows: number | undefined) {
  if (many) return maxRows
  return inner ? undefined : 1
}

function applyLevel(resource: Resource, level: Level, maxRows: number | undefined): void {
  resource.where = level.where.map((one) => planCondition(resource, one))
  resource.offset = level.offset ?? 0
  resource.limit = maxRows === undefined ? level.limit : Math.min(level.limit ?? maxRows, maxRows)
  resource.order = (level.order ?? []).map(({ relation, field, ...rest }) => {
    if (relation === undefined) return { field: planField(resource.relation, field), ...rest }
    const of = embeddedCalled(resource, relation)
    if (of.many) {
      throw new Fault(400, 'PGRST118', `A related order on '${relation}' is not possible`, {
        fields: {
          details: `'${resource.relation.name}' and '${relation}' do not form a many-to-one or one-to-one relationship`,
        },
      })
    }
    const planned = planField(of.relation, field)
    of.ordersParent.push(planned)
    return { of, field: planned, ...rest }
  })
}

/**
 * Resolves a query on `relation`: every name must be a known column, computed field or foreign key. `maxRows`
 * caps each resource's rows; undefined does not (rows that a write returns).
 */
export function planRead(
  schema: Schema,
  relation: Relation,
  query: Query,
  maxRows: number | undefined,
): Resource {
  let aliases = 0

  function resource(of: Relation, select: readonly SelectItem[], listDepth: number, depth: number): Resource {
    if (aliases > maxEmbedded) {
      throw new Fault(400, 'PGRST100', `More than ${maxEmbedded} embedded resources are not supported`)
    }
    const planned: Resource = {
      alias: `t${aliases++}`,
      relation: of,
      star: false,
      items: [],
      embedded: [],
      where: [],
      order: [],
      limit: maxRows,
      offset: 0,
    }
    for (const item of select) {
      if (item.kind === 'star') planned.star = true
      else if (item.kind === 'embed') planned.embedded.push(embed(of, item, listDepth, depth))
      else {
        const as = item.alias ?? nameOf(item.field)
        const field = planField(of, item.field)
        planned.items.push({ field, as, ...(item.cast === undefined ? {} : { cast: item.cast }) })
      }
    }
    requireDistinct(planned, depth + 1)
    return planned
  }

  function embed(
    origin: Relation,
    item: Extract<SelectItem, { kind: 'embed' }>,
    listDepth: number,
    level: number,
  ): Embedded {
    const via = findRelationship(schema, origin, item.target, item.hint)
    const target = schema.relations.get(via.target)
    if (!target) throw new Error('A foreign key leads to a table that the schema does not have')
    const many = via.cardinality === 'one-to-many' || via.cardinality === 'many-to-many'
    const depth = listDepth + (many ? 1 : 0)
    if (depth > maxListDepth) throw unsupported(`the list '${item.target}' inside an embedded list`)
    return {
      ...resource(target, item.items, depth, level + 1),
      limit: capOf({ many, inner: item.inner }, maxRows),
      as: item.alias ?? item.target,
      target: item.target,
      via,
      many,
      inner: item.inner,
      hidden: item.items.length === 0,
      ordersParent: [],
    }
  }

  const root = resource(relation, query.select ?? [{ kind: 'star' }], 0, 0)
  applyLevel(root, query.root, maxRows)
  for (const { path, level } of query.embedded) {
    let at: Resource = root
    let cap = maxRows
    for (const name of path) {
      const next = embeddedCalled(at, name)
      cap = capOf(next, maxRows)
      at = next
    }
    applyLevel(at, level, cap)
  }
  return root
}
