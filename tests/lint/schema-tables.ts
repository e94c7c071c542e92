import { type SchemaRule, tableName } from './schema-rule.ts'

const table = (name: string) => `create table ${name} (id int primary key)`
const lock = (name: string) => `alter table ${name} enable row level security`

/** What an exposed table, view or live table must have; `public` and `storage` are what the API shows. */
export const tableRules: readonly SchemaRule[] = [
  {
    name: 'exposed table without row level security',
    finding: 'anybody with a grant reads and writes every row: enable row level security',
    query: `select ${tableName} as subject from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'storage') and c.relkind in ('r', 'p') and not c.relrowsecurity`,
    bad: { make: [table('public.lint_open')], finds: ['public.lint_open'] },
    good: [table('public.lint_open'), lock('public.lint_open')],
  },
  {
    name: 'exposed table without a policy that is granted all the same',
    finding: 'either a policy is missing, or the grants have to go',
    query: `select ${tableName} as subject from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'storage') and c.relkind in ('r', 'p')
        and not exists (select from pg_policy where polrelid = c.oid)
        and exists (
          select from unnest(array['anon', 'authenticated']) role, unnest(array['select', 'insert', 'update']) verb
          where has_any_column_privilege(role, c.oid, verb) or has_table_privilege(role, c.oid, 'delete')
        )`,
    bad: {
      make: [
        table('public.lint_forgotten'),
        lock('public.lint_forgotten'),
        'grant select (id) on public.lint_forgotten to anon',
      ],
      finds: ['public.lint_forgotten'],
    },
    good: [table('public.lint_closed'), lock('public.lint_closed')],
  },
  {
    name: 'live table without row level security',
    finding:
      'its changes are sent to every subscriber: enable row level security, or take it out of the publication',
    query: `select format('%I.%I', live.schemaname, live.tablename) as subject
      from pg_publication_tables live
      join pg_class c on c.oid = format('%I.%I', live.schemaname, live.tablename)::regclass
      where live.pubname = 'supabase_realtime' and not c.relrowsecurity`,
    bad: {
      make: [table('private.lint_live'), 'alter publication supabase_realtime add table private.lint_live'],
      finds: ['private.lint_live'],
    },
    good: [
      table('private.lint_live'),
      lock('private.lint_live'),
      'alter publication supabase_realtime add table private.lint_live',
    ],
  },
  {
    name: 'table without a primary key',
    finding: 'a row of it cannot be named: a live DELETE, an audit line and an update by key all need one',
    query: `select ${tableName} as subject from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'private') and c.relkind in ('r', 'p')
        and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p')`,
    bad: {
      make: ['create table private.lint_keyless (id int unique)'],
      finds: ['private.lint_keyless'],
    },
    good: [table('private.lint_keyed')],
  },
  {
    name: 'foreign key without an index',
    finding: 'policies join over it and deletes look it up: add an index that starts with its columns',
    query: `select ${tableName} || ' ' || k.conname as subject
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      where k.contype = 'f' and n.nspname in ('public', 'private')
        and not exists (
          select from pg_index i
          where i.indrelid = k.conrelid and i.indisvalid
            and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', (
              select a.attname from pg_attribute a where a.attrelid = k.conrelid and a.attnum = k.conkey[1]
            )))
            and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
        )`,
    bad: {
      make: [
        table('private.lint_one'),
        `create table private.lint_many (
          id int primary key, kind text, one int constraint lint_one_fk references private.lint_one
        )`,
        'create index on private.lint_many (kind, one)',
        'create index on private.lint_many (one) where id > 5',
      ],
      finds: ['private.lint_many lint_one_fk'],
    },
    good: [
      table('private.lint_one'),
      'create table private.lint_many (id int primary key, kind text, one int references private.lint_one)',
      'create index on private.lint_many (one, kind) where one is not null',
    ],
  },
  {
    name: 'view that runs as its owner',
    finding: 'it passes by the policies of its tables: create it with (security_invoker = true)',
    query: `select ${tableName} as subject from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'storage') and c.relkind = 'v'
        and not coalesce((
          select o.option_value::boolean from pg_options_to_table(c.reloptions) o
          where o.option_name = 'security_invoker'
        ), false)`,
    bad: {
      make: [
        'create view public.lint_view as select id from public.profiles',
        'create view public.lint_off with (security_invoker = off) as select id from public.profiles',
      ],
      finds: ['public.lint_off', 'public.lint_view'],
    },
    good: ['create view public.lint_view with (security_invoker = on) as select id from public.profiles'],
  },
  {
    name: 'exposed materialised view or foreign table',
    finding: 'no policy can stand on it: keep it in schema private behind a function',
    query: `select ${tableName} as subject from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'storage') and c.relkind in ('m', 'f')`,
    bad: {
      make: ['create materialized view public.lint_stored as select id from public.profiles'],
      finds: ['public.lint_stored'],
    },
    good: ['create materialized view private.lint_stored as select id from public.profiles'],
  },
  {
    name: 'extension in an exposed schema',
    finding: 'all of its functions become calls of the API: create it with schema extensions',
    query: `select e.extname as subject from pg_extension e join pg_namespace n on n.oid = e.extnamespace
      where n.nspname in ('public', 'storage')`,
    bad: { make: ['alter extension pg_trgm set schema public'], finds: ['pg_trgm'] },
    good: ['create schema lint_elsewhere', 'alter extension pg_trgm set schema lint_elsewhere'],
  },
]
