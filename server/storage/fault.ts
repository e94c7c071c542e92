import { ownStatus } from '#domain/own-message.ts'
import { DatabaseError, isUnavailable } from '#server/base/errors.ts'
import { Fault } from '#server/base/fault.ts'
import { fromRaised } from '#server/http/raised.ts'
import { unavailable } from '#server/http/unavailable.ts'
import { IdentityError } from '#server/identity.ts'

export const objectMissing = () => new Fault(404, 'not_found', 'Object not found')
export const bucketMissing = () => new Fault(404, 'Bucket not found', 'Bucket not found')
export const duplicate = () => new Fault(409, 'Duplicate', 'The resource already exists')
export const invalidKey = () => new Fault(400, 'InvalidKey', 'Invalid key')
export const invalidRequest = (message: string) => new Fault(400, 'InvalidRequest', message)
export const notAllowed = () => new Fault(403, 'Unauthorized', 'new row violates row-level security policy')
const denied = () => new Fault(403, 'Unauthorized', 'Access denied')
export const tooLarge = () =>
  new Fault(413, 'Payload too large', 'The object exceeded the maximum allowed size')
/** Worded for people: the protocol's own error does not name the limit. */
export const overLargest = () =>
  new Fault(413, 'PT413', 'El archivo pesa más de 8 GB, el máximo que se puede subir.')
/** `seconds` until the oldest of them is given up. */
export const tooManyUnfinished = (seconds: number) =>
  new Fault(
    429,
    'PT429',
    'Tienes demasiadas cargas sin terminar. Termínalas o cancélalas, o espera a que venzan en 24 horas.',
    { headers: { 'retry-after': String(seconds) } },
  )
export const notSupported = (feature: string) =>
  new Fault(400, 'NotSupported', `${feature} is not supported by this server`)

/** Names the options that a client sent and this server does not know. */
export const unknownOptions = (names: readonly string[]) =>
  notSupported(`The option ${[...new Set(names)].join(', ').slice(0, 200)}`)

export function faultResponse(fault: Fault): Response {
  return Response.json(bodyOf(fault), {
    status: fault.status,
    headers: { 'cache-control': 'no-store', ...fault.headers },
  })
}

/** The same where TUS wants plain text: a hosted project sends only the message, which has no place for a code of ours. */
export function faultText(fault: Fault): string {
  return ownStatus(fault.code) === null ? fault.message : JSON.stringify(bodyOf(fault))
}

function bodyOf({ status, code, message }: Fault) {
  return { statusCode: String(status), error: code, message }
}

/** The error to send for a failed request. A text not written for people is neither sent nor logged. */
export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error
  if (error instanceof IdentityError) return new Fault(401, 'Unauthorized', error.message)
  if (error instanceof DatabaseError) {
    const { code, message } = error
    if (isUnavailable(error)) return unavailable(error)
    if (code === 'PGRST') return fromRaised(error)
    const own = ownStatus(code)
    if (own !== null) return new Fault(own, code, message)
    if (code === '42501') return message.includes('row-level security') ? notAllowed() : denied()
    if (code === '23505') return duplicate()
    if (code === '23503') return bucketMissing()
    if (code === '23514' || code.startsWith('22') || code.startsWith('54'))
      return invalidRequest('Invalid value')
  }
  const why = error instanceof Error && 'code' in error ? String(error.code) : typeof error
  if (why === 'ENOSPC' || why === 'EDQUOT')
    return new Fault(507, 'InsufficientStorage', 'There is no room left for files')
  console.error(`storage: unexpected failure ${why}`)
  return new Fault(500, 'InternalError', 'Internal Server Error')
}
