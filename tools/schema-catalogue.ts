import type { Queryable } from '#server/base/database.ts'

/** The contents of a database, object by object: 'function public.f(date)' -> its full definition. */
export type Catalogue = Map<string, string>

/** Leaves out what belongs to the host: objects of PostgreSQL and of extensions, and the record of steps. */
const ours = `n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'private_migrations')`
const isOwn = (kind: string, id: string) =>
  `not exists (select from pg_depend e where e.classid = '${kind}'::regclass and e.objid = ${id} and e.deptype = 'e')`

/** Owners and grants as sorted text; the database's owner is called 'owner'. */
const role = (id: string) =>
  `case ${id} when 0 then 'public' when (select datdba from pg_database where datname = current_database()) then 'owner' else pg_get_userbyid(${id})::text end`
const grants = (acl: string, kind: string, owner: string) =>
  `(select string_agg(distinct ${role('x.grantee')} || ' ' || x.privilege_type || case when x.is_grantable then '*' else '' end, ', ')
    from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) x)`
const comment = (kind: string, id: string) => `coalesce(obj_description(${id}, '${kind}'), '-')`

const questions = [
  `select 'schema ' || n.nspname as object,
     concat_ws(e'\\n', ${role('n.nspowner')}, ${grants('n.nspacl', 'n', 'n.nspowner')}, ${comment('pg_namespace', 'n.oid')}) as detail
   from pg_namespace n where ${ours}`,

  `select 'extension ' || e.extname, n.nspname || ' ' || ${comment('pg_extension', 'e.oid')}
   from pg_extension e join pg_namespace n on n.oid = e.extnamespace`,

  `select 'relation ' || n.nspname || '.' || c.relname,
     concat_ws(e'\\n', c.relkind, c.relpersistence, c.relreplident, c.relrowsecurity, c.relforcerowsecurity, c.reloptions,
       ${role('c.relowner')}, ${grants('c.relacl', 'r', 'c.relowner')}, ${comment('pg_class', 'c.oid')},
       case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end)
   from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where ${ours} and c.relkind in ('r', 'p', 'v', 'm', 'f', 'c') and ${isOwn('pg_class', 'c.oid')}`,

  `select 'column ' || n.nspname || '.' || c.relname || '.' || a.attname,
     concat_ws(e'\\n', row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod), a.attnotnull,
       a.attidentity, a.attgenerated, a.attcollation::regcollation, a.attoptions, pg_get_expr(d.adbin, d.adrelid),
       (select string_agg(${role('x.grantee')} || ' ' || x.privilege_type, ', ' order by ${role('x.grantee')}, x.privilege_type)
        from aclexplode(a.attacl) x), coalesce(col_description(c.oid, a.attnum), '-'))
   from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
   left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where ${ours} and c.relkind in ('r', 'p', 'v', 'm', 'f', 'c') and a.attnum > 0 and not a.attisdropped
     and ${isOwn('pg_class', 'c.oid')}`,

  `select 'constraint ' || k.conname || ' of ' || coalesce(nullif(k.conrelid, 0)::regclass::text, k.contypid::regtype::text),
     concat_ws(e'\\n', pg_get_constraintdef(k.oid), k.contype, k.convalidated, k.condeferrable, k.condeferred)
   from pg_constraint k join pg_namespace n on n.oid = k.connamespace
   where ${ours} and k.contype <> 't' and ${isOwn('pg_constraint', 'k.oid')}`,

  `select 'index ' || n.nspname || '.' || c.relname,
     concat_ws(e'\\n', pg_get_indexdef(c.oid), i.indisunique, i.indisprimary, i.indisvalid, i.indnullsnotdistinct, i.indisreplident)
   from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
   where ${ours} and ${isOwn('pg_class', 'i.indrelid')}`,

  `select 'function ' || p.oid::regprocedure,
     concat_ws(e'\\n', case p.prokind when 'a' then 'aggregate' else pg_get_functiondef(p.oid) end, p.procost, p.prorows,
       ${role('p.proowner')}, ${grants('p.proacl', 'f', 'p.proowner')}, ${comment('pg_proc', 'p.oid')})
   from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where ${ours} and ${isOwn('pg_proc', 'p.oid')}`,

  `select 'trigger ' || t.tgname || ' of ' || t.tgrelid::regclass,
     concat_ws(e'\\n', pg_get_triggerdef(t.oid), t.tgenabled, ${comment('pg_trigger', 't.oid')})
   from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
   where ${ours} and not t.tgisinternal`,

  `select 'policy ' || p.polname || ' of ' || p.polrelid::regclass,
     concat_ws(e'\\n', p.polcmd, p.polpermissive,
       (select string_agg(${role('r')}, ', ' order by ${role('r')}) from unnest(p.polroles) r),
       'using ' || coalesce(pg_get_expr(p.polqual, p.polrelid), '-'), 'check ' || coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '-'),
       ${comment('pg_policy', 'p.oid')})
   from pg_policy p`,

  `select 'type ' || t.oid::regtype,
     concat_ws(e'\\n', t.typtype, ${role('t.typowner')}, ${grants('t.typacl', 'T', 't.typowner')}, format_type(t.typbasetype, t.typtypmod),
       t.typnotnull, t.typdefault, ${comment('pg_type', 't.oid')},
       (select string_agg(l.enumlabel, ', ' order by l.enumsortorder) from pg_enum l where l.enumtypid = t.oid))
   from pg_type t join pg_namespace n on n.oid = t.typnamespace
   where ${ours} and t.typtype in ('c', 'd', 'e', 'r') and ${isOwn('pg_type', 't.oid')}
     and (t.typrelid = 0 or exists (select from pg_class c where c.oid = t.typrelid and c.relkind = 'c'))`,

  `select 'sequence ' || s.schemaname || '.' || s.sequencename,
     concat_ws(e'\\n', s.data_type, s.start_value, s.min_value, s.max_value, s.increment_by, s.cycle, s.cache_size,
       coalesce(s.last_value::text, '-'), ${role('c.relowner')}, ${grants('c.relacl', 's', 'c.relowner')})
   from pg_sequences s join pg_namespace n on n.nspname = s.schemaname
   join pg_class c on c.relnamespace = n.oid and c.relname = s.sequencename
   where ${ours}`,

  `select 'publication ' || p.pubname,
     concat_ws(e'\\n', p.puballtables, p.pubinsert, p.pubupdate, p.pubdelete, p.pubtruncate, p.pubviaroot, ${role('p.pubowner')},
       (select string_agg(concat_ws(' ', t.schemaname || '.' || t.tablename, t.attnames, t.rowfilter), ', '
                          order by t.schemaname, t.tablename)
        from pg_publication_tables t where t.pubname = p.pubname))
   from pg_publication p`,

  `select concat_ws(' ', 'defaults for', d.defaclobjtype, 'of', ${role('d.defaclrole')}, 'in', coalesce(n.nspname, 'all schemas')),
     coalesce((select string_agg(${role('x.grantee')} || ' ' || x.privilege_type, ', ' order by ${role('x.grantee')}, x.privilege_type)
      from aclexplode(d.defaclacl) x), 'nothing')
   from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace`,

  `select 'event trigger ' || e.evtname, concat_ws(e'\\n', e.evtevent, e.evtfoid::regprocedure, e.evtenabled) from pg_event_trigger e`,

  `select 'rule ' || r.schemaname || '.' || r.tablename || '.' || r.rulename, r.definition
   from pg_rules r join pg_namespace n on n.nspname = r.schemaname where ${ours}`,

  `select 'operator ' || o.oid::regoperator, o.oprcode::regprocedure::text
   from pg_operator o join pg_namespace n on n.oid = o.oprnamespace where ${ours} and ${isOwn('pg_operator', 'o.oid')}`,
]

/** Reads the whole catalogue, including rows that migrations inserted. */
export async function readCatalogue(database: Queryable): Promise<Catalogue> {
  const catalogue: Catalogue = new Map()
  for (const question of questions) {
    const { rows } = await database.query<{ object: string; detail: string }>(
      `select q.object::text, q.detail::text from (${question}) as q (object, detail) order by 1`,
    )
    for (const { object, detail } of rows) catalogue.set(object, detail)
  }
  for (const [object, detail] of await readSeeds(database)) catalogue.set(object, detail)
  return catalogue
}

/** Rows sorted by their text, without what differs between installations: ids, moments, secrets. */
async function readSeeds(database: Queryable): Promise<Catalogue> {
  const seeds: Catalogue = new Map()
  const { rows: tables } = await database.query<{ name: string; columns: string | null }>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and a.atttypid not in ('uuid'::regtype, 'timestamptz'::regtype, 'timestamp'::regtype)) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where ${ours} and c.relkind in ('r', 'p') and ${isOwn('pg_class', 'c.oid')} order by 1`,
  )
  for (const { name, columns } of tables) {
    const { rows } = await database.query<{ line: string }>(
      `select case to_jsonb(r) ->> 'key' when 'admin_suffix' then 'admin_suffix' else to_jsonb(r)::text end as line
       from (select ${columns ?? ''} from ${name}) r order by 1`,
    )
    seeds.set(`rows of ${name}`, rows.map(({ line }) => line).join('\n'))
  }
  return seeds
}

/** One line for each object that only one of both has, or that differs. */
export function differences(one: Catalogue, other: Catalogue): string[] {
  const names = [...new Set([...one.keys(), ...other.keys()])].sort()
  return names.flatMap((name) => {
    const [here, there] = [one.get(name), other.get(name)]
    if (here === there) return []
    if (here === undefined) return [`only in the second: ${name}`]
    if (there === undefined) return [`only in the first: ${name}`]
    return [`${name}\n--- first\n${here}\n--- second\n${there}`]
  })
}
