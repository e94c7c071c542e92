import type { Clinic } from '#domain/clinic.ts'

const VALID_DAYS = 180

/**
 * `/.well-known/security.txt` (RFC 9116): whom to tell about a hole. Valid for half a year from `now`, to the day, so that a
 * copy somebody kept ends one day. `address` is how people reach us; undefined when nobody configured it.
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
