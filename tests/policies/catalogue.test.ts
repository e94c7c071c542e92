import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import {
  accountTriggers,
  functions,
  innerFunctions,
  liveTables,
  privateFunctions,
  tables,
} from './coverage.ts'
import { useWorld } from './world.ts'

/** A function's name and the types of its arguments, the same whatever the search path is. */
const signature = `format('%s(%s)', p.proname, (
  select string_agg(
    case when t.typtype = 'c' then format('%I.%I', n.nspname, t.typname) else format_type(t.oid, null) end,
    ',' order by position
  )
  from unnest(p.proargtypes::oid[]) with ordinality as argument (type, position)
  join pg_type t on t.oid = argument.type join pg_namespace n on n.oid = t.typnamespace
))`

const ours = `('public', 'private', 'storage')`

/** Searches and their helpers: PostgreSQL inlines a function only if it has no settings. */
const inlined = [
  'private.digits(text)',
  'private.has_all(text,text[])',
  'private.plain(text)',
  'private.sought(text)',
  'search_citas(text)',
  'search_invoices(text)',
  'search_studies(text)',
  'search_study_requests(text)',
]

describe.each(engines())('the catalogue on $name', (engine) => {
  const world = useWorld(engine)

  async function list(sql: string): Promise<string[]> {
    const { rows } = await world().query<{ name: string }>(sql)
    return rows.map((row) => row.name).sort()
  }

  /** Rows of (subject, name) as lists by subject. */
  async function listBy(sql: string): Promise<Record<string, string[]>> {
    const { rows } = await world().query<{ subject: string; name: string }>(sql)
    const lists: Record<string, string[]> = {}
    for (const { subject, name } of rows) lists[subject] = [...(lists[subject] ?? []), name].sort()
    return lists
  }

  const coveredBy = (what: 'policies' | 'triggers') =>
    Object.fromEntries(
      Object.entries(tables)
        .filter(([, table]) => table[what].length > 0)
        .map(([name, table]) => [name, [...table[what]].sort()]),
    )

  it('has no table or view that the suite does not name', async () => {
    const names = await list(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ${ours} and c.relkind in ('r', 'p', 'v', 'm', 'f')`,
    )
    expect(names).toEqual(Object.keys(tables).sort())
  })

  it('has no function that writes without words of ours for what the engine refuses', async () => {
    const names = await list(
      `select p.proname::text as name from pg_proc p join pg_language l on l.oid = p.prolang
       where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v' and p.prorettype <> 'trigger'::regtype
         and (l.lanname <> 'plpgsql' or p.prosrc !~ 'perform private.refuse_in_words\\(sqlstate, sqlerrm\\);\\s*end;?\\s*$')`,
    )
    expect(names).toEqual([])
  })

  it('has no policy that the suite does not name', async () => {
    const names = await listBy(
      `select format('%I.%I', schemaname, tablename) as subject, policyname as name from pg_policies`,
    )
    expect(names).toEqual(coveredBy('policies'))
  })

  it('has no trigger that the suite does not name, and none is off', async () => {
    const names = await listBy(
      `select format('%I.%I', n.nspname, c.relname) as subject, t.tgname as name
       from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
       where not t.tgisinternal and t.tgenabled = 'O'`,
    )
    expect(names).toEqual({ ...coveredBy('triggers'), ...accountTriggers })
  })

  it('has no function that the suite does not name, open to exactly these roles', async () => {
    const openTo = (schema: string) =>
      listBy(
        `select ${signature} as subject, coalesce(role, 'nobody') as name
         from pg_proc p left join unnest(array['anon', 'authenticated', 'service_role']) role
           on has_function_privilege(role, p.oid, 'execute')
         where p.pronamespace = '${schema}'::regnamespace`,
      )
    expect(await openTo('public')).toEqual(
      Object.fromEntries(Object.entries(functions).map(([name, { roles }]) => [name, roles])),
    )
    const inner = Object.fromEntries(Object.keys(innerFunctions).map((name) => [name, ['nobody']]))
    expect(await openTo('private')).toEqual({ ...privateFunctions, ...inner })
  })

  it('grants exactly these tables and columns', async () => {
    const found = await listBy(
      `select format('%I.%I %s', n.nspname, c.relname, role) as subject,
         case when has_table_privilege(role, c.oid, privilege) then privilege
         else format('%s (%s)', privilege, (
           select string_agg(a.attname, ', ' order by a.attname) from pg_attribute a
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
             and has_column_privilege(role, c.oid, a.attnum, privilege)
         )) end as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace,
         unnest(array['anon', 'authenticated']) role,
         unnest(array['select', 'insert', 'update', 'references', 'delete', 'truncate', 'trigger']) privilege
       where n.nspname in ${ours} and c.relkind = 'r'
         and case when privilege in ('delete', 'truncate', 'trigger') then has_table_privilege(role, c.oid, privilege)
           else has_any_column_privilege(role, c.oid, privilege) end`,
    )
    const covered = Object.entries(tables).flatMap(([name, { grants }]) =>
      Object.entries(grants).map(([role, text]) => [`${name} ${role}`, text.split(/, (?![^(]*\))/).sort()]),
    )
    expect(found).toEqual(Object.fromEntries(covered))
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
    expect(bound).toEqual([...inlined].sort())
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

  it('sends exactly these tables live', async () => {
    expect(
      await list(
        `select format('%I', tablename) as name from pg_publication_tables where pubname = 'supabase_realtime'`,
      ),
    ).toEqual(liveTables)
  })

  it('names a test for each table and function that really speaks of it', async () => {
    const subjects = [...Object.entries(tables), ...Object.entries(functions)]
    for (const [subject, { test }] of subjects) {
      const text = await readFile(new URL(test, import.meta.url), 'utf8')
      expect(text, `${test} about ${subject}`).toContain(subject.replace(/\(.*/, ''))
    }
  })
})
