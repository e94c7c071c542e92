import type { Queryable } from '#server/base/database.ts'
import written from './access.json' with { type: 'json' }

/** What a table opens, and what always happens to its rows. Grants are those of browsers; the service role's are the host's. */
export type TableAccess = {
  grants: { anon?: string; authenticated?: string }
  policies: string[]
  triggers: string[]
}

/**
 * What the database opens to whom, as `access.json` keeps it. `functions` are those that a role of the API may run: by
 * their signature the roles, and 'as its owner' where they pass by the policies. All others are open to nobody.
 */
export type Access = {
  tables: Record<string, TableAccess>
  functions: Record<string, string>
  live: string[]
}

/** As `access.json` has it, which `catalogue.test.ts` compares with the database. */
export const access: Access = written

/** A function's name and the types of its arguments, the same whatever the search path is. */
const signature = `format('%I.%I(%s)', m.nspname, p.proname, (
  select string_agg(
    case when t.typtype = 'c' then format('%I.%I', n.nspname, t.typname) else format_type(t.oid, null) end,
    ',' order by position
  )
  from unnest(p.proargtypes::oid[]) with ordinality as argument (type, position)
  join pg_type t on t.oid = argument.type join pg_namespace n on n.oid = t.typnamespace
))`

const tablesSql = `select format('%I.%I', n.nspname, c.relname) as subject, '' as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'private', 'storage') and c.relkind in ('r', 'p', 'v', 'm', 'f')`

const grantsSql = `select format('%I.%I %s', n.nspname, c.relname, role) as subject,
    case when has_table_privilege(role, c.oid, privilege) then privilege
    else format('%s (%s)', privilege, (
      select string_agg(a.attname, ', ' order by a.attname) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and has_column_privilege(role, c.oid, a.attnum, privilege)
    )) end as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace,
    unnest(array['anon', 'authenticated']) role,
    unnest(array['select', 'insert', 'update', 'references', 'delete', 'truncate', 'trigger']) privilege
  where n.nspname in ('public', 'private', 'storage') and c.relkind = 'r'
    and case when privilege in ('delete', 'truncate', 'trigger') then has_table_privilege(role, c.oid, privilege)
      else has_any_column_privilege(role, c.oid, privilege) end`

const policiesSql = `select format('%I.%I', schemaname, tablename) as subject,
    format('%s: %s', lower(cmd), policyname) as name from pg_policies`

const triggersSql = `select format('%I.%I', n.nspname, c.relname) as subject,
    t.tgname || case t.tgenabled when 'O' then '' else ' (off)' end as name
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where not t.tgisinternal`

const functionsSql = `select ${signature} as subject,
    role || case when p.prosecdef then ' as its owner' else '' end as name
  from pg_proc p join pg_namespace m on m.oid = p.pronamespace,
    unnest(array['anon', 'authenticated', 'service_role']) role
  where m.nspname in ('public', 'private') and has_function_privilege(role, p.oid, 'execute')`

const liveSql = `select 'live' as subject, tablename as name from pg_publication_tables where pubname = 'supabase_realtime'`

/** Reads what the database opens to whom. */
export async function readAccess(database: Queryable): Promise<Access> {
  const read = async (sql: string) => {
    const { rows } = await database.query<{ subject: string; name: string }>(
      `select subject::text, name::text from (${sql}) as found order by subject collate "C", name collate "C"`,
    )
    const lists = new Map<string, string[]>()
    for (const { subject, name } of rows) lists.set(subject, [...(lists.get(subject) ?? []), name])
    return lists
  }
  const [grants, policies, triggers] = [
    await read(grantsSql),
    await read(policiesSql),
    await read(triggersSql),
  ]
  const names = [
    ...new Set([...(await read(tablesSql)).keys(), ...policies.keys(), ...triggers.keys()]),
  ].sort()
  const granted = (table: string) => {
    const [anon, authenticated] = ['anon', 'authenticated'].map((role) =>
      grants.get(`${table} ${role}`)?.join(', '),
    )
    return { ...(anon && { anon }), ...(authenticated && { authenticated }) }
  }
  return {
    tables: Object.fromEntries(
      names.map((name) => [
        name,
        { grants: granted(name), policies: policies.get(name) ?? [], triggers: triggers.get(name) ?? [] },
      ]),
    ),
    functions: Object.fromEntries(
      [...(await read(functionsSql))].map(([name, roles]) => [name, roles.join(', ')]),
    ),
    live: (await read(liveSql)).get('live') ?? [],
  }
}
