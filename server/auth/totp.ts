import { HOTP, Secret, TOTP } from 'otpauth'

// What authenticator apps take: SHA-1, six digits, steps of 30 seconds (RFC 6238), which are the library's defaults.

/** Time steps that a phone's clock may be ahead or behind. */
const drift = 1

/** A new shared secret: 160 bits (RFC 4226, section 4) in base32, as authenticator apps take it. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The step of time that a moment belongs to (RFC 6238). */
export function totpStep(now: Date): number {
  return TOTP.counter({ timestamp: now.getTime() })
}

/** The code of one step. */
export function totpCode(secret: string, step: number): string {
  return HOTP.generate({ secret: Secret.fromBase32(secret), counter: step })
}

/**
 * The step whose code this is: within one step of now and later than `lastStep`, the last accepted one.
 * Undefined otherwise.
 */
export function matchTotp(
  secret: string,
  code: string,
  now: Date,
  lastStep: number | undefined,
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const present = totpStep(now)
  const away = HOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    counter: present,
    window: drift,
  })
  if (away === null || (lastStep !== undefined && present + away <= lastStep)) return undefined
  return present + away
}

/** What an authenticator app reads from the QR code. */
export function totpUri(secret: string, issuer: string, email: string): string {
  return new TOTP({ secret, issuer, label: email }).toString()
}
