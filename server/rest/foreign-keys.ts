export type ForeignKey = {
  name: string
  table: string
  columns: readonly string[]
  target: string
  targetColumns: readonly string[]
  /** At most one row of `table` can point to one row of `target`. */
  unique: boolean
}

/** A way from one table to another along a foreign key, in either direction. */
export type Relationship = {
  key: ForeignKey
  target: string
  /** Pairs of own column and target's column. */
  on: readonly { own: string; other: string }[]
  cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one'
  /** The foreign key stands in the origin. */
  forward: boolean
}

function along(key: ForeignKey, forward: boolean): Relationship {
  const pairs = key.columns.map((column, place) => ({ column, other: key.targetColumns[place] ?? '' }))
  return forward
    ? {
        key,
        forward,
        target: key.target,
        cardinality: key.unique ? 'one-to-one' : 'many-to-one',
        on: pairs.map(({ column, other }) => ({ own: column, other })),
      }
    : {
        key,
        forward,
        target: key.table,
        cardinality: key.unique ? 'one-to-one' : 'one-to-many',
        on: pairs.map(({ column, other }) => ({ own: other, other: column })),
      }
}

/** The ways that lead from each table, by its name. */
export function relationshipsByOrigin(foreignKeys: readonly ForeignKey[]): Map<string, Relationship[]> {
  const found = new Map<string, Relationship[]>()
  function add(origin: string, relationship: Relationship): void {
    const known = found.get(origin)
    if (known) known.push(relationship)
    else found.set(origin, [relationship])
  }
  for (const key of foreignKeys) {
    add(key.table, along(key, true))
    add(key.target, along(key, false))
  }
  return found
}
