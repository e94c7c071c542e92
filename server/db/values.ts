import { requireShallowJson, requireShallowValue } from './nesting.ts'

/** The only types that do not leave the database as text (see database.ts). */
const bool = 16
const int2 = 21
const int4 = 23
const json = 114
const jsonb = 3802

/** Parses a value in PostgreSQL's text format, by the oid of its type; the same on every engine. */
export const parsers: Record<number, (text: string) => unknown> = {
  [bool]: (text) => text === 't',
  [int2]: Number,
  [int4]: Number,
  [json]: JSON.parse,
  [jsonb]: JSON.parse,
}

/**
 * Writes a parameter in PostgreSQL's text format. Arrays become PostgreSQL arrays; pass a json array as its
 * JSON text. Objects become JSON. Throws a DatabaseError 54001 for json nested too deeply.
 */
export function toParameter(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') {
    requireShallowJson(value)
    return value
  }
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  requireShallowValue(value)
  if (Array.isArray(value)) return `{${value.map(toElement).join(',')}}`
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

function toElement(value: unknown): string {
  if (Array.isArray(value)) return toParameter(value) ?? 'NULL'
  const text = toParameter(value)
  return text === null ? 'NULL' : `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}
