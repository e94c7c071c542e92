import { expect, it } from 'vitest'
import type { Database } from '#server/base/database.ts'
import {
  expectedDeletes,
  expectedUpdates,
  type Insert,
  keyOf,
  nameOf,
  type nobody,
  type Subject,
  type Updates,
} from './cells.ts'
import { type Caller, callers } from './people.ts'
import { send } from './wire.ts'
import type { World } from './world.ts'

/** The table's address on the wire; storage has a service of its own (`storage-wire.test.ts`). */
function addressOf(table: string): string | undefined {
  return table.startsWith('public.') ? table.slice('public.'.length) : undefined
}

/** Which rows each caller sees over HTTP. */
export function itShowsOverHttp<Name extends string>(
  world: World,
  subject: Subject<Name>,
  expected: Record<Caller, readonly Name[] | typeof nobody>,
): void {
  const address = addressOf(subject.table)
  if (address === undefined) return
  it.each(callers)('shows %s exactly their rows over HTTP', async (caller) => {
    const key = subject.key ?? 'id'
    const { outcome, rows } = await send(
      world(),
      caller,
      `${address}?select=${key},*&${subject.filter ?? ''}`,
    )
    const seen = outcome === 'done' ? rows.map((row) => nameOf(subject, String(row[key]))).sort() : outcome
    const wanted = expected[caller]
    expect(seen).toEqual(typeof wanted === 'string' ? wanted : [...wanted].sort())
  })
}

/** Tries every column of rows of each kind over HTTP. */
export function itUpdatesOverHttp<Name extends string>(world: World, spec: Updates<Name>): void {
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

/** Rows worth testing over HTTP too: one of each kind for the caller, and one that is none of theirs. */
function telling(spec: Updates<string>, caller: Caller): string[] {
  const kinds = new Map<string, string>()
  for (const name of Object.keys(spec.rows)) {
    const kind = JSON.stringify(expectedUpdates(spec, caller, name))
    if (!kinds.has(kind)) kinds.set(kind, name)
  }
  return [...kinds.values()]
}

/** Deletes each row over HTTP. */
export function itDeletesOverHttp<Name extends string>(
  world: World,
  subject: Subject<Name>,
  expected: Record<Caller, readonly Name[] | typeof nobody>,
): void {
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

/** Adds each row over HTTP. */
export function itInsertsOverHttp(world: World, table: string, inserts: readonly Insert[]): void {
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
