import { z } from 'zod'
import { Fault } from '#server/base/fault.ts'
import { clientNetwork } from '#server/limits/network.ts'
import type { AuthContext, Call } from './context.ts'
import { normalEmail, readBody } from './input.ts'
import { passwordMatches } from './passwords.ts'
import { checkMayEnter, sessionResponse } from './session-response.ts'
import { openSession, rotateRefreshToken } from './sessions.ts'
import { accountById, storedPassword } from './users.ts'

const passwordGrant = z.object({
  email: z.string().max(320).optional(),
  phone: z.string().optional(),
  password: z.string(),
})

const refreshGrant = z.object({ refresh_token: z.string().max(400) })

/** `POST /token`: signs in with e-mail and password, or exchanges a refresh token for the session's next tokens. */
export async function token(context: AuthContext, call: Call): Promise<Response> {
  const grant = call.query.get('grant_type')
  if (grant === 'password') return signInWithPassword(context, call.request)
  if (grant === 'refresh_token') return refresh(context, call.request)
  if (grant === 'id_token' || grant === 'web3')
    throw new Fault(400, 'provider_disabled', 'Only sign-in with e-mail and password is offered')
  if (grant === 'pkce') throw new Fault(404, 'flow_state_not_found', 'No sign-in by code is under way')
  throw new Fault(400, 'validation_failed', 'unsupported_grant_type')
}

async function signInWithPassword(context: AuthContext, request: Request): Promise<Response> {
  const { email, phone, password } = await readBody(request, passwordGrant)
  if (email === undefined) {
    throw phone === undefined
      ? new Fault(400, 'validation_failed', 'missing email or phone')
      : new Fault(422, 'phone_provider_disabled', 'Phone logins are disabled')
  }
  const name = normalEmail(email)
  const refused = (error: unknown): never => {
    if (error instanceof Fault) context.refusals.add(name, context.now())
    throw error
  }
  const attempt = await context.limits.enter(name, clientNetwork(request)).catch(refused)
  try {
    const response = await enter(context, request, name, password)
    attempt.succeeded()
    return response
  } catch (error) {
    attempt.failed()
    return refused(error)
  }
}

async function enter(
  context: AuthContext,
  request: Request,
  name: string,
  password: string,
): Promise<Response> {
  const stored = await storedPassword(context.database, name)
  const matches = await passwordMatches(password, stored?.hash ?? null)
  if (!stored || !matches) throw invalidCredentials()

  const now = context.now()
  const opened = await context.database.transaction(async (tx) => {
    // The hash was checked outside of the transaction: make sure that it is still the account's.
    const { affected } = await tx.query(
      `update auth.users set last_sign_in_at = $2::text::timestamptz
       where id = $1::text::uuid and encrypted_password = $3::text`,
      [stored.id, now.toISOString(), stored.hash],
    )
    if (affected === 0) throw invalidCredentials()
    const account = await accountById(tx, stored.id, now)
    if (!account) throw invalidCredentials()
    checkMayEnter(account)
    const userAgent = request.headers.get('user-agent') ?? ''
    return {
      account,
      ...(await openSession(tx, account.id, 'password', { userAgent, digests: context.digests, now })),
    }
  })
  return sessionResponse(context, opened.account, opened.session, opened.refreshToken)
}

async function refresh(context: AuthContext, request: Request): Promise<Response> {
  const { refresh_token: token } = await readBody(request, refreshGrant)
  const now = context.now()
  const result = await context.database.transaction(async (tx) => {
    const rotation = await rotateRefreshToken(tx, token, context.digests, now)
    if (rotation.outcome !== 'rotated') return rotation
    const account = await accountById(tx, rotation.session.userId, now)
    // Thrown inside the transaction, so that the rollback keeps the token of an account that may not enter.
    if (!account) throw refreshTokenUnknown()
    checkMayEnter(account)
    return { ...rotation, account }
  })
  if (result.outcome === 'unknown') throw refreshTokenUnknown()
  if (result.outcome === 'over')
    throw new Fault(400, 'session_expired', 'Invalid Refresh Token: Session Expired')
  if (result.outcome === 'reused')
    throw new Fault(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  return sessionResponse(context, result.account, result.session, result.refreshToken)
}

function invalidCredentials(): Fault {
  return new Fault(400, 'invalid_credentials', 'Invalid login credentials')
}

function refreshTokenUnknown(): Fault {
  return new Fault(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
}
