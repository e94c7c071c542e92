import { errors, jwtVerify } from 'jose'

/** Who a request speaks for, once its token has been verified. */
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

/** Verifies one token (HS256). Throws IdentityError; each service words it in its own protocol with status 401. */
export type VerifyToken = (token: string) => Promise<Identity>

export function createVerifyToken(keys: Pick<Keys, 'jwtSecret'>): VerifyToken {
  const secret = new TextEncoder().encode(keys.jwtSecret)
  return async (token) => {
    const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'] }).catch((error: unknown) => {
      throw new IdentityError(error instanceof errors.JWTExpired ? 'expired' : 'invalid')
    })
    const role = payload.role
    if (role !== 'anon' && role !== 'authenticated' && role !== 'service_role')
      throw new IdentityError('invalid')
    return { role, claims: payload }
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
