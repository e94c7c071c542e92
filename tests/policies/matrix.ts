import { expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { type Caller, callers, identityOf } from './people.ts'
import { rehearse, type Stage } from './rehearse.ts'
import { tryUpdates } from './try-updates.ts'
import { send } from './wire.ts'
import type { World } from './world.ts'

/**
 * A table, its rows by the name that the tests call them, the column that tells them apart (`id`), and what else there
 * is to leave out (a condition).
 */
export type Subject<Name extends string> = {
  table: string
  rows: Readonly<Record<Name, string>>
  key?: string
  only?: string
}

const keyOf = (subject: Subject<string>) => `t.${subject.key ?? 'id'}`

export const nobody = 'no grant'

/** The same expectation for every caller. */
export function everyone<T>(expected: T): Record<Caller, T> {
  return {
    anonymous: expected,
    patientA: expected,
    patientB: expected,
    liar: expected,
    doctorA: expected,
    doctorB: expected,
    factorPassed: expected,
    admin: expected,
    mainAdmin: expected,
    ...withoutAnyRights(expected),
  }
}

type WithoutRights = 'newPatient' | 'newAdmin' | 'closedPatient' | 'closedDoctor' | 'erased' | 'factorDue'

/** The callers who may do nothing, whoever they were, each with the same expectation. */
export function withoutAnyRights<T>(expected: T): Record<WithoutRights, T> {
  return {
    newPatient: expected,
    newAdmin: expected,
    closedPatient: expected,
    closedDoctor: expected,
    erased: expected,
    factorDue: expected,
  }
}

/** Which rows each caller sees: exactly these, or no grant at all. */
export function itShows<Name extends string>(
  world: World,
  subject: Subject<Name>,
  expected: Record<Caller, readonly Name[] | typeof nobody>,
): void {
  it.each(callers)('shows %s exactly their rows', async (caller) => {
    const seen = await rehearse(world(), identityOf(caller), async (stage) => {
      const { outcome, rows } = await stage.attempt(
        `select ${keyOf(subject)}::text as id, t.*::text as whole from ${subject.table} t where ${subject.only ?? 'true'}`,
      )
      return outcome === 'nothing' || outcome === 'done'
        ? rows.map((row) => nameOf(subject, row.id))
        : outcome
    })
    const wanted = expected[caller]
    expect(typeof seen === 'string' ? seen : seen.sort()).toEqual(
      typeof wanted === 'string' ? wanted : [...wanted].sort(),
    )
  })

  const address = addressOf(subject.table)
  if (address === undefined) return
  it.each(callers)('shows %s exactly their rows over HTTP', async (caller) => {
    const key = subject.key ?? 'id'
    const { outcome, rows } = await send(world(), caller, `${address}?select=${key},*`)
    const seen = outcome === 'done' ? rows.map((row) => nameOf(subject, String(row[key]))).sort() : outcome
    const wanted = expected[caller]
    expect(seen).toEqual(typeof wanted === 'string' ? wanted : [...wanted].sort())
  })
}

/** The table's address on the wire; storage is reached by a service of its own (`storage-wire.test.ts`). */
function addressOf(table: string): string | undefined {
  return table.startsWith('public.') ? table.slice('public.'.length) : undefined
}

function nameOf(subject: Subject<string>, id: unknown): string {
  return Object.entries(subject.rows).find(([, known]) => known === id)?.[0] ?? `unknown row ${String(id)}`
}

/** What an update of one column comes to, by outcome; granted columns that are not named: `nothing`. */
export type Cell = Partial<Record<'done' | 'rule' | 'policy' | '23514', readonly string[]>>

export type Updates<Name extends string> = Subject<Name> & {
  /** Another valid value for every column of the table, as SQL; may name the row's own columns. */
  values: Record<string, string>
  /** Columns that nothing tells apart from one in `values`: no grant names a column, and no rule reads them. */
  alike?: readonly string[]
  /** The columns that the API's roles may name in an update; any other answers `no grant`. */
  granted: readonly string[]
  /** What each caller may do to which row; other rows: `nothing`. Without any grant: `nobody`. */
  may: Record<Caller, Partial<Record<Name, Cell>> | typeof nobody>
}

/** Tries every column of every row as every caller, one at a time, and reads each row again as the owner. */
export function itUpdates<Name extends string>(world: World, spec: Updates<Name>): void {
  it('knows another value for every column', async () => {
    const { rows } = await world().query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
         and attgenerated = ''`,
      [spec.table],
    )
    expect(rows.map((row) => row.name).sort()).toEqual(
      [...Object.keys(spec.values), ...(spec.alike ?? [])].sort(),
    )
  })

  it.each(callers)('update by %s changes exactly the allowed columns of each row', async (caller) => {
    const found = await rehearse(world(), identityOf(caller), async (stage) => {
      const outcomes: Record<string, Record<string, string>> = {}
      for (const [name, id] of Object.entries<string>(spec.rows))
        outcomes[name] = await tryUpdates(stage, spec.table, `${keyOf(spec)} = '${id}'`, spec.values)
      return outcomes
    })
    const expected = Object.keys(spec.rows).map((name) => [name, expectedUpdates(spec, caller, name)])
    expect(found).toEqual(Object.fromEntries(expected))
  })

  const address = addressOf(spec.table)
  if (address === undefined) return
  it.each(callers)('update by %s over HTTP changes exactly the allowed columns', async (caller) => {
    const names = telling(spec, caller)
    const found: Record<string, Record<string, string>> = {}
    for (const name of names) {
      const id = spec.rows[name as Name]
      const row = `from ${spec.table} t where ${keyOf(spec)} = '${id}'`
      const stored = async (read: (sql: string) => Promise<Record<string, unknown>[]>) =>
        (await read(`select to_jsonb(t)::text as whole ${row}`))[0]?.whole
      const before = await stored(async (sql) => (await world().query(sql)).rows)
      const outcomes: Record<string, string> = {}
      for (const [column, body] of Object.entries(await bodyOf(world(), spec.table, spec.values, row))) {
        let changed = false
        const { outcome } = await send(
          world(),
          caller,
          `${address}?${spec.key ?? 'id'}=eq.${encodeURIComponent(id)}`,
          {
            method: 'PATCH',
            body,
            look: async (owner) => {
              changed = (await stored(owner)) !== before
            },
          },
        )
        outcomes[column] = outcome === 'done' && !changed ? 'nothing' : outcome
      }
      found[name] = outcomes
    }
    expect(found).toEqual(
      Object.fromEntries(names.map((name) => [name, expectedUpdates(spec, caller, name)])),
    )
  })
}

/** Rows that are worth asking for once more: one of each kind for the caller, and one that is none of theirs. */
function telling(spec: Updates<string>, caller: Caller): string[] {
  const kinds = new Map<string, string>()
  for (const name of Object.keys(spec.rows)) {
    const kind = JSON.stringify(expectedUpdates(spec, caller, name))
    if (!kinds.has(kind)) kinds.set(kind, name)
  }
  return [...kinds.values()]
}

/** A row as JSON text, each value as its column's type: what a client sends. `from`: where the expressions' columns are. */
async function bodyOf(
  database: Database,
  table: string,
  values: Record<string, string>,
  from = '',
): Promise<Record<string, string>> {
  const { rows: types } = await database.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0`,
    [table],
  )
  const typeOf = new Map(types.map(({ name, type }) => [name, type]))
  const fields = Object.entries(values).map(([name, value]) => {
    return `jsonb_build_object('${name}', (${value})::${typeOf.get(name)})::text as "${name}"`
  })
  const { rows } = await database.query<Record<string, string>>(`select ${fields.join(', ')} ${from}`)
  return rows[0] ?? {}
}

function expectedUpdates(spec: Updates<string>, caller: Caller, name: string): Record<string, string> {
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

/** Which rows one update or delete without a condition touches: policies for reading do not narrow it. */
export function itTouchesBlindly<Name extends string>(
  world: World,
  subject: Subject<Name>,
  statement: string,
  expected: Record<Caller, readonly Name[] | typeof nobody | 'rule' | 'policy'>,
): void {
  it.each(callers)(`"${statement}" by %s touches exactly the allowed rows`, async (caller) => {
    const touched = await rehearse(world(), identityOf(caller), async (stage) => {
      const read = async () => {
        const rows = await stage.owner(
          `select ${keyOf(subject)}::text as id, to_jsonb(t)::text as whole from ${subject.table} t`,
        )
        return new Map(rows.map((row) => [row.id, row.whole]))
      }
      const before = await read()
      const { outcome } = await stage.attempt(statement)
      const after = await read()
      const changed = [...before].filter(([id, whole]) => after.get(id) !== whole)
      if (outcome === 'done' || outcome === 'nothing') return changed.map(([id]) => nameOf(subject, id))
      return changed.length > 0 ? `${outcome}, but rows changed` : outcome
    })
    const wanted = expected[caller]
    expect(typeof touched === 'string' ? touched : touched.sort()).toEqual(
      typeof wanted === 'string' ? wanted : [...wanted].sort(),
    )
  })
}

/** Which rows each caller may delete: tried one by one, and all at once without a condition. */
export function itDeletes<Name extends string>(
  world: World,
  subject: Subject<Name>,
  expected: Record<Caller, readonly Name[] | typeof nobody>,
): void {
  itTouchesBlindly(world, subject, `delete from ${subject.table} where ${subject.only ?? 'true'}`, expected)

  it.each(callers)('delete by %s, row by row, removes exactly the allowed rows', async (caller) => {
    const wanted = expected[caller]
    const count = async (stage: Stage) =>
      Number((await stage.owner(`select count(*)::int as count from ${subject.table}`))[0]?.count)
    const found = await rehearse(world(), identityOf(caller), async (stage) => {
      const outcomes: Record<string, string> = {}
      const before = await count(stage)
      for (const [name, id] of Object.entries<string>(subject.rows)) {
        let gone = false
        const { outcome } = await stage.attempt(
          `delete from ${subject.table} t where ${keyOf(subject)} = '${id}'`,
          [],
          async () => {
            gone = (await count(stage)) === before - 1
          },
        )
        outcomes[name] = outcome === 'done' && !gone ? 'done, but not gone' : outcome
      }
      expect(await count(stage)).toBe(before)
      return outcomes
    })
    expect(found).toEqual(expectedDeletes(subject, wanted))
  })

  const address = addressOf(subject.table)
  if (address === undefined) return
  it.each(callers)('delete by %s over HTTP removes exactly the allowed rows', async (caller) => {
    const found: Record<string, string> = {}
    for (const [name, id] of Object.entries<string>(subject.rows)) {
      let gone = false
      const key = subject.key ?? 'id'
      const { outcome } = await send(world(), caller, `${address}?${key}=eq.${encodeURIComponent(id)}`, {
        method: 'DELETE',
        look: async (owner) => {
          gone =
            (await owner(`select from ${subject.table} t where ${keyOf(subject)} = '${id}'`)).length === 0
        },
      })
      found[name] = outcome === 'done' && !gone ? 'nothing' : outcome
    }
    expect(found).toEqual(expectedDeletes(subject, expected[caller]))
  })
}

function expectedDeletes<Name extends string>(
  subject: Subject<Name>,
  wanted: readonly Name[] | typeof nobody,
): Record<string, string> {
  const names = Object.keys(subject.rows) as Name[]
  const outcomeOf = (name: Name) => (wanted === nobody ? nobody : wanted.includes(name) ? 'done' : 'nothing')
  return Object.fromEntries(names.map((name) => [name, outcomeOf(name)]))
}

/** One new row: who, what is special about it, its columns as SQL, what becomes of it. */
export type Insert = readonly [caller: Caller, what: string, row: Record<string, string>, expected: string]

/** Adds each row as its caller, without reading it back, and counts as the owner whether it is there. */
export function itInserts(world: World, table: string, inserts: readonly Insert[]): void {
  it.each(inserts)('insert by %s, %s', async (caller, _what, row, expected) => {
    const found = await rehearse(world(), identityOf(caller), async (stage) => {
      const count = async () => (await stage.owner(`select count(*)::int as count from ${table}`))[0]?.count
      const before = await count()
      const { outcome } = await stage.attempt(insertOf(table, row))
      const added = Number(await count()) - Number(before)
      return added === (outcome === 'done' ? 1 : 0) ? outcome : `${outcome}, but ${added} new rows`
    })
    expect(found).toBe(expected)
  })

  const address = addressOf(table)
  if (address === undefined) return
  it.each(inserts)('insert by %s over HTTP, %s', async (caller, _what, row, expected) => {
    const count = `select count(*)::int as count from ${table}`
    const before = (await world().query(count)).rows[0]?.count
    const fields = Object.values(await bodyOf(world(), table, row))
    let added = 0
    const { outcome } = await send(world(), caller, address, {
      method: 'POST',
      body: `{${fields.map((field) => field.slice(1, -1)).join(',')}}`,
      look: async (owner) => {
        added = Number((await owner(count))[0]?.count) - Number(before)
      },
    })
    expect([outcome, added]).toEqual([expected, expected === 'done' ? 1 : 0])
  })
}

export function insertOf(table: string, row: Record<string, string>): string {
  return `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')})`
}
