import { Fault } from '#server/base/fault.ts'
import type { AuthContext } from './context.ts'
import { temporaryPasswordExpired } from './fault.ts'
import type { Session } from './sessions.ts'
import { type Account, wireUser } from './users.ts'

/** Only after the password or a session was checked: otherwise the error would show which accounts exist. */
export function checkMayEnter(account: Account): void {
  if (account.barred) throw new Fault(400, 'user_banned', 'User is banned')
  if (!account.confirmed) throw new Fault(400, 'email_not_confirmed', 'Email not confirmed')
  if (account.temporaryPasswordExpired) throw temporaryPasswordExpired()
}

export type SessionBody = {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: Record<string, unknown>
}

/** A session in GoTrue's format, with a new access token. */
export async function sessionBody(
  context: AuthContext,
  account: Account,
  session: Session,
  refreshToken: string,
): Promise<SessionBody> {
  const { token, expiresAt } = await context.tokens.sign({
    userId: account.id,
    email: account.email,
    sessionId: session.id,
    aal: session.aal,
    amr: session.amr,
    appMetadata: account.document.app_metadata,
    userMetadata: account.document.user_metadata,
  })
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: context.tokens.lifetimeSeconds,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: wireUser(account.document),
  }
}

export async function sessionResponse(
  context: AuthContext,
  account: Account,
  session: Session,
  refreshToken: string,
): Promise<Response> {
  const body = await sessionBody(context, account, session, refreshToken)
  return Response.json(body, { headers: { 'cache-control': 'no-store' } })
}
