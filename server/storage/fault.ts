import { DatabaseError, isUnavailable } from '#server/db/errors.ts'
import { Fault } from '#server/http/fault.ts'
import { IdentityError } from '#server/identity.ts'

export const objectMissing = () => new Fault(404, 'not_found', 'Object not found')
export const bucketMissing = () => new Fault(404, 'Bucket not found', 'Bucket not found')
export const duplicate = () => new Fault(409, 'Duplicate', 'The resource already exists')
export const invalidKey = () => new Fault(400, 'InvalidKey', 'Invalid key')
export const invalidRequest = (message: string) => new Fault(400, 'InvalidRequest', message)
export const notAllowed = () => new Fault(403, 'Unauthorized', 'new row violates row-level security policy')
export const tooLarge = () =>
  new Fault(413, 'Payload too large', 'The object exceeded the maximum allowed size')
export const tooManyUnfinished = () =>
  new Fault(
    429,
    'TooManyUnfinished',
    'Tienes demasiadas cargas sin terminar. Termínalas o cancélalas, o espera a que venzan en 24 horas.',
  )
export const notSupported = (feature: string) =>
  new Fault(400, 'NotSupported', `${feature} is not supported by this server`)

/** Options that a client asked for and that this server does not know, by their names. */
export const unknownOptions = (names: readonly string[]) =>
  notSupported(`The option ${[...new Set(names)].join(', ').slice(0, 200)}`)

/**
 * Supabase Storage's words. The HTTP status is the `statusCode` of the body, where hosted mostly writes 400: storage-js
 * takes both.
 */
export function faultResponse(fault: Fault): Response {
  return Response.json(
    { statusCode: String(fault.status), error: fault.code, message: fault.message },
    { status: fault.status, headers: { 'cache-control': 'no-store', ...fault.headers } },
  )
}

/** What a failed request answers. A text that nobody wrote for people stays out of the answer and of the log. */
export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error
  if (error instanceof IdentityError) return new Fault(401, 'Unauthorized', error.message)
  if (error instanceof DatabaseError) {
    const { code, message } = error
    if (isUnavailable(error)) return new Fault(503, 'SlowDown', 'The database cannot be reached')
    if (code === '42501') return message.includes('row-level security') ? notAllowed() : denied(message)
    if (code === '23505') return duplicate()
    if (code === '23503') return bucketMissing()
    if (code === 'PT429') return new Fault(429, 'TooManyRequests', message)
    if (code === '23514' || code === 'P0001' || code === 'P0002') return invalidRequest(message)
    if (code.startsWith('22') || code.startsWith('54')) return invalidRequest('Invalid value')
  }
  const why = error instanceof Error && 'code' in error ? String(error.code) : typeof error
  if (why === 'ENOSPC' || why === 'EDQUOT')
    return new Fault(507, 'InsufficientStorage', 'There is no room left for files')
  console.error(`storage: unexpected failure ${why}`)
  return new Fault(500, 'InternalError', 'Internal Server Error')
}

function denied(message: string): Fault {
  const ours = !/^(permission denied|must be owner)/.test(message)
  return new Fault(403, 'Unauthorized', ours ? message : 'Access denied')
}
