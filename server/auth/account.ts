import { z } from 'zod'
import { Fault } from '#server/base/fault.ts'
import type { AuthContext, Call } from './context.ts'
import { temporaryPasswordExpired } from './fault.ts'
import { requireProofForPassword } from './fresh-proof.ts'
import { normalEmail, readBody } from './input.ts'
import { forgetCodes } from './one-time.ts'
import { checkNewPassword, hashPassword, passwordMatches } from './passwords.ts'
import { requireNonce } from './reauthenticate.ts'
import { endSessions, liveSession, sessionGone } from './sessions.ts'
import { hasVerifiedFactor, signedIn } from './signed-in.ts'
import { type Account, accountById, wireUser } from './users.ts'

/** `GET /user` */
export async function readUser(context: AuthContext, { request }: Call): Promise<Response> {
  const { account } = await signedIn(context, request)
  return userResponse(account)
}

const changes = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  nonce: z.string().max(100).nullish(),
})

/**
 * `PUT /user`: sets a new password after a recent proof of the old one. The e-mail cannot change; personal data
 * lives in profiles.
 */
export async function updateUser(context: AuthContext, { request }: Call): Promise<Response> {
  const { account, session } = await signedIn(context, request)
  const { email, phone, password, data, nonce } = await readBody(request, changes)
  if (email && normalEmail(email) !== account.email)
    throw new Fault(422, 'email_change_not_allowed', 'The e-mail of an account cannot be changed')
  if (phone) throw new Fault(422, 'phone_provider_disabled', 'Accounts have no phone')
  if (data && Object.keys(data).length > 0)
    throw new Fault(422, 'validation_failed', 'Only the password of an account can be changed')
  if (password === undefined || password === null) return userResponse(account)

  if (account.temporaryPasswordExpired) throw temporaryPasswordExpired()
  if (session.aal !== 'aal2' && hasVerifiedFactor(account))
    throw new Fault(401, 'insufficient_aal', 'AAL2 session is required to update the password')
  checkNewPassword(password, [account.email, context.clinicName])
  // Before comparing passwords: otherwise a wrong code would be a free way to test passwords.
  if (nonce) await requireNonce(context, account, nonce)
  // A code just mailed counts like the password, but does not replace the second factor. Somebody who must
  // replace a temporary password has just signed in with it.
  if (!account.mustChange && (!nonce || hasVerifiedFactor(account)))
    requireProofForPassword(account, session, context.now())
  if (await passwordMatches(password, account.passwordHash))
    throw new Fault(422, 'same_password', 'New password should be different from the old password.')
  const hash = await hashPassword(password)
  const now = context.now()
  const updated = await context.database.transaction(async (tx) => {
    await tx.query(
      `update auth.users set encrypted_password = $2::text, updated_at = $3::text::timestamptz
       where id = $1::text::uuid`,
      [account.id, hash, now.toISOString()],
    )
    await forgetCodes(tx, account.id)
    await endSessions(tx, account.id, 'others', session.id)
    // The session may have ended while the password was hashed: another change, or a new temporary password.
    if (!(await liveSession(tx, session.id, account.id, now))) throw sessionGone()
    return accountById(tx, account.id, now)
  })
  void context.sendMail({ kind: 'password-changed', to: account.email })
  return userResponse(updated ?? account)
}

/** `POST /logout`: ends this session, the others, or all of them (without a scope). */
export async function signOut(context: AuthContext, { request, query }: Call): Promise<Response> {
  const scope = query.get('scope') ?? 'global'
  if (scope !== 'global' && scope !== 'local' && scope !== 'others')
    throw new Fault(400, 'validation_failed', `Unsupported logout scope "${scope}"`)
  const bearer = await context.tokens.bearer(request)
  if (bearer.kind === 'service') throw new Fault(403, 'bad_jwt', 'invalid claim: missing sub claim')
  await context.database.transaction(async (tx) => {
    if (!(await liveSession(tx, bearer.sessionId, bearer.userId, context.now()))) throw sessionGone()
    await endSessions(tx, bearer.userId, scope, bearer.sessionId, 'sign_out')
  })
  return new Response(null, { status: 204 })
}

function userResponse(account: Account): Response {
  return Response.json(wireUser(account.document), { headers: { 'cache-control': 'no-store' } })
}
