import type { Database, Queryable } from '#server/base/database.ts'
import { type ForeignKey, type Relationship, relationshipsByOrigin } from './foreign-keys.ts'

export type Column = {
  name: string
  /** PostgreSQL's own spelling of the type, usable in SQL. */
  type: string
}

/** A source of rows: a table, a view, or a function's result. */
export type Relation = {
  name: string
  /** In the table's order. */
  columns: ReadonlyMap<string, Column>
  primaryKey: readonly string[]
  /** Functions that take a row of this table and can be selected like a column. */
  computed: ReadonlySet<string>
  /** Functions that take a row of this table and return rows of another. */
  computedRelationships: ReadonlySet<string>
  isView: boolean
}

export type Parameter = { name: string; type: string; required: boolean; variadic: boolean }

export type Routine = {
  name: string
  parameters: readonly Parameter[]
  /** Stable or immutable: runs in a read-only transaction. */
  readOnly: boolean
  set: boolean
  returns: { kind: 'void' } | { kind: 'scalar' } | { kind: 'rows'; relation: Relation }
}

/** What schema `public` offers: tables and views, their relationships, and functions, all by name. */
export type Schema = {
  relations: ReadonlyMap<string, Relation>
  /** By the table where they start. */
  relationships: ReadonlyMap<string, readonly Relationship[]>
  routines: ReadonlyMap<string, readonly Routine[]>
}

const relationsSql = `
select coalesce(json_agg(json_build_object(
  'name', c.relname,
  'columns', (
    select coalesce(json_agg(json_build_object(
      'name', a.attname,
      'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum), '[]')
    from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
  'primaryKey', (
    select coalesce(json_agg(a.attname order by k.place), '[]')
    from pg_constraint p
    cross join unnest(p.conkey) with ordinality k(attnum, place)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
    where p.conrelid = c.oid and p.contype = 'p'),
  'computed', (
    select coalesce(json_agg(distinct p.proname), '[]')
    from pg_proc p
    where p.pronamespace = c.relnamespace and p.prokind = 'f' and not p.proretset
      and p.pronargs = 1 and p.proargtypes[0] = c.reltype),
  'computedRelationships', (
    select coalesce(json_agg(distinct p.proname), '[]')
    from pg_proc p join pg_type t on t.oid = p.prorettype join pg_class r on r.oid = t.typrelid and r.relkind <> 'c'
    where p.pronamespace = c.relnamespace and p.prokind = 'f' and p.pronargs = 1 and p.proargtypes[0] = c.reltype),
  'isView', c.relkind in ('v', 'm')
))::text, '[]') as found
from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')`

const foreignKeysSql = `
select coalesce(json_agg(json_build_object(
  'name', f.conname,
  'table', c.relname,
  'target', t.relname,
  'columns', (select json_agg(a.attname order by k.place)
    from unnest(f.conkey) with ordinality k(attnum, place)
    join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.attnum),
  'targetColumns', (select json_agg(a.attname order by k.place)
    from unnest(f.confkey) with ordinality k(attnum, place)
    join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.attnum),
  'unique', exists (select from pg_constraint u where u.conrelid = f.conrelid
    and u.contype in ('p', 'u') and u.conkey @> f.conkey and u.conkey <@ f.conkey)
) order by f.conname)::text, '[]') as found
from pg_constraint f
join pg_class c on c.oid = f.conrelid
join pg_class t on t.oid = f.confrelid
where f.contype = 'f' and f.conparentid = 0
  and c.relnamespace = 'public'::regnamespace and t.relnamespace = 'public'::regnamespace`

const routinesSql = `
select coalesce(json_agg(json_build_object(
  'name', p.proname,
  'readOnly', p.provolatile <> 'v',
  'set', p.proretset,
  'defaults', p.pronargdefaults,
  'returns', case when t.typname = 'void' then 'void'
    when t.typtype = 'c' or t.oid = 'record'::regtype then 'rows'
    when p.proargmodes::text[] && '{t,b,o}' then 'rows'
    else 'scalar' end,
  'table', case when r.relnamespace = 'public'::regnamespace and r.relkind <> 'c' then r.relname end,
  'fields', (select json_agg(json_build_object(
      'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
    from pg_attribute a where a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped),
  'arguments', (select coalesce(json_agg(json_build_object(
      'name', coalesce(p.proargnames[x.place], ''),
      'mode', coalesce(p.proargmodes[x.place], 'i'),
      -- Not as format_type(…, null) says it: character and bit would be of one letter.
      'type', format_type(x.type, -1)) order by x.place), '[]')
    from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality x(type, place))
))::text, '[]') as found
from pg_proc p
-- A domain is what it is made of, however many there are between.
join lateral (
  with recursive made (oid, typname, typtype, typrelid, typbasetype) as (
    select b.oid, b.typname, b.typtype, b.typrelid, b.typbasetype from pg_type b where b.oid = p.prorettype
    union all
    select b.oid, b.typname, b.typtype, b.typrelid, b.typbasetype
    from made join pg_type b on b.oid = made.typbasetype where made.typtype = 'd'
  )
  select * from made where made.typtype <> 'd'
) t on true
left join pg_class r on r.oid = t.typrelid and t.typrelid <> 0
where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
  and t.typname not in ('trigger', 'event_trigger', 'internal', 'language_handler')`

type RelationRow = {
  name: string
  columns: Column[]
  primaryKey: string[]
  computed: string[]
  computedRelationships: string[]
  isView: boolean
}
type Argument = { name: string; mode: string; type: string }
type RoutineRow = {
  name: string
  readOnly: boolean
  set: boolean
  defaults: number
  returns: 'void' | 'scalar' | 'rows'
  table: string | null
  fields: Column[] | null
  arguments: Argument[]
}

async function find<Row>(tx: Queryable, sql: string): Promise<Row[]> {
  const { rows } = await tx.query<{ found: string }>(sql)
  return JSON.parse(rows[0]?.found ?? '[]')
}

function byName<T extends { name: string }>(list: readonly T[]): Map<string, T> {
  return new Map(list.map((one) => [one.name, one]))
}

/** A relation for rows that no table describes, such as `returns table (...)`. */
function rowsOf(name: string, columns: readonly Column[]): Relation {
  const none = new Set<string>()
  return {
    name,
    columns: byName(columns),
    primaryKey: [],
    computed: none,
    computedRelationships: none,
    isView: false,
  }
}

function routine(row: RoutineRow, relations: ReadonlyMap<string, Relation>): Routine {
  const inputs = row.arguments.filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v')
  const outputs = row.arguments.filter(({ mode }) => mode === 't' || mode === 'b' || mode === 'o')
  const table = row.table === null ? undefined : relations.get(row.table)
  const columns = row.fields ?? outputs.map(({ name, type }) => ({ name, type }))
  return {
    name: row.name,
    readOnly: row.readOnly,
    set: row.set,
    parameters: inputs.map(({ name, type, mode }, place) => ({
      name,
      type,
      variadic: mode === 'v',
      required: place < inputs.length - row.defaults,
    })),
    returns:
      row.returns === 'rows'
        ? { kind: 'rows', relation: table ?? rowsOf(row.name, columns) }
        : { kind: row.returns },
  }
}

/** Reads the catalogue; names in types are schema-qualified. */
export async function loadSchema(database: Database): Promise<Schema> {
  const [relationRows, foreignKeys, routineRows] = await database.transaction(async (tx) => {
    await tx.query(`select set_config('search_path', '', true)`)
    return [
      await find<RelationRow>(tx, relationsSql),
      await find<ForeignKey>(tx, foreignKeysSql),
      await find<RoutineRow>(tx, routinesSql),
    ] as const
  })
  const relations = byName<Relation>(
    relationRows.map((row) => ({
      name: row.name,
      columns: byName(row.columns),
      primaryKey: row.primaryKey,
      computed: new Set(row.computed),
      computedRelationships: new Set(row.computedRelationships),
      isView: row.isView,
    })),
  )
  const primaryKeyOf = (table: string) => relations.get(table)?.primaryKey ?? []
  const routines = new Map<string, Routine[]>()
  for (const row of routineRows) {
    const overloads = routines.get(row.name) ?? []
    overloads.push(routine(row, relations))
    routines.set(row.name, overloads)
  }
  return { relations, relationships: relationshipsByOrigin(foreignKeys, primaryKeyOf), routines }
}
