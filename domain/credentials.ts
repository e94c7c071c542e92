/** Access data of a newly created patient; kept only in the doctor's browser (docs/product/accounts.md). */
export type TemporaryCredential = {
  id: string
  fullName: string
  email: string
  tempPassword: string
  /** When it was created, in milliseconds since 1970. */
  timestamp: number
}

/** How long the browser keeps a temporary credential, in milliseconds. */
export const HOUR = 3_600_000

/** Whether the hour is over. `now` in milliseconds. */
export function isExpired(credential: Pick<TemporaryCredential, 'timestamp'>, now: number): boolean {
  return now - credential.timestamp >= HOUR
}

/** The countdown as 'mm:ss' (60:00 to 00:01), or 'Expirado'. `now` in milliseconds. */
export function remaining(credential: Pick<TemporaryCredential, 'timestamp'>, now: number): string {
  if (isExpired(credential, now)) return 'Expirado'
  // If the clock was set back, the countdown must not exceed the hour.
  const seconds = Math.min(Math.ceil((credential.timestamp + HOUR - now) / 1000), HOUR / 1000)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}

/** The credentials that are still valid, in the same order. */
export function purge(credentials: readonly TemporaryCredential[], now: number): TemporaryCredential[] {
  return credentials.filter((credential) => !isExpired(credential, now))
}

export type StoredCredentials = {
  credentials: TemporaryCredential[]
  /** Why entries were left out, for the log only; names no person. Null when none were. */
  problem: string | null
}

/**
 * Reads the value from local storage, as text or already parsed. Skips invalid entries, so that a corrupt one
 * does not lose the others.
 */
export function parseStored(stored: unknown): StoredCredentials {
  if (stored === null || stored === undefined) return { credentials: [], problem: null }
  const value = typeof stored === 'string' ? parseJson(stored) : stored
  if (!Array.isArray(value)) return { credentials: [], problem: 'stored credentials are not a list' }
  const credentials = value.filter(isCredential)
  const lost = value.length - credentials.length
  return { credentials, problem: lost === 0 ? null : `${lost} stored credential(s) could not be read` }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isCredential(value: unknown): value is TemporaryCredential {
  if (typeof value !== 'object' || value === null) return false
  const entry: Partial<Record<keyof TemporaryCredential, unknown>> = value
  const texts = [entry.id, entry.fullName, entry.email, entry.tempPassword]
  return texts.every((text) => typeof text === 'string' && text !== '') && Number.isFinite(entry.timestamp)
}

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789'
const passwordLength = 12

/**
 * A password that is easy to dictate: 12 characters without look-alikes (no 0 O o, 1 I i l), all equally
 * likely. `randomBytes(count)` returns that many bytes from a cryptographic source.
 */
export function temporaryPassword(randomBytes: (count: number) => Uint8Array): string {
  // Redraw bytes above the last whole multiple of the alphabet: they would favour its first letters.
  const limit = 256 - (256 % alphabet.length)
  let password = ''
  while (password.length < passwordLength) {
    for (const byte of randomBytes(passwordLength - password.length)) {
      if (byte < limit) password += alphabet.charAt(byte % alphabet.length)
    }
  }
  return password
}

/** What 'Copiar' puts on the clipboard for a new patient. `site` is the landing page's address. */
export function welcomeMessage(to: {
  site: string
  email: string
  tempPassword: string
  fullName: string
}): string {
  return [
    `Hola, ${to.fullName}:`,
    '',
    'Tu cuenta para consultar tus estudios, citas y pagos está lista.',
    '',
    `Sitio de acceso: ${to.site}`,
    `Correo electrónico: ${to.email}`,
    `Contraseña temporal: ${to.tempPassword}`,
    '',
    'Por tu seguridad, cambia la contraseña la primera vez que inicies sesión y no la compartas con nadie.',
  ].join('\n')
}
