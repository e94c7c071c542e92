import { DatabaseError } from '#server/base/errors.ts'
import { Fault } from '#server/base/fault.ts'
import { fromRaised } from '#server/http/raised.ts'
import { unavailable } from '#server/http/unavailable.ts'
import { IdentityError } from '#server/identity.ts'

/** 400 PGRST100, naming a feature of PostgREST that this backend does not support. */
export function unsupported(what: string): Fault {
  return new Fault(400, 'PGRST100', `${what} is not supported`)
}

export function missingColumn(relation: string, column: string): Fault {
  return new Fault(400, '42703', `column ${relation}.${column} does not exist`)
}

export function invalidBody(message = 'Empty or invalid json'): Fault {
  return new Fault(400, 'PGRST102', message)
}

const statusOfClass: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 413,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
}

const statusOfCode: Record<string, number> = {
  '23001': 409,
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '55000': 400,
  '57014': 504,
  '57P01': 503,
  P0001: 400,
  P0002: 404,
}

/**
 * HTTP status of a SQLSTATE, by PostgREST's table, except where bad input would be a 5xx there: 54xxx (too long, too deep)
 * is 413, 55000 is 400, P0002 (missing) is 404 and the same row twice in one upsert (21000) is 400.
 */
export function statusOfSqlState(code: string, message: string, anonymous: boolean): number {
  if (code === '42501') return anonymous ? 401 : 403
  if (code === '21000') return message.startsWith('ON CONFLICT DO UPDATE') ? 400 : 500
  if (code.startsWith('PT')) {
    const status = Number(code.slice(2))
    return status >= 400 && status <= 599 ? status : 500
  }
  return statusOfCode[code] ?? statusOfClass[code.slice(0, 2)] ?? 400
}

function fromDatabase(error: DatabaseError, anonymous: boolean): Fault {
  const { code, message } = error
  if (code === 'PGRST') return fromRaised(error)
  const status = statusOfSqlState(code, message, anonymous)
  if (status < 500 || code.startsWith('PT')) {
    const { detail: details = null, hint = null } = error
    return new Fault(status, code, message, { fields: { details, hint } })
  }
  // A flood of requests must not flood the log as well.
  if (code !== '53300') console.error(`rest: database error ${code}`)
  if (status === 503) return unavailable(error)
  const own = code === '57014' ? 'canceling statement due to statement timeout' : 'Internal server error'
  return new Fault(status, code, own)
}

const identityCodes = { missing: 'PGRST302', expired: 'PGRST303', invalid: 'PGRST301' } as const

/** Any thrown value as a PostgREST error; what is not meant for the caller becomes a plain 5xx. */
export function toFault(error: unknown, anonymous: boolean): Fault {
  if (error instanceof Fault) return error
  if (error instanceof IdentityError) return new Fault(401, identityCodes[error.problem], error.message)
  if (error instanceof DatabaseError) return fromDatabase(error, anonymous)
  // Log where it happened, but not the message, which may quote the caller's data.
  const where =
    error instanceof Error ? `${error.name} ${error.stack?.split('\n    at ').slice(1, 4).join(' < ')}` : ''
  console.error(`rest: unexpected error ${where}`)
  return new Fault(500, 'PGRSTX00', 'Internal server error')
}

/** PostgREST's error format: `{code, message, details, hint}`. */
export function faultResponse({ status, code, message, fields, headers }: Fault): Response {
  const all = new Headers({ ...headers, 'content-type': 'application/json; charset=utf-8' })
  if (status === 401) {
    const isToken = code === identityCodes.invalid || code === identityCodes.expired
    all.set(
      'www-authenticate',
      isToken ? `Bearer error="invalid_token", error_description="${message}"` : 'Bearer',
    )
  }
  const body = { code, message, details: null, hint: null, ...fields }
  return new Response(JSON.stringify(body), { status, headers: all })
}
