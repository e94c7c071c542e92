import type { Database } from '#server/base/database.ts'
import { quoteName } from '#server/db/quote.ts'
import type { Identity } from '#server/identity.ts'

export type Column = {
  name: string
  /** The type's name in realtime-js: `int8`, `timestamptz`, `_text`. */
  type: string
  /** The type's name in SQL. */
  sqlType: string
  key: boolean
  /** Whether the role may select it. */
  selectable: boolean
}

/** What a role needs to know about a live table. */
export type TableFacts = {
  table: string
  rowSecurity: boolean
  columns: Column[]
  /** SQL: whether the role may see a row whose alias is the table's name. */
  policy: string
}

/** The live tables as a role sees them. */
export type Catalog = (role: Identity['role']) => Promise<Map<string, TableFacts>>

/** How long an answer is reused, in ms. It only decides on joins; who receives a change is decided anew each time. */
const keptMs = 10_000

/** Reads the live tables at most once in ten seconds per role, however many ask. */
export function createCatalog(database: Pick<Database, 'transaction'>, now: () => Date): Catalog {
  const kept = new Map<Identity['role'], { at: number; tables: ReturnType<Catalog> }>()
  return (role) => {
    const at = now().getTime()
    const known = kept.get(role)
    if (known && at - known.at < keptMs) return known.tables
    const tables = readTables(database, role, null)
    kept.set(role, { at, tables })
    tables.catch(() => {
      if (kept.get(role)?.tables === tables) kept.delete(role)
    })
    return tables
  }
}

type Row = Omit<TableFacts, 'policy'> & {
  bypass: boolean
  permissive: string[] | null
  restrictive: string[] | null
}

/**
 * The live tables (those of the publication) as a role sees them, read anew each time: a changed policy applies
 * from the next event on. `only` null means all.
 */
export async function readTables(
  database: Pick<Database, 'transaction'>,
  role: Identity['role'],
  only: string[] | null,
): Promise<Map<string, TableFacts>> {
  const rows = await database.transaction(async (tx) => {
    // Makes PostgreSQL print every name in a policy's expression with its schema.
    await tx.query(`select set_config('search_path', '', true)`)
    return (await tx.query<Row>(query, [role, only])).rows
  })
  return new Map(rows.map((row) => [row.table, { ...row, policy: policyOf(row) }]))
}

const policies = (permissive: boolean) => `
  (select json_agg(coalesce(pg_get_expr(p.polqual, p.polrelid), '${permissive ? 'false' : 'true'}'))
   from pg_policy p
   where p.polrelid = c.oid and p.polcmd in ('r', '*') and ${permissive ? '' : 'not '}p.polpermissive
     and exists (
       select from unnest(p.polroles) as named(oid)
       where named.oid = 0 or pg_has_role($1::name, named.oid, 'usage')
     ))`

const query = `
  select c.relname::text as "table", c.relrowsecurity as "rowSecurity", r.rolbypassrls as bypass,
    ${policies(true)} as permissive,
    ${policies(false)} as restrictive,
    (select json_agg(json_build_object(
        'name', a.attname, 'type', t.typname, 'sqlType', format_type(a.atttypid, a.atttypmod),
        'key', coalesce(a.attnum = any(i.indkey), false),
        'selectable', has_column_privilege($1::name, c.oid, a.attnum, 'select')
      ) order by a.attnum)
     from pg_attribute a join pg_type t on t.oid = a.atttypid
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
  from pg_publication_tables p
  join pg_namespace n on n.nspname = p.schemaname
  join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
  join pg_roles r on r.rolname = $1::name
  left join pg_index i on i.indrelid = c.oid and i.indisprimary
  where p.pubname = 'supabase_realtime' and p.schemaname = 'public'
    and ($2::text[] is null or c.relname::text = any($2::text[]))`

/** One permissive policy and every restrictive one must hold; without a permissive one nobody sees anything. */
function policyOf({ bypass, permissive, restrictive }: Row): string {
  if (bypass) return 'true'
  if (!permissive) return 'false'
  const any = permissive.map((qual) => `(${qual})`).join(' or ')
  return [`(${any})`, ...(restrictive ?? []).map((qual) => `(${qual})`)].join(' and ')
}

export function sqlTypeOf(facts: TableFacts, column: string): string {
  const known = facts.columns.find((candidate) => candidate.name === column)
  if (!known) throw new Error(`No column ${quoteName(column)}`)
  return known.sqlType
}
