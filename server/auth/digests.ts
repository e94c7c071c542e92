import { createHmac } from 'node:crypto'

/**
 * How the database stores secrets that open an account. All digests are keyed: a copy of the database opens
 * nothing, and a new JWT_SECRET invalidates every earlier session, link and code.
 */
export type Digests = {
  refreshToken(token: string): string
  /** The token in the link of a message. */
  link(token: string): string
  /** A typed code, bound to its purpose and to the e-mail it was sent to. */
  code(purpose: 'recovery' | 'reauthentication', email: string, code: string): string
}

/** `jwtSecret` of the installation; each kind of secret uses its own key derived from it. */
export function createDigests(jwtSecret: string): Digests {
  const keyed = (kind: string) => {
    const key = createHmac('sha256', jwtSecret).update(kind).digest()
    return (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  }
  const code = keyed('one-time codes')
  return {
    refreshToken: keyed('refresh tokens'),
    link: keyed('one-time links'),
    code: (purpose, email, typed) => code(JSON.stringify([purpose, email, typed])),
  }
}
