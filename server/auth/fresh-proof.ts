import { Fault } from '#server/http/fault.ts'
import type { Session } from './sessions.ts'
import { hasVerifiedFactor } from './signed-in.ts'
import type { Account } from './users.ts'

/** How long a password or a code counts for what would hand the account to whoever sits at an open session. */
const PROOF_SECONDS = 10 * 60
/** A session that a message opened may choose a password for as long as the message itself is good. */
const RECOVERY_SECONDS = 60 * 60

/**
 * Before a password or a second factor is changed: the session has shown the password within 10 minutes, or the second
 * factor where the account has one (docs/product/accounts.md). Throws GoTrue's reauthentication_needed (400). A session
 * shows it anew by signing in again, or by verifying a code. `now` is the present.
 */
export function requireFreshProof(account: Account, session: Session, now: Date): void {
  const method = hasVerifiedFactor(account) ? 'totp' : 'password'
  if (!isWithin(session, method, PROOF_SECONDS, now))
    throw new Fault(400, 'reauthentication_needed', 'This change requires reauthentication')
}

/** The same before a new password, which somebody who came by a recovery chooses without knowing the old one. */
export function requireProofForPassword(account: Account, session: Session, now: Date): void {
  if (!isWithin(session, 'otp', RECOVERY_SECONDS, now)) requireFreshProof(account, session, now)
}

function isWithin({ amr }: Session, method: string, seconds: number, now: Date): boolean {
  const oldest = Math.floor(now.getTime() / 1000) - seconds
  return amr.some((entry) => entry.method === method && entry.timestamp >= oldest)
}
