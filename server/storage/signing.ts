import { createHmac } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { Fault } from '#server/base/fault.ts'
import type { Identity, Keys } from '#server/identity.ts'

/** Longer than any screen needs; a link to a health record must not outlive the visit. */
export const MAX_SECONDS = 3600
const audience = 'storage:download'

const payloadShape = z.object({
  url: z.string(),
  by: z.object({
    role: z.enum(['anon', 'authenticated', 'service_role']),
    sub: z.string().optional(),
    aal: z.string().optional(),
    session_id: z.string().optional(),
  }),
})

/** Who created a link, with the claims that policies read. */
type Maker = z.infer<typeof payloadShape>['by']

/**
 * Tokens of signed URLs. They have their own key, derived from the installation's secret, and their own
 * audience: an access token never works as a link, nor a link as an access token.
 *
 * A token is bound to one bucket and name and records its maker, so that a download can check whether that
 * person may still read the file.
 */
export function createSigner(keys: Pick<Keys, 'jwtSecret'>, now: () => Date) {
  const key = createHmac('sha256', keys.jwtSecret).update('storage signed urls v1').digest()
  return {
    async sign(url: string, identity: Identity, seconds: number): Promise<string> {
      const issued = Math.floor(now().getTime() / 1000)
      return new SignJWT({ url, by: makerOf(identity) })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setAudience(audience)
        .setIssuedAt(issued)
        .setExpirationTime(issued + seconds)
        .sign(key)
    },

    /** The maker of a valid token for exactly this `bucket/name`; throws a Fault in hosted's words otherwise. */
    async verify(token: string, url: string): Promise<Identity> {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        audience,
        requiredClaims: ['exp'],
        currentDate: now(),
      }).catch((error: unknown) => {
        const expired = error instanceof errors.JWTExpired
        throw new Fault(400, 'InvalidJWT', expired ? '"exp" claim timestamp check failed' : 'Invalid JWT')
      })
      const parsed = payloadShape.safeParse(payload)
      if (!parsed.success || parsed.data.url !== url)
        throw new Fault(400, 'InvalidSignature', 'Invalid signature')
      const { role, ...claims } = parsed.data.by
      return { role, claims: { role, ...claims } }
    },
  }
}

export type Signer = ReturnType<typeof createSigner>

function makerOf({ role, claims }: Identity): Maker {
  const text = (name: string) => {
    const value = claims[name]
    return typeof value === 'string' ? value : undefined
  }
  return { role, sub: text('sub'), aal: text('aal'), session_id: text('session_id') }
}
