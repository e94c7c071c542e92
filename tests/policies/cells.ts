import type { Caller } from './people.ts'

/** A table, its rows by their names in the tests, its key column (`id`), and a condition for rows to leave out. */
export type Subject<Name extends string> = {
  table: string
  rows: Readonly<Record<Name, string>>
  key?: string
  only?: string
  /** The same condition as a filter of the API. */
  filter?: string
}

/** The column that tells the rows apart, of alias `t`. */
export const keyOf = (subject: Subject<string>) => `t.${subject.key ?? 'id'}`

export const nobody = 'no grant'

/** What the tests call the row with this key. */
export function nameOf(subject: Subject<string>, id: unknown): string {
  return Object.entries(subject.rows).find(([, known]) => known === id)?.[0] ?? `unknown row ${String(id)}`
}

/** The result of updating one column, by outcome; granted columns that are not named: `nothing`. */
export type Cell = Partial<Record<'done' | 'rule' | 'policy' | 'PT400', readonly string[]>>

export type Updates<Name extends string> = Subject<Name> & {
  /** Another valid value for every column of the table, as SQL; may name the row's own columns. */
  values: Record<string, string>
  /** Columns that behave like one in `values`: no grant names them, and no rule reads them. */
  alike?: readonly string[]
  /** The columns that the API's roles may update; any other gives `no grant`. */
  granted: readonly string[]
  /** What each caller may do to which row; other rows: `nothing`. Without any grant: `nobody`. */
  may: Record<Caller, Partial<Record<Name, Cell>> | typeof nobody>
}

/** One new row: caller, what is special, columns as SQL, outcome. */
export type Insert = readonly [caller: Caller, what: string, row: Record<string, string>, expected: string]

/** What becomes of each column of a row when the caller updates it. */
export function expectedUpdates(spec: Updates<string>, caller: Caller, name: string): Record<string, string> {
  const may = spec.may[caller]
  const cell = may === nobody ? {} : (may[name] ?? {})
  const expected: Record<string, string> = {}
  for (const column of Object.keys(spec.values)) {
    const named = Object.entries(cell).find(([, columns]) => columns.includes(column))?.[0]
    const refused = may === nobody || !spec.granted.includes(column)
    expected[column] = refused ? 'no grant' : (named ?? 'nothing')
  }
  return expected
}

/** What becomes of each row when the caller deletes it. */
export function expectedDeletes<Name extends string>(
  subject: Subject<Name>,
  wanted: readonly Name[] | typeof nobody,
): Record<string, string> {
  const names = Object.keys(subject.rows) as Name[]
  const outcomeOf = (name: Name) => (wanted === nobody ? nobody : wanted.includes(name) ? 'done' : 'nothing')
  return Object.fromEntries(names.map((name) => [name, outcomeOf(name)]))
}
