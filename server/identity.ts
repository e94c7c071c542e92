import { errors, jwtVerify } from 'jose'

/** Whom a request acts for, after its token was verified. */
export type Identity = {
  role: 'anon' | 'authenticated' | 'service_role'
  /** The verified claims of the JWT, handed to the database as `request.jwt.claims`. */
  claims: Record<string, unknown>
}

/** The installation's secret and its two long-lived keys (JWTs with role anon and service_role). */
export type Keys = { jwtSecret: string; anonKey: string; serviceRoleKey: string }

/** A part of the backend: gets the request with its whole path, e.g. `/rest/v1/citas`. */
export type Service = (request: Request) => Promise<Response>

export type IdentityProblem = 'missing' | 'expired' | 'invalid'

export class IdentityError extends Error {
  readonly problem: IdentityProblem
  constructor(problem: IdentityProblem) {
    super(
      problem === 'expired'
        ? 'JWT expired'
        : problem === 'missing'
          ? 'No API key found in request'
          : 'JWT invalid',
    )
    this.problem = problem
  }
}

/** Verifies one token (HS256). Throws IdentityError, which each service sends in its own protocol with status 401. */
export type VerifyToken = (token: string) => Promise<Identity>

/** How many verified tokens are cached: more than a clinic has people signed in. */
const REMEMBERED = 2000

export function createVerifyToken(keys: Pick<Keys, 'jwtSecret'>): VerifyToken {
  const secret = new TextEncoder().encode(keys.jwtSecret)
  // A valid signature stays valid, and verifying it for every request costs more than reading the rows. Rights
  // are never cached: the database decides them each time, and the expiry is checked each time.
  const verified = new Map<string, Identity>()

  return async (token) => {
    const known = verified.get(token)
    if (known) {
      if (typeof known.claims.exp === 'number' && known.claims.exp <= Math.floor(Date.now() / 1000)) {
        verified.delete(token)
        throw new IdentityError('expired')
      }
      return known
    }
    const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'] }).catch((error: unknown) => {
      throw new IdentityError(error instanceof errors.JWTExpired ? 'expired' : 'invalid')
    })
    const role = payload.role
    if (role !== 'anon' && role !== 'authenticated' && role !== 'service_role')
      throw new IdentityError('invalid')
    const identity: Identity = Object.freeze({ role, claims: Object.freeze(payload) })
    const oldest = verified.size >= REMEMBERED ? verified.keys().next().value : undefined
    if (oldest !== undefined) verified.delete(oldest)
    verified.set(token, identity)
    return identity
  }
}

/** The token of a request: `Authorization: Bearer`, else the `apikey` header or parameter. */
export type Identify = (request: Request) => Promise<Identity>

export function createIdentify(verify: VerifyToken): Identify {
  return async (request) => {
    const bearer = request.headers.get('authorization')?.match(/^Bearer\s+(\S+)$/i)?.[1]
    const apikey = request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey')
    if (apikey) await verify(apikey)
    const token = bearer ?? apikey
    if (!token) throw new IdentityError('missing')
    return verify(token)
  }
}
