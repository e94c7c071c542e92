import { totpCode, totpStep } from '#server/auth/totp.ts'

/** Codes of an authenticator app, each used once: the server accepts no code twice, and only those near the present. */
export function codesOf(secret: string): () => string {
  let last = 0
  return () => {
    last = Math.max(last + 1, totpStep(new Date()) - 1)
    return totpCode(secret, last)
  }
}
