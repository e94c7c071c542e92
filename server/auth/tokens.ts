import { randomBytes } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { isUuid } from '#domain/contact.ts'
import { Fault } from '#server/base/fault.ts'

/** How a session was opened: one entry per method, with the second it happened. */
export type Amr = { method: string; timestamp: number }[]

export type AccessToken = {
  userId: string
  email: string
  sessionId: string
  aal: 'aal1' | 'aal2'
  amr: Amr
  appMetadata: Record<string, unknown>
  userMetadata: Record<string, unknown>
}

/** Who a verified bearer token speaks for: one session of one user, or the service key. */
export type Bearer = { kind: 'session'; userId: string; sessionId: string } | { kind: 'service' }

export type Tokens = {
  readonly lifetimeSeconds: number
  sign(access: AccessToken): Promise<{ token: string; expiresAt: number }>
  /** Throws GoTrue's no_authorization (401) or bad_jwt (403). */
  bearer(request: Request): Promise<Bearer>
}

/** Access tokens: HS256 JWTs with the claims that GoTrue writes. `issuer` is the address of this service. */
export function createTokens(deps: {
  jwtSecret: string
  issuer: string
  lifetimeSeconds: number
  now: () => Date
}): Tokens {
  const { issuer, lifetimeSeconds, now } = deps
  const secret = new TextEncoder().encode(deps.jwtSecret)
  return {
    lifetimeSeconds,
    async sign(access) {
      const issuedAt = Math.floor(now().getTime() / 1000)
      const expiresAt = issuedAt + lifetimeSeconds
      const token = await new SignJWT({
        email: access.email,
        phone: '',
        app_metadata: access.appMetadata,
        user_metadata: access.userMetadata,
        role: 'authenticated',
        aal: access.aal,
        amr: access.amr,
        session_id: access.sessionId,
        is_anonymous: false,
      })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(access.userId)
        .setAudience('authenticated')
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(secret)
      return { token, expiresAt }
    },
    async bearer(request) {
      const token = request.headers.get('authorization')?.match(/^Bearer\s+(\S+)$/i)?.[1]
      if (!token) throw new Fault(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
      const { payload } = await jwtVerify(token, secret, {
        algorithms: ['HS256'],
        currentDate: now(),
      }).catch((error: unknown) => {
        const why = error instanceof errors.JWTExpired ? 'token is expired' : 'unable to verify signature'
        throw new Fault(403, 'bad_jwt', `invalid JWT: ${why}`)
      })
      if (payload.role === 'service_role') return { kind: 'service' }
      const { sub, session_id: sessionId, role } = payload
      if (role !== 'authenticated' || typeof sub !== 'string' || !isUuid(sub))
        throw new Fault(403, 'bad_jwt', 'invalid claim: missing sub claim')
      if (typeof sessionId !== 'string' || !isUuid(sessionId))
        throw new Fault(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
      return { kind: 'session', userId: sub, sessionId }
    },
  }
}

/** A refresh token: 256 bits from the system's source. Only its digest is stored. */
export function newRefreshToken(): string {
  return randomBytes(32).toString('base64url')
}
