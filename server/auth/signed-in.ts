import { Fault } from '#server/base/fault.ts'
import type { AuthContext } from './context.ts'
import { liveSession, type Session, sessionGone } from './sessions.ts'
import { type Account, accountById } from './users.ts'

/** The account and session of the bearer token. Throws a Fault (401, 403) when the session or the account is closed. */
export async function signedIn(
  context: AuthContext,
  request: Request,
): Promise<{ account: Account; session: Session }> {
  const bearer = await context.tokens.bearer(request)
  if (bearer.kind === 'service') throw new Fault(403, 'bad_jwt', 'invalid claim: missing sub claim')
  const now = context.now()
  return context.database.transaction(async (tx) => {
    const account = await accountById(tx, bearer.userId, now)
    if (!account) throw new Fault(403, 'user_not_found', 'User from sub claim in JWT does not exist')
    if (account.barred) throw new Fault(403, 'user_banned', 'User is banned')
    const session = await liveSession(tx, bearer.sessionId, bearer.userId, now)
    if (!session) throw sessionGone()
    return { account, session }
  })
}

/** Whether the account has a second factor that every sign-in must pass. */
export function hasVerifiedFactor(account: Account): boolean {
  return account.document.factors?.some((factor) => factor.status === 'verified') ?? false
}
