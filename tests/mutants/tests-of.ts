import { readdir, readFile } from 'node:fs/promises'
import type { Queryable } from '#server/base/database.ts'

/** How many files a mutant meets before it counts as one that no test notices. */
const most = 8

/** Who calls what: the text of each function, and what else is written at a table. */
const callersSql = `select p.proname::text as name, pg_get_functiondef(p.oid) as text
  from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prokind = 'f'
  union all select tablename::text, concat(qual, ' ', with_check) from pg_policies
  union all select c.relname::text, pg_get_triggerdef(t.oid)
  from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal
  union all select c.relname::text, pg_get_constraintdef(k.oid)
  from pg_constraint k join pg_class c on c.oid = k.conrelid where k.contype = 'c'`

const wordsOf = (name: string) =>
  name.split(/[-_]/).map((word) => word.replace(/ies$/, 'y').replace(/s$/, ''))
const mentions = (text: string, name: string) => text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0

/**
 * Finds the files of `tests/policies` that are likeliest to notice a broken rule, by the names of what it belongs to (table,
 * function, trigger): those that are called like it (`audit` for `citas_z_audit`), those with a suite that is, those that name
 * it most often; then the same for what calls it, and those that are called like what it uses.
 */
export async function readTests(
  database: Queryable,
): Promise<(names: readonly string[], uses: readonly string[]) => string[]> {
  const folder = new URL('../policies/', import.meta.url)
  const files = await Promise.all(
    (await readdir(folder))
      .filter((file) => file.endsWith('.test.ts') && file !== 'mutants.test.ts')
      .map(async (file) => ({ file, text: await readFile(new URL(file, folder), 'utf8') })),
  )
  const { rows } = await database.query<{ name: string; text: string }>(callersSql)
  const callersOf = remembered((name) =>
    rows.filter(({ text }) => mentions(text, name) > 0).map((row) => row.name),
  )
  const pointsOf = remembered((name) =>
    files.flatMap(({ file, text }) => {
      const suites = mentions((text.match(/\bdescribe\b.*/g) ?? []).join('\n'), name)
      const points = mentions(text, name) + 100 * suites
      return points > 0 ? [{ file, points }] : []
    }),
  )

  return (names, uses) => {
    const words = names.flatMap(wordsOf)
    const used = uses.map((name) => wordsOf(name).join(' '))
    const total = new Map<string, number>()
    const give = (file: string, points: number) => total.set(file, (total.get(file) ?? 0) + points)
    for (const { file } of files) {
      const own = wordsOf(file.replace('.test.ts', ''))
      const shared = own.filter((word) => words.includes(word)).length
      if (shared > 0) give(file, shared === own.length ? 1000 * shared : 5 * shared)
      if (used.includes(own.join(' '))) give(file, 300)
    }
    const known = new Set<string>()
    let near = [...names]
    for (const worth of [1, 0.1, 0.01, 0.001]) {
      for (const name of near) known.add(name)
      for (const name of near) for (const { file, points } of pointsOf(name)) give(file, worth * points)
      near = [...new Set(near.flatMap(callersOf))].filter((name) => !known.has(name))
    }
    return [...total]
      .sort(([, a], [, b]) => b - a)
      .slice(0, most)
      .map(([file]) => file)
  }
}

function remembered<Value>(find: (name: string) => Value): (name: string) => Value {
  const found = new Map<string, Value>()
  return (name) => {
    const value = found.get(name) ?? find(name)
    found.set(name, value)
    return value
  }
}
