import { Fault } from '#server/base/fault.ts'
import { quoteName } from '#server/db/quote.ts'
import type { JsonStep } from './cursor.ts'
import { unsupported } from './fault.ts'
import type { PlannedField } from './plan.ts'

/** A statement being built: `bind` keeps a value and returns its placeholder. */
export type Binder = { params: string[]; bind(value: string): string }

export function createBinder(): Binder {
  const params: string[] = []
  return { params, bind: (value) => `$${params.push(value)}` }
}

/** A name from the caller as an identifier; PostgreSQL would silently cut a longer one. */
export function identifier(name: string): string {
  if (Buffer.byteLength(name) > 63) throw new Fault(400, '42622', `identifier "${name}" is too long`)
  return quoteName(name)
}

/** `"public"."name"`. */
export function inPublic(name: string): string {
  return `"public".${quoteName(name)}`
}

function jsonStep(binder: Binder, { arrow, key }: JsonStep): string {
  return typeof key === 'number' ? `${arrow}(${key})` : `${arrow}${binder.bind(key)}::text`
}

/**
 * Where the rows of a statement come from: false for a relation; true for a `with` query whose computed fields
 * are columns already; `row` for a `with` query that passes the whole row on, to compute them later.
 */
export type Ready = boolean | 'row'

/** The column that holds the whole row; no column of ours has this name. */
export const wholeRow = '"?"'

/** A field of the rows under `alias`. */
export function fieldSql(binder: Binder, alias: string, field: PlannedField, ready: Ready): string {
  const row = ready === 'row' ? `${alias}.${wholeRow}` : alias
  const plain =
    field.computed && ready !== true ? `${inPublic(field.name)}(${row})` : `${alias}.${quoteName(field.name)}`
  if (field.path.length === 0) return plain
  const json = field.json ? plain : `to_jsonb(${plain})`
  return `(${json}${field.path.map((step) => jsonStep(binder, step)).join('')})`
}

// PostgREST casts to any type. Some reveal what else the database holds (`regclass`, `regrole`), parse text as
// another language (`xml`, `tsquery`) or are not meant for clients, so only everyday types are allowed.
const plainTypes =
  'text varchar bpchar bool int2 int4 int8 float4 float8 numeric uuid date time timetz timestamp timestamptz interval'
const castNames: Record<string, string> = {
  ...Object.fromEntries(plainTypes.split(' ').map((name) => [name, name])),
  int: 'int4',
  integer: 'int4',
  smallint: 'int2',
  bigint: 'int8',
  real: 'float4',
  float: 'float8',
  'double precision': 'float8',
  decimal: 'numeric',
  boolean: 'bool',
  char: 'bpchar',
  character: 'bpchar',
  'character varying': 'varchar',
  'timestamp with time zone': 'timestamptz',
  'timestamp without time zone': 'timestamp',
  'time with time zone': 'timetz',
  'time without time zone': 'time',
}

export function castSql(value: string, cast: string | undefined): string {
  if (cast === undefined) return value
  const name = cast.toLowerCase()
  const type = Object.hasOwn(castNames, name) ? castNames[name] : undefined
  if (type === undefined) throw unsupported(`the cast to "${cast}"`)
  return `cast(${value} as ${type})`
}
