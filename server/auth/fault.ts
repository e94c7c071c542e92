import { ownStatus } from '#domain/own-message.ts'
import { DatabaseError, isUnavailable } from '#server/base/errors.ts'
import { Fault } from '#server/base/fault.ts'
import { unavailable } from '#server/http/unavailable.ts'

/** GoTrue's error format: `{code, error_code, msg}`; `code` repeats the status. */
export function faultResponse(fault: Fault): Response {
  return Response.json(
    { code: fault.status, error_code: fault.code, msg: fault.message, ...fault.fields },
    { status: fault.status, headers: { ...fault.headers, 'cache-control': 'no-store' } },
  )
}

/**
 * The error to send for a failed request. Rules that the database enforces (a trigger on auth.users, a constraint)
 * are the caller's error. Anything unexpected is a 500, whose text is neither sent nor logged.
 */
export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error
  if (isUnavailable(error)) return unavailable(error)
  const fault = error instanceof DatabaseError ? ofDatabase(error) : undefined
  if (fault) return fault
  const name =
    error instanceof DatabaseError ? error.code : error instanceof Error ? error.name : typeof error
  console.error(`auth: unexpected failure ${name}`)
  return new Fault(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
  )
}

function ofDatabase({ code, message }: DatabaseError): Fault | undefined {
  const own = ownStatus(code)
  if (own !== null) return new Fault(own, code, message)
  if (code === '23505') return new Fault(409, 'conflict', 'The account already exists')
  if (code === '23503' || code === '23001')
    return new Fault(409, 'conflict', 'The account is still referenced')
  if (code === '23514') return new Fault(422, 'validation_failed', 'Invalid value')
  if (code.startsWith('54')) return new Fault(413, 'validation_failed', message)
  if (code.startsWith('22')) return new Fault(400, 'validation_failed', 'Invalid value')
  return undefined
}

/** GoTrue has no error for this. People read the text, so it is the database's own. */
export function temporaryPasswordExpired(): Fault {
  return new Fault(
    400,
    'temporary_password_expired',
    'La contraseña temporal venció. Pide una nueva a tu doctor o a la clínica.',
  )
}
