import { hash, verify } from '@node-rs/bcrypt'
import { isEasyToGuess } from '#domain/password.ts'
import { Fault } from '#server/http/fault.ts'

/** bcrypt, so that the accounts can move to a hosted project as they are. */
const COST = 10
const MIN_CHARACTERS = 6
/** bcrypt reads no further. */
const MAX_BYTES = 72

/** A hash of the cost of the real ones that belongs to nobody: an unknown e-mail takes as long as a known one. */
let nobody: Promise<string> | undefined

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

/** Whether the password opens the hash; always costs one bcrypt, also without a hash. */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  nobody ??= hashPassword(crypto.randomUUID())
  const matches = await verify(password, stored || (await nobody))
  return matches && bytes(password) <= MAX_BYTES
}

/**
 * Throws when a new password is shorter than 6 characters, longer than 72 bytes, not text that bcrypt reads whole, or easy to
 * guess. `own`: the account's e-mail and the clinic's name.
 */
export function checkNewPassword(password: string, own: readonly string[]): void {
  if ([...password].length < MIN_CHARACTERS)
    throw weakPassword('length', `Password should be at least ${MIN_CHARACTERS} characters.`)
  if (bytes(password) > MAX_BYTES || password.includes('\0'))
    throw new Fault(422, 'validation_failed', `Password cannot be longer than ${MAX_BYTES} bytes`)
  // GoTrue's word for what it finds in a list of leaked passwords.
  if (isEasyToGuess(password, own))
    throw weakPassword(
      'pwned',
      'Password is known to be weak and easy to guess, please choose a different one.',
    )
}

function weakPassword(reason: 'length' | 'pwned', message: string): Fault {
  return new Fault(422, 'weak_password', message, {
    fields: { weak_password: { reasons: [reason], message } },
  })
}

/** Whether a text is a hash that `passwordMatches` can read. */
export function isBcryptHash(text: string): boolean {
  return /^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/.test(text)
}

function bytes(text: string): number {
  return new TextEncoder().encode(text).byteLength
}
