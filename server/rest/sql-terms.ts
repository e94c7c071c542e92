import { quoteName } from '#server/db/quote.ts'
import { Fault } from '#server/http/fault.ts'
import type { JsonStep } from './cursor.ts'
import { unsupported } from './fault.ts'
import type { PlannedField } from './plan.ts'

/** A statement in the making: `bind` keeps a value and answers its placeholder. */
export type Binder = { params: string[]; bind(value: string): string }

export function createBinder(): Binder {
  const params: string[] = []
  return { params, bind: (value) => `$${params.push(value)}` }
}

/** A name of the caller's as an identifier; PostgreSQL would cut a longer one without a word. */
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
 * What the rows of a statement are: false for those of a relation; true for those of a `with` query, where computed fields
 * are columns already; `row` for a `with` query that hands on the whole row to compute them from.
 */
export type Ready = boolean | 'row'

/** The column with the whole row; no column of ours is called so. */
export const wholeRow = '"?"'

/** A field of the rows that `alias` stands for. */
export function fieldSql(binder: Binder, alias: string, field: PlannedField, ready: Ready): string {
  const row = ready === 'row' ? `${alias}.${wholeRow}` : alias
  const plain =
    field.computed && ready !== true ? `${inPublic(field.name)}(${row})` : `${alias}.${quoteName(field.name)}`
  if (field.path.length === 0) return plain
  const json = field.json ? plain : `to_jsonb(${plain})`
  return `(${json}${field.path.map((step) => jsonStep(binder, step)).join('')})`
}

// PostgREST casts to any type there is. Some of them say what else the database holds (`regclass`, `regrole`), read a text as
// a language of its own (`xml`, `tsquery`) or lead to types that nobody meant to offer, so only everyday values are known here.
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
