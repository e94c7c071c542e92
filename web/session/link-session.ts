import { recoveryPath } from '#domain/addresses.ts'

/** What a link from a message put behind the # of the address (implicit flow). */
type LinkContent =
  | { kind: 'session'; recovery: boolean; accessToken: string; refreshToken: string }
  /** `code` is GoTrue's, such as otp_expired. */
  | { kind: 'error'; code: string }

/** Reads such a fragment; null when it is none. */
function readLink(hash: string): LinkContent | null {
  const parts = new URLSearchParams(hash.replace(/^#/, ''))
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
 * can hold the session. A recovery, or its failure, belongs to the page that chooses a new password.
 */
export function receiveLink(): void {
  const found = readLink(location.hash)
  if (!found) return
  received = found
  const isOfRecovery = found.kind === 'error' || found.recovery
  history.replaceState(null, '', isOfRecovery ? recoveryPath : location.pathname + location.search)
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

/** Why a link from a message did not work, once. */
export function takeLinkProblem(): string | null {
  if (received?.kind !== 'error') return null
  const { code } = received
  received = null
  return code
}
