/** A rule for every schema of ours, checked by a query of the catalogue. */
export type SchemaRule = {
  name: string
  /** The problem with each subject that the query returns, and what to do. */
  finding: string
  /** Returns the column `subject`: what breaks the rule. */
  query: string
  /** Statements that make an example that breaks the rule, and the subjects that must be found. */
  bad: { make: readonly string[]; finds: readonly string[] }
  /** Statements that make a similar example, in which nothing may be found. */
  good: readonly string[]
}

/** The roles of browsers. The service role is the host's own and bypasses every row policy. */
export const browserRoles = `unnest(array['anon', 'authenticated']) as role`

/** `name` of a function, as `schema.name(types)`; needs `p` (pg_proc) and `n` (pg_namespace). */
export const functionName = `format('%I.%I(%s)', n.nspname, p.proname, oidvectortypes(p.proargtypes))`

/** `name` of a table; needs `c` (pg_class) and `n` (pg_namespace). */
export const tableName = `format('%I.%I', n.nspname, c.relname)`

/** Every policy: `name`, `relation` (its table), `command`, `roles` (0 is everybody), `text` and `tree` (parsed) of both conditions. */
export const policies = `(
  select ${tableName} || ' "' || pol.polname || '"' as name, ${tableName} as relation, n.nspname as schema,
    pol.polrelid, pol.polpermissive, pol.polcmd as command, pol.polroles as roles,
    regexp_replace(
      concat_ws(' ; ', pg_get_expr(pol.polqual, pol.polrelid), pg_get_expr(pol.polwithcheck, pol.polrelid)),
      '\\s+', ' ', 'g'
    ) as text,
    array_remove(array[pol.polqual::text, pol.polwithcheck::text], null) as trees
  from pg_policy pol join pg_class c on c.oid = pol.polrelid join pg_namespace n on n.oid = c.relnamespace
) as policy`

/** Every grant on a table, column, sequence or function: `schema`, `kind`, `name`, `grantee` (0 is everybody), `privilege`. */
export const grants = `(
  select n.nspname as schema, case c.relkind when 'S' then 'sequence' else 'table' end as kind, ${tableName} as name,
    acl.grantee, lower(acl.privilege_type) as privilege
  from pg_class c join pg_namespace n on n.oid = c.relnamespace,
    aclexplode(coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's' else 'r' end::"char", c.relowner))) acl
  where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
  union all
  select n.nspname, 'column', ${tableName} || '.' || a.attname, acl.grantee, lower(acl.privilege_type)
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace,
    aclexplode(a.attacl) acl
  union all
  select n.nspname, 'function', ${functionName}, acl.grantee, lower(acl.privilege_type)
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace,
    aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) acl
) as granted`
