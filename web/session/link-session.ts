import { recoveryPath } from '#domain/addresses.ts'
import { type ErrorReason, toAppError } from '#web/backend/errors.ts'

/** What a link from a message put behind the # of the address. */
type LinkContent =
  /** Of a message for a forgotten password: spent when its page says so, not by opening it. */
  | { kind: 'recovery'; token: string }
  /** Of GoTrue's implicit flow. */
  | { kind: 'session'; recovery: boolean; accessToken: string; refreshToken: string }
  /** `code` is GoTrue's, such as otp_expired. */
  | { kind: 'error'; code: string }

/** Reads such a fragment; null when it is none. */
function readLink(hash: string): LinkContent | null {
  const parts = new URLSearchParams(hash.replace(/^#/, ''))
  const token = parts.get('token_hash')
  if (token) return { kind: 'recovery', token }
  const accessToken = parts.get('access_token')
  const refreshToken = parts.get('refresh_token')
  if (accessToken && refreshToken)
    return { kind: 'session', recovery: parts.get('type') === 'recovery', accessToken, refreshToken }
  if (parts.has('error') || parts.has('error_code'))
    return { kind: 'error', code: parts.get('error_code') || parts.get('error') || 'unexpected' }
  return null
}

let received: LinkContent | null = null

/**
 * Keeps what the address brought and cleans the address at once, before the history or a copied link
 * can hold it. A recovery, or its failure, belongs to the page that chooses a new password.
 */
export function receiveLink(): void {
  // A link that is opened in a tab of the portal may differ from its address behind the # alone.
  addEventListener('hashchange', () => readLink(location.hash) && location.reload())
  const found = readLink(location.hash)
  if (!found) return
  received = found
  const isElsewhere = found.kind === 'session' && !found.recovery
  history.replaceState(null, '', isElsewhere ? location.pathname + location.search : recoveryPath)
}

/** The session that the address brought, once. */
export function takeLinkSession(): { access_token: string; refresh_token: string } | null {
  if (received?.kind !== 'session') return null
  const { accessToken, refreshToken } = received
  received = null
  return { access_token: accessToken, refresh_token: refreshToken }
}

/** The session in the address is not valid. */
export function refuseLink(): void {
  received = { kind: 'error', code: 'otp_expired' }
}

/** The token of a recovery that the address brought, until `forgetLinkToken`. */
export function linkToken(): string | null {
  return received?.kind === 'recovery' ? received.token : null
}

/** The token was spent, or will never be of use. */
export function forgetLinkToken(): void {
  if (received?.kind === 'recovery') received = null
}

/** Why a link from a message did not work, once. */
export function takeLinkProblem(): ErrorReason | null {
  if (received?.kind !== 'error') return null
  const { reason } = toAppError(received, 'open_recovery_link')
  received = null
  return reason
}
