import type { Caller, Database } from '#server/base/database.ts'
import { Fault } from '#server/base/fault.ts'
import type { Answer } from './answer.ts'
import type { Prefer } from './parse-prefer.ts'
import type { Level, Query } from './parse-query.ts'
import type { Schema } from './schema.ts'

/** The response format: an array, one object, or comma-separated lines. */
export type Media = 'json' | 'object' | 'csv'

/** One parsed request: everything that its answer depends on. */
export type Exchange = Caller & {
  database: Database
  schema: Schema
  request: Request
  query: Query
  prefer: Prefer
  media: Media
}

const contentTypes: Record<Media, string> = {
  json: 'application/json; charset=utf-8',
  object: 'application/vnd.pgrst.object+json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
}

export function contentType(media: Media): Record<string, string> {
  return { 'content-type': contentTypes[media] }
}

const mediaOf: Record<string, Media> = {
  '*/*': 'json',
  'application/*': 'json',
  'application/json': 'json',
  'application/vnd.pgrst.array+json': 'json',
  'application/vnd.pgrst.array': 'json',
  'application/vnd.pgrst.object+json': 'object',
  'application/vnd.pgrst.object': 'object',
  'text/csv': 'csv',
}

/** The first media type of the Accept header that this backend can write; 406 PGRST107 when there is none. */
export function negotiate(accept: string | null): Media {
  if (!accept) return 'json'
  for (const part of accept.split(',')) {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const understood = parameters.every((parameter) => /^(q|charset)=/.test(parameter))
    const media = Object.hasOwn(mediaOf, type) ? mediaOf[type] : undefined
    if (media && understood) return media
  }
  throw new Fault(406, 'PGRST107', `None of these media types are available: ${accept}`)
}

function notSatisfiable(details: string, headers: Record<string, string> = {}): Fault {
  return new Fault(416, 'PGRST103', 'Requested range not satisfiable', { fields: { details }, headers })
}

/** Also limits the main resource by a Range header (`0-9`, `10-`). */
export function applyRange(level: Level, header: string | null): void {
  if (header === null) return
  const found = /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(header.trim())
  if (!found) throw new Fault(400, 'PGRST100', `The range ${header} is not supported`)
  const first = Number(found[1])
  const last = found[2] ? Number(found[2]) : Number.POSITIVE_INFINITY
  if (last < first) {
    throw notSatisfiable(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  }
  const offset = level.offset ?? 0
  const end = level.limit === undefined ? Number.POSITIVE_INFINITY : offset + level.limit - 1
  level.offset = Math.max(offset, first)
  const limit = Math.min(end, last) - level.offset + 1
  if (limit < 0) throw notSatisfiable('The Range header and limit have no row in common.')
  if (Number.isFinite(limit)) level.limit = limit
}

/** `first-last/total`, with `*` for an unknown total or an empty range. */
export function contentRange(first: number, rows: number, total: number | null): Record<string, string> {
  const range = rows > 0 && total !== 0 ? `${first}-${first + rows - 1}` : '*'
  return { 'content-range': `${range}/${total ?? '*'}` }
}

/** 200, or 206 when rows are left out; throws 416 when the start is past the end. */
export function statusOfRange(offset: number, rows: number, total: number | null): number {
  if (total === null) return 200
  // An estimate may stop before the last row, so later rows may exist.
  if (offset > total && rows === 0) {
    const details = `An offset of ${offset} was requested, but there are only ${total} rows.`
    throw notSatisfiable(details, contentRange(offset, 0, total))
  }
  return rows < total ? 206 : 200
}

/** The rows in the requested format; throws 406 PGRST116 for an object when there is not exactly one row. */
export function bodyAs(media: Media, answer: Pick<Answer, 'body' | 'rows'>): string {
  const body = answer.body ?? ''
  if (media !== 'object') return body
  requireOne(answer.rows)
  return body.slice(1, -1)
}

export function requireOne(rows: number): void {
  if (rows === 1) return
  throw new Fault(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    fields: { details: `The result contains ${rows} rows` },
  })
}
