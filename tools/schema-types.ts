import type { Queryable } from '#server/base/database.ts'

type Column = { relation: string; name: string; type: string; required: boolean; computed: boolean }
type Writable = { relation: string; name: string; inserted: boolean; required: boolean; changed: boolean }
type Reference = { relation: string; name: string; column: string; single: boolean; target: string }
type Check = { relation: string; name: string; definition: string }
type Argument = { name: string; type: string; optional: boolean }
type Routine = { name: string; args: Argument[]; returns: string; set: boolean; columns: Argument[] | null }

const head = `// Made from the migrations by \`npm run database-types\`; not edited. A test compares it with the database.
// What JSON carries beyond this is named in database.ts.

/** yyyy-MM-dd */
type Day = string
/** HH:mm:ss */
type Time = string
/** ISO, with its zone. */
type Instant = string

/** A column that names a row of another table, as the client wants it to be told. */
type Reference<Key extends string, Column extends string, Table extends string, Single extends boolean> = {
  foreignKeyName: Key
  columns: [Column]
  isOneToOne: Single
  referencedRelation: Table
  referencedColumns: ['id']
}
`

/**
 * The tables, columns and functions of schema public in the API, as the TypeScript of
 * `web/backend/schema.ts`. Leaves out what neither visitors nor accounts may read or call.
 */
export async function schemaTypes(database: Queryable): Promise<string> {
  const columns = await read<Column>(database, columnsSql)
  const checks = await read<Check>(database, checksSql)
  const routines = await read<Routine>(database, routinesSql)
  const writable = await read<Writable>(database, writableSql)
  const references = await read<Reference>(database, referencesSql)
  const unions = new Map(
    checks.map(({ relation, name, definition }) => [`${relation}.${name}`, unionOf(definition)]),
  )
  const fields = (found: Column[]) =>
    found.map(({ relation, name, type, required }) => {
      const known = unions.get(`${relation}.${name}`) ?? typeOf(type)
      return fieldOf(name, `${known}${required ? '' : ' | null'}`)
    })
  const block = (relation: string, computed: boolean) => {
    const own = columns.filter((column) => column.relation === relation && column.computed === computed)
    return own.length > 0 ? [`  ${relation}: {\n${fields(own).join('')}  }\n`] : []
  }
  const relations = [...new Set(columns.map(({ relation }) => relation))]
  return [
    head,
    '\n/** By table, its columns. */\nexport type Rows = {\n',
    ...relations.flatMap((relation) => block(relation, false)),
    '}\n\n/** By table, what is worked out beside its columns where a request names it. */\nexport type Computed = {\n',
    ...relations.flatMap((relation) => block(relation, true)),
    '}\n\n/** By table, the columns that an account must and may write into a new row, and may change. */\nexport type Written = {\n',
    ...relations.map((relation) => {
      const own = writable.filter((column) => column.relation === relation)
      return writtenOf(relation, own)
    }),
    '}\n\n/** By table, the tables that a request may embed. */\nexport type References = {\n',
    ...relations.map((relation) => {
      const own = references.filter((one) => one.relation === relation && relations.includes(one.target))
      if (own.length === 0) return ''
      const lines = own.map(referenceOf).join('')
      const whole = `  ${relation}: [${lines.trim().slice(0, -1)}]\n`
      return own.length === 1 && whole.length <= 111 ? whole : `  ${relation}: [\n${lines}  ]\n`
    }),
    '}\n\n/** By function, its arguments. */\nexport type Args = {\n',
    ...routines.map(({ name, args }) => line(name, objectOf(args))),
    '}\n\n/** By function, its answer. */\nexport type Returns = {\n',
    ...routines.map((routine) => line(routine.name, answerOf(routine, relations))),
    '}\n',
  ].join('')
}

async function read<Row>(database: Queryable, sql: string): Promise<Row[]> {
  const { rows } = await database.query<{ found: Row[] }>(
    `select coalesce(json_agg(f), '[]') as found from (${sql}) f`,
  )
  return rows[0]?.found ?? []
}

const types: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  text: 'string',
  uuid: 'string',
  date: 'Day',
  time: 'Time',
  timestamptz: 'Instant',
  json: 'unknown',
  jsonb: 'unknown',
  void: 'undefined',
}

/** Throws for a new type: add its type in JSON above. */
function typeOf(name: string): string {
  if (name.startsWith('_')) return `${typeOf(name.slice(1))}[]`
  const known = types[name]
  if (!known) throw new Error(`tools/schema-types.ts does not know the type ${name}`)
  return known
}

/** `CHECK ((role = ANY (ARRAY['doctor'::text, 'patient'::text])))` as a union of its texts; undefined for other rules. */
function unionOf(definition: string): string | undefined {
  const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(definition)?.[1]
  const texts = list?.split(', ').map((item) => /^('[^']*')::text$/.exec(item)?.[1])
  return texts?.every((text) => text !== undefined) ? texts.join(' | ') : undefined
}

function objectOf(args: readonly Argument[]): string {
  if (args.length === 0) return 'Record<never, never>'
  const parts = args.map(({ name, type, optional }) =>
    optional ? `${name}?: ${typeOf(type)} | null` : `${name}: ${typeOf(type)}`,
  )
  return `{ ${parts.join('; ')} }`
}

/** Nothing for a table that nobody writes to without a function. */
function writtenOf(relation: string, columns: readonly Writable[]): string {
  const names = (which: (column: Writable) => boolean) => {
    const found = columns.filter(which).map(({ name }) => `'${name}'`)
    return found.length > 0 ? found.join(' | ') : 'never'
  }
  if (!columns.some(({ inserted, changed }) => inserted || changed)) return ''
  return [
    `  ${relation}: {\n`,
    fieldOf(
      'required',
      names(({ inserted, required }) => inserted && required),
    ),
    fieldOf(
      'optional',
      names(({ inserted, required }) => inserted && !required),
    ),
    fieldOf(
      'changed',
      names(({ changed }) => changed),
    ),
    '  }\n',
  ].join('')
}

function referenceOf({ name, column, single, target }: Reference): string {
  const whole = `    Reference<'${name}', '${column}', '${target}', ${single}>,\n`
  return whole.length <= 111
    ? whole
    : whole.replace('<', '<\n      ').replaceAll(', ', ',\n      ').replace('>,', '\n    >,')
}

/** On one line if it fits, as the project's formatter wants it. */
function fieldOf(name: string, type: string): string {
  const whole = `    ${name}: ${type}\n`
  return whole.length <= 111 ? whole : `    ${name}:\n      | ${type.replaceAll(' | ', '\n      | ')}\n`
}

function line(name: string, type: string): string {
  const whole = `  ${name}: ${type}\n`
  if (whole.length <= 111) return whole
  return whole.replace('{ ', '{\n    ').replaceAll('; ', '\n    ').replace(' }', '\n  }')
}

function answerOf({ returns, set, columns }: Routine, relations: readonly string[]): string {
  const one = columns
    ? objectOf(columns)
    : relations.includes(returns)
      ? `Rows['${returns}']`
      : typeOf(returns)
  return set ? `${one}[]` : one
}

const mayRead = (what: string) =>
  ['anon', 'authenticated'].map((role) => what.replace('ROLE', `'${role}'`)).join(' or ')

const columnsSql = `
  select c.relname as relation, a.attname as name, t.typname as type, a.attnotnull as required, false as computed, a.attnum as place
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped
    and (${mayRead(`has_column_privilege(ROLE, c.oid, a.attnum, 'select')`)})
  union all
  select c.relname, p.proname, t.typname, false, true, 0
  from pg_proc p join pg_class c on c.reltype = p.proargtypes[0] join pg_type t on t.oid = p.prorettype
  where p.pronamespace = 'public'::regnamespace and p.pronargs = 1 and (${mayRead(`has_function_privilege(ROLE, p.oid, 'execute')`)})
  order by 1, 6, 2`

// The id of a new row is always written: the browser makes it, so that pressing twice stores one row.
const writableSql = `
  select c.relname as relation, a.attname as name,
    has_column_privilege('authenticated', c.oid, a.attnum, 'insert') as inserted,
    a.attname = 'id' or (a.attnotnull and not a.atthasdef and a.attidentity = '') as required,
    has_column_privilege('authenticated', c.oid, a.attnum, 'update') as changed
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    and has_column_privilege('authenticated', c.oid, a.attnum, 'select')
  order by 1, a.attnum`

// All our references are of one column to an id.
const referencesSql = `
  select c.relname as relation, k.conname as name, a.attname as column, t.relname as target,
    exists (
      select from pg_index i where i.indrelid = k.conrelid and i.indisunique and i.indpred is null and i.indkey::text = k.conkey[1]::text
    ) as single
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
  where k.contype = 'f' and cardinality(k.conkey) = 1
    and c.relnamespace = 'public'::regnamespace and t.relnamespace = 'public'::regnamespace
  order by 1, k.conkey`

const checksSql = `
  select c.relname as relation, a.attname as name, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
  where k.contype = 'c' and cardinality(k.conkey) = 1 and c.relnamespace = 'public'::regnamespace
  order by 1, 2`

/** An argument's mode is 'i' (in) or 't' (a column of the returned table). */
const argumentsOf = (mode: string) => `
  select json_agg(json_build_object('name', x.name, 'type', t.typname, 'optional', x.mode = 'i' and x.at > p.pronargs - p.pronargdefaults) order by x.at)
  from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargnames, coalesce(p.proargmodes, array_fill('i'::"char", array[p.pronargs::int])))
    with ordinality x (type, name, mode, at) join pg_type t on t.oid = x.type
  where x.mode = '${mode}'`

const routinesSql = `
  select p.proname as name, coalesce((${argumentsOf('i')}), '[]') as args, t.typname as returns, p.proretset as set, (${argumentsOf('t')}) as columns
  from pg_proc p join pg_type t on t.oid = p.prorettype
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and t.typname not in ('trigger', 'event_trigger')
    and not (p.pronargs = 1 and exists (select from pg_class c where c.reltype = p.proargtypes[0]))
    and not exists (select from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e')
    and (${mayRead(`has_function_privilege(ROLE, p.oid, 'execute')`)})
  order by 1`
