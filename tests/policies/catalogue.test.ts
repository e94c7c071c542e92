import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { readAccess } from './access.ts'
import { useWorld } from './world.ts'

/** Who is asking, searches, and their helpers: PostgreSQL inlines a function only if it has no settings. */
const inlined = [
  'private.caller()',
  'private.digits(text)',
  'private.due_factors(uuid,jsonb)',
  'private.has_all(text,text[])',
  'private.patients_read_by(uuid,boolean)',
  'private.plain(text)',
  'private.session_ends(text,timestamp with time zone,timestamp with time zone,timestamp without time zone,timestamp with time zone)',
  'private.sought(text)',
  'private.filed_for(citas)',
  'private.referrals()',
  'private.studies_received_by(uuid)',
  'search_citas(text)',
  'search_invoices(text)',
  'search_studies(text)',
  'search_study_requests(text)',
]
/** Those that read tables of the host. Bound names would keep it from changing them; their callers have a fixed path. */
const ofTheHost = ['private.caller()', 'private.due_factors(uuid,jsonb)']

describe.each(engines())('the catalogue on $name', (engine) => {
  const world = useWorld(engine)

  async function list(sql: string): Promise<string[]> {
    const { rows } = await world().query<{ name: string }>(sql)
    return rows.map((row) => row.name).sort()
  }

  /** After a change that is meant: `npm run access`, and read the difference. */
  it('opens exactly what access.json says: tables, columns, policies, triggers, functions, live tables', async () => {
    await expect(`${JSON.stringify(await readAccess(world()), null, 2)}\n`).toMatchFileSnapshot('access.json')
  })

  it('has no function that writes without words of ours for what the engine refuses', async () => {
    const names = await list(
      `select p.proname::text as name from pg_proc p join pg_language l on l.oid = p.prolang
       where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v' and p.prorettype <> 'trigger'::regtype
         and (l.lanname <> 'plpgsql' or p.prosrc !~ 'perform private.refuse_in_words\\(sqlstate, sqlerrm\\);\\s*end;?\\s*$')`,
    )
    expect(names).toEqual([])
  })

  it('opens private to nobody', async () => {
    const open = await list(
      `select role || ' ' || schema as name
       from unnest(array['anon', 'authenticated', 'service_role']) role,
         unnest(array['private', 'realtime', 'private_migrations']) schema
       where has_schema_privilege(role, schema, 'usage')`,
    )
    expect(open).toEqual([])
  })

  it('fixes the search path of every function, so that nobody slips in a function of their own', async () => {
    const loose = await list(
      `select p.oid::regprocedure::text as name from pg_proc p
       where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
         and not coalesce(p.proconfig, '{}') @> array['search_path=""']`,
    )
    expect(loose).toEqual([...inlined].sort())
  })

  it('leaves the search path open only where the names were bound when the function was made', async () => {
    const bound = await list(
      `select p.oid::regprocedure::text as name from pg_proc p
       where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
         and p.prosqlbody is not null and not p.prosecdef
         and not coalesce(p.proconfig, '{}') @> array['search_path=""']`,
    )
    expect([...bound, ...ofTheHost].sort()).toEqual([...inlined].sort())
  })

  it('asks who is asking once per statement in every policy', async () => {
    const { rows } = await world().query<{ name: string; rule: string }>(
      `select policyname as name, coalesce(qual, '') || ' ' || coalesce(with_check, '') as rule from pg_policies`,
    )
    const perRow = rows.filter(({ rule }) => /(?<!SELECT |FROM )\b(private|auth)\.\w+\(\)/.test(rule))
    expect(perRow).toEqual([])
    expect(rows.length).toBeGreaterThan(30)
  })

  it('has an index for every foreign key', async () => {
    const without = await list(
      `select k.conname as name from pg_constraint k join pg_namespace n on n.oid = k.connamespace
       where k.contype = 'f' and n.nspname in ('public', 'private')
         and not exists (
           select from pg_index i
           where i.indrelid = k.conrelid and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
         )`,
    )
    expect(without).toEqual([])
  })

  it('has a test here for each table and function that the API opens', async () => {
    const folder = new URL('./', import.meta.url)
    const files = (await readdir(folder)).filter((name) => name.endsWith('.test.ts'))
    const texts = (await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')))).join('')
    const { tables, functions } = await readAccess(world())
    const open = [...Object.keys(tables), ...Object.keys(functions)].filter((name) =>
      name.startsWith('public.'),
    )
    const untried = open
      .map((name) => name.slice(7).replace(/\(.*/, ''))
      .filter((name) => !texts.includes(name))
    expect(open.length).toBeGreaterThan(100)
    expect(untried).toEqual([])
  })
})
