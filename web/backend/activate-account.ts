import { callPlainly } from './call-plainly.ts'
import { toAppError } from './errors.ts'

type Refusal = { outcome?: 'wrong' | 'ended' | 'busy'; error?: unknown; code?: unknown }

/**
 * Gives the account of a link its password: 'active', or 'ended' for a link that opens nothing (any more). Throws an AppError
 * `activate_account`; after reason `network` or `server` the password may be set all the same.
 */
export async function activateAccount(
  token: string,
  email: string,
  password: string,
): Promise<'active' | 'ended'> {
  try {
    const { body, ok, status } = await callPlainly<Refusal>('activate-account', { token, email, password })
    if (ok) return 'active'
    if (body.outcome === 'ended') return 'ended'
    throw { status, code: body.code, message: body.error }
  } catch (failure) {
    throw toAppError(failure, 'activate_account')
  }
}
