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

/** The table between two others, and its key and column pairs that lead on to the target. */
type Junction = { table: string; key: ForeignKey; on: readonly Pair[] }

/** A way from one table to another along a foreign key, in either direction, or along two by a table between them. */
export type Relationship = {
  /** With a junction: its key to the origin. */
  key: ForeignKey
  target: string
  /** Pairs of own column and target's (with a junction: the junction's) column. */
  on: readonly Pair[]
  cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many'
  /** The foreign key stands in the origin. */
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

/** A table is a junction of two of its foreign keys when its primary key holds the columns of both. */
function across(from: ForeignKey, to: ForeignKey): Relationship {
  return {
    ...along(from, false),
    target: to.target,
    cardinality: 'many-to-many',
    junction: { table: to.table, key: to, on: along(to, true).on },
  }
}

/** The ways that lead from each table, by its name. */
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
