import { browserRoles, grants, type SchemaRule } from './schema-rule.ts'

const nobody = 'grantee = 0'
const browser = `grantee in (select role::regrole::oid from ${browserRoles})`
const withTable = (...then: string[]) => [
  'create table private.lint (id int generated always as identity primary key, word text)',
  ...then,
]

export const grantRules: readonly SchemaRule[] = [
  {
    name: 'granted to everybody',
    finding: 'also to roles that do not exist yet: revoke it from public and grant it by name',
    query: `select distinct kind || ' ' || name as subject from ${grants}
      where ${nobody} and (schema in ('public', 'private') or schema = 'storage' and kind <> 'function')`,
    bad: {
      make: withTable(
        'grant select on private.lint to public',
        'grant update (word) on private.lint to public',
        'grant usage on sequence private.lint_id_seq to public',
        'create function private.lint() returns int language sql return 1',
        'grant execute on function private.lint() to public',
      ),
      finds: [
        'column private.lint.word',
        'function private.lint()',
        'sequence private.lint_id_seq',
        'table private.lint',
      ],
    },
    good: withTable('grant select, update (word) on private.lint to service_role'),
  },
  {
    name: 'privilege that no row policy binds',
    finding: 'truncate, references, trigger and maintain pass by row level security: revoke it',
    query: `select distinct name || ' ' || privilege as subject from ${grants}
      where kind in ('table', 'column') and schema in ('public', 'storage') and (${nobody} or ${browser})
        and privilege not in ('select', 'insert', 'update', 'delete')`,
    bad: {
      make: ['grant truncate, trigger on public.services to authenticated'],
      finds: ['public.services trigger', 'public.services truncate'],
    },
    good: ['grant delete on public.services to authenticated'],
  },
  {
    name: 'sequence open to the API',
    finding: 'its numbers say how much happens here, and nextval makes gaps: identity columns need no grant',
    query: `select distinct name as subject from ${grants} where kind = 'sequence' and (${nobody} or ${browser})`,
    bad: {
      make: withTable('grant select on sequence private.lint_id_seq to anon'),
      finds: ['private.lint_id_seq'],
    },
    good: withTable('grant select on sequence private.lint_id_seq to service_role'),
  },
  {
    name: 'schema private is open',
    finding: 'the API roles name nothing in it: revoke it',
    query: `select distinct kind || ' ' || name as subject from ${grants}
      where schema = 'private' and kind <> 'function'
        and (${nobody} or ${browser} or grantee = 'service_role'::regrole)
      union
      select 'schema private ' || role from unnest(array['anon', 'authenticated', 'service_role']) as role
      where has_schema_privilege(role, 'private', 'usage') or has_schema_privilege(role, 'private', 'create')`,
    bad: {
      make: withTable(
        'grant insert (word) on private.lint to service_role',
        'grant usage on schema private to anon',
      ),
      finds: ['column private.lint.word', 'schema private anon'],
    },
    good: withTable(),
  },
  {
    name: 'schema that the API may create in',
    finding: 'a function or table of the caller could stand in for ours: revoke create',
    query: `select n.nspname || ' ' || role as subject from pg_namespace n, ${browserRoles}
      where n.nspname !~ '^pg_' and has_schema_privilege(role, n.oid, 'create')`,
    bad: { make: ['grant create on schema public to authenticated'], finds: ['public authenticated'] },
    good: ['create schema lint_elsewhere', 'grant usage on schema lint_elsewhere to authenticated'],
  },
  {
    name: 'open by default',
    finding: 'what is made tomorrow would be open before anybody thought about it: alter default privileges',
    query: `select kind || ' in ' || schema as subject
      from (
        select case d.defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions' end as kind,
          d.defaclnamespace::regnamespace::text as schema, acl.grantee
        from pg_default_acl d, aclexplode(d.defaclacl) acl
        where d.defaclobjtype in ('r', 'S', 'f') and d.defaclnamespace <> 0
        union
        select 'functions', 'any schema', acl.grantee
        from pg_roles owner
        left join pg_default_acl d on d.defaclrole = owner.oid and d.defaclnamespace = 0 and d.defaclobjtype = 'f',
          aclexplode(coalesce(d.defaclacl, acldefault('f', owner.oid))) acl
        where owner.oid in (select proowner from pg_proc where pronamespace = 'private'::regnamespace)
      ) as granted
      where (${nobody} or ${browser})`,
    bad: {
      make: [
        'alter default privileges grant execute on functions to public',
        'alter default privileges in schema public grant select on tables to anon',
        'alter default privileges in schema private grant usage on sequences to authenticated',
      ],
      finds: ['functions in any schema', 'sequences in private', 'tables in public'],
    },
    good: ['alter default privileges in schema public grant select on tables to service_role'],
  },
  {
    name: 'browser role with powers of its own',
    finding: 'it would pass by the policies: take the attribute or the membership away',
    query: `select rolname as subject from pg_roles r
      where rolname in (select role from ${browserRoles})
        and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication
          or exists (select from pg_auth_members m where m.member = r.oid))`,
    bad: {
      make: ['grant service_role to anon', 'alter role authenticated createdb'],
      finds: ['anon', 'authenticated'],
    },
    good: ['create role lint_role nologin bypassrls'],
  },
]
