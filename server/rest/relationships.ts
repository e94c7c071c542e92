import { Fault } from '#server/base/fault.ts'
import { unsupported } from './fault.ts'
import type { ForeignKey, Relationship } from './foreign-keys.ts'
import type { Relation, Schema } from './schema.ts'

function isOnlyColumn(key: ForeignKey, name: string): boolean {
  return key.columns.length === 1 && key.columns[0] === name
}

function fits(relationship: Relationship, target: string, hint: string | undefined): boolean {
  const { key, forward, junction } = relationship
  const named = relationship.target === target
  if (junction) return named && (hint === undefined || junction.table === hint)
  if (hint !== undefined) {
    const hinted = key.name === hint || isOnlyColumn(key, hint)
    // From a table to itself, the table's name means the many and the column's name the one.
    return named && hinted && (key.table !== key.target || !forward)
  }
  if (key.table === key.target) return forward ? isOnlyColumn(key, target) : named
  return named || key.name === target || (forward && isOnlyColumn(key, target))
}

function describe({ key, cardinality, forward, target, junction }: Relationship): Record<string, string> {
  if (junction) {
    const [one, two] = [key, junction.key].map(({ name, columns }) => `${name}(${columns.join(', ')})`)
    return {
      cardinality,
      embedding: `${key.target} with ${target}`,
      relationship: `${junction.table} using ${one} and ${two}`,
    }
  }
  const origin = forward ? key.table : key.target
  const own = `${origin}(${(forward ? key.columns : key.targetColumns).join(', ')})`
  const other = `${target}(${(forward ? key.targetColumns : key.columns).join(', ')})`
  return {
    cardinality,
    embedding: `${origin} with ${target}`,
    relationship: `${key.name} using ${own} and ${other}`,
  }
}

/**
 * The only relationship from `origin` to what `select` names `target` (a table, a constraint, or the column
 * with the key), narrowed by a hint (constraint, column, or junction table). None: 400 PGRST200; several: 300
 * PGRST201, both as PostgREST words them.
 */
export function findRelationship(
  schema: Schema,
  { name: origin, isView, computedRelationships }: Relation,
  target: string,
  hint: string | undefined,
): Relationship {
  // PostgREST would use the function instead of the key.
  if (hint === undefined && computedRelationships.has(target))
    throw unsupported(`the computed relationship '${target}'`)
  const found = (schema.relationships.get(origin) ?? []).filter((one) => fits(one, target, hint))
  const [only, ...others] = found
  if (!only) {
    if (isView || schema.relations.get(target)?.isView)
      throw unsupported(`embedding through the view '${isView ? origin : target}'`)
    const hinted = hint === undefined ? '' : ` using the hint '${hint}'`
    throw new Fault(
      400,
      'PGRST200',
      `Could not find a relationship between '${origin}' and '${target}' in the schema cache`,
      {
        fields: {
          details: `Searched for a foreign key relationship between '${origin}' and '${target}'${hinted} in the schema 'public', but no matches were found.`,
        },
      },
    )
  }
  if (others.length > 0) {
    const ways = found.map((one) => `'${one.target}!${one.junction?.table ?? one.key.name}'`).join(', ')
    throw new Fault(
      300,
      'PGRST201',
      `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
      {
        fields: {
          details: found.map(describe),
          hint: `Try changing '${target}' to one of the following: ${ways}. Find the desired relationship in the 'details' key.`,
        },
      },
    )
  }
  return only
}
