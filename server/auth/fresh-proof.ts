import { Fault } from '#server/base/fault.ts'
import type { Session } from './sessions.ts'
import { hasVerifiedFactor } from './signed-in.ts'
import type { Account } from './users.ts'

/**
 * How long a password or code counts as fresh. It protects changes that would give the account to anybody at an
 * open session.
 */
const PROOF_SECONDS = 10 * 60
/** A session opened by a recovery message may set a password for as long as the message is valid. */
const RECOVERY_SECONDS = 60 * 60

/**
 * Required before a password or a second factor is changed: the session has shown the password within 10
 * minutes, or the second factor where the account has one (docs/product/accounts.md). Throws GoTrue's
 * reauthentication_needed (400). Signing in again, or verifying a code, renews it.
 */
export function requireFreshProof(account: Account, session: Session, now: Date): void {
  const method = hasVerifiedFactor(account) ? 'totp' : 'password'
  if (!isWithin(session, method, PROOF_SECONDS, now))
    throw new Fault(400, 'reauthentication_needed', 'This change requires reauthentication')
}

/** The same for a new password; a session from a recovery may set one without knowing the old one. */
export function requireProofForPassword(account: Account, session: Session, now: Date): void {
  if (!isWithin(session, 'otp', RECOVERY_SECONDS, now)) requireFreshProof(account, session, now)
}

function isWithin({ amr }: Session, method: string, seconds: number, now: Date): boolean {
  const oldest = Math.floor(now.getTime() / 1000) - seconds
  return amr.some((entry) => entry.method === method && entry.timestamp >= oldest)
}
