import { stat } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quoteLiteral } from '#server/db/quote.ts'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { mutants } from '#tests/mutants/mutants.ts'
import { access } from './access.ts'
import { rehearseAsOwner } from './rehearse.ts'

const ours = `('public', 'private', 'storage', 'auth', 'realtime')`

/** Everything that a mutant may break, as one digest. */
const everything = `select md5(string_agg(line, ';' order by line)) as seen from (
  select p::text as line from pg_policies p
  union all select format('%s %s %s %s', f.oid, f.proacl, f.proconfig, pg_get_functiondef(f.oid))
    from pg_proc f join pg_namespace n on n.oid = f.pronamespace where n.nspname in ${ours} and f.prokind = 'f'
  union all select format('%s %s %s', c.oid, c.relacl, c.relrowsecurity)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${ours}
  union all select format('%s %s %s', a.attrelid, a.attname, a.attacl) from pg_attribute a where a.attacl is not null
  union all select format('%s %s', t.oid, t.tgenabled) from pg_trigger t
  union all select format('%s %s', k.oid, pg_get_constraintdef(k.oid)) from pg_constraint k
  union all select i::text from pg_indexes i where i.schemaname in ${ours}
  union all select format('%s %s', n.nspname, n.nspacl) from pg_namespace n
  union all select p::text from pg_publication_tables p
  union all select b::text from storage.buckets b
  union all select s::text from private.app_settings s
) lines`

it('the rules of every table are broken once', () => {
  const ruled = Object.entries(access.tables).filter(([, { policies }]) => policies.length > 0)
  const unbroken = ruled
    .map(([name]) => name)
    .filter((name) => !mutants.some(({ sql }) => sql.includes(name)))
  expect(unbroken).toEqual([])
})

/** The rules that `npm run test:mutants` breaks still exist where it breaks them. */
describe.each(engines().slice(0, 1))('mutants on $name', (engine) => {
  let fresh: FreshDatabase
  let sound: unknown
  const look = async () => (await fresh.database.query(everything)).rows[0]?.seen
  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    sound = await look()
  })
  afterAll(() => fresh?.dispose())

  it.each(mutants)('break something: $file, $name', async ({ sql }) => {
    const broken = await rehearseAsOwner(fresh.database, async (stage) => {
      // One statement, whatever the mutant is made of.
      const { message } = await stage.attempt(`do $whole$ begin execute ${quoteLiteral(sql)}; end $whole$`)
      expect(message).toBe('')
      return (await stage.owner(everything))[0]?.seen
    })
    expect(broken).not.toBe(sound)
  })

  it('are all undone again', async () => {
    expect(await look()).toBe(sound)
  })
})

it('mutants name files that exist, and no name twice in one', async () => {
  const names = mutants.map(({ file, name }) => `${file} ${name}`)
  expect(new Set(names).size).toBe(names.length)
  for (const file of new Set(mutants.map((mutant) => mutant.file)))
    expect((await stat(new URL(file, import.meta.url))).isFile(), file).toBe(true)
})
