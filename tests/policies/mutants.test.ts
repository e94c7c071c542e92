import { stat } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quoteLiteral } from '#server/db/quote.ts'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { changed, conditions } from '#tests/mutants/conditions.ts'
import { equivalent } from '#tests/mutants/equivalent.ts'
import { fromCatalogue } from '#tests/mutants/from-catalogue.ts'
import { type Mutant, mutantsByHand } from '#tests/mutants/mutants.ts'
import { access } from './access.ts'
import { rehearseAsOwner, type Stage } from './rehearse.ts'

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

  /** Why a mutant cannot be tried, or an empty text; `look` sees what it broke. */
  const broken = ({ sql }: Mutant, look: (stage: Stage) => Promise<void> = async () => {}) =>
    rehearseAsOwner(fresh.database, async (stage) => {
      // One statement, whatever the mutant is made of.
      const { message } = await stage.attempt(`do $whole$ begin execute ${quoteLiteral(sql)}; end $whole$`)
      await look(stage)
      return message
    })

  it.each(mutantsByHand)('break something: $files, $name', async (mutant) => {
    let seen: unknown
    const message = await broken(mutant, async (stage) => {
      seen = (await stage.owner(everything))[0]?.seen
    })
    expect(message).toBe('')
    expect(seen).not.toBe(sound)
  })

  it('are made from the catalogue, stay SQL, and have a file of tests that may notice each', async () => {
    const made = await fromCatalogue(fresh.database)
    const wrong: string[] = []
    for (const mutant of made) {
      const message = await broken(mutant)
      if (message !== '') wrong.push(`${mutant.name}: ${message}`)
      if (mutant.files.length === 0) wrong.push(`${mutant.name}: no test names what it breaks`)
    }
    expect(wrong).toEqual([])
    const names = new Set(made.map(({ name }) => name))
    expect(Object.keys(equivalent).filter((name) => !names.has(name))).toEqual([])
    const ruled = Object.values(access.tables).filter(({ policies }) => policies.length > 0)
    expect(made.length).toBeGreaterThan(10 * ruled.length)
  })

  it('are all undone again', async () => {
    expect(await look()).toBe(sound)
  })
})

it('mutants by hand name files that exist, and no name twice in one', async () => {
  const names = mutantsByHand.map(({ files, name }) => `${files} ${name}`)
  expect(new Set(names).size).toBe(names.length)
  for (const file of new Set(mutantsByHand.flatMap(({ files }) => files)))
    expect((await stat(new URL(file, import.meta.url))).isFile(), file).toBe(true)
})

it.each([
  ['(a = 1)', ['true']],
  ['((a = 1) OR (b = 2))', ['true', '(false OR (b = 2))', '((a = 1) OR false)']],
  [
    '(a AND (b OR c))',
    ['true', '(true AND (b OR c))', '(a AND true)', '(a AND (false OR c))', '(a AND (b OR false))'],
  ],
  ['a between 1 and 2 and b', ['true and b', 'a between 1 and 2 and true']],
  [
    'exists (select from t where t.a is distinct from b and case when c then d end)',
    [
      'true',
      'exists (select from t where true and case when c then d end)',
      'exists (select from t where t.a is distinct from b and true)',
    ],
  ],
  [`a = ' and ' or b`, ['true', `false or b`, `a = ' and ' or false`]],
])('the rule %s may leave out each of its conditions', (rule, mutants) => {
  expect(conditions(rule).map((change) => changed(rule, change))).toEqual(expect.arrayContaining(mutants))
  expect(conditions(rule)).toHaveLength(mutants.length)
})
