import { createHmac } from 'node:crypto'

/**
 * What the database keeps of secrets that open an account. All are keyed: a copy of the database opens nothing, and a new
 * JWT_SECRET ends every session, link and code of before.
 */
export type Digests = {
  refreshToken(token: string): string
  /** The token in the link of a message. */
  link(token: string): string
  /** A typed code, bound to what it is for and to whom it was sent. */
  code(purpose: 'recovery' | 'reauthentication', email: string, code: string): string
}

/** `jwtSecret` of the installation; every kind of secret has a key of its own, derived from it. */
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
