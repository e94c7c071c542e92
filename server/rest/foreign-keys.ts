export type ForeignKey = {
  name: string
  table: string
  columns: readonly string[]
  target: string
  targetColumns: readonly string[]
  /** At most one row of `table` can point to one row of `target`. */
  unique: boolean
}

type Pair = { own: string; other: string }

/** The table between two others, with its key to the target and the column pairs of that key. */
type Junction = { table: string; key: ForeignKey; on: readonly Pair[] }

/** A relationship between two tables: one foreign key in either direction, or two keys through a junction table. */
export type Relationship = {
  /** With a junction: the junction's key to the origin. */
  key: ForeignKey
  target: string
  /** Pairs of the origin's column and the target's (with a junction: the junction's). */
  on: readonly Pair[]
  cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many'
  /** True when the origin holds the foreign key. */
  forward: boolean
  junction?: Junction
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

/** A table is a junction for two of its foreign keys when its primary key contains the columns of both. */
function across(from: ForeignKey, to: ForeignKey): Relationship {
  return {
    ...along(from, false),
    target: to.target,
    cardinality: 'many-to-many',
    junction: { table: to.table, key: to, on: along(to, true).on },
  }
}

/** The relationships that start at each table, by its name. */
export function relationshipsByOrigin(
  foreignKeys: readonly ForeignKey[],
  primaryKeyOf: (table: string) => readonly string[],
): Map<string, Relationship[]> {
  const found = new Map<string, Relationship[]>()
  function add(origin: string, relationship: Relationship): void {
    const known = found.get(origin)
    if (known) known.push(relationship)
    else found.set(origin, [relationship])
  }
  for (const key of foreignKeys) {
    add(key.table, along(key, true))
    add(key.target, along(key, false))
    for (const other of foreignKeys) {
      const primaryKey = key.table === other.table && key !== other ? primaryKeyOf(key.table) : []
      if ([...key.columns, ...other.columns].every((column) => primaryKey.includes(column)))
        add(key.target, across(key, other))
    }
  }
  return found
}
