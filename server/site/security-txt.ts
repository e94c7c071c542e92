import type { Clinic } from '#domain/clinic.ts'

const VALID_DAYS = 180

/**
 * `/.well-known/security.txt` (RFC 9116): where to report a vulnerability. Valid for half a year from `now`, to
 * the day, so that old copies expire. `address` is the public address; undefined when not configured.
 */
export function securityTxt(clinic: Pick<Clinic, 'email'>, address: string | undefined, now: Date): string {
  const expires = new Date(now)
  expires.setUTCHours(0, 0, 0, 0)
  expires.setUTCDate(expires.getUTCDate() + VALID_DAYS)
  const lines = [
    `Contact: mailto:${encodeURI(clinic.email)}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: es',
    ...(address ? [`Canonical: ${address}/.well-known/security.txt`] : []),
  ]
  return `${lines.join('\n')}\n`
}
