import { hash, verify } from '@node-rs/bcrypt'
import { isEasyToGuess } from '#domain/password.ts'
import { Fault } from '#server/base/fault.ts'

/** bcrypt, so that the accounts can move to a hosted project as they are. */
const COST = 10
const MIN_CHARACTERS = 6
/** bcrypt ignores any further bytes. */
const MAX_BYTES = 72

/** A hash that belongs to no account, at the usual cost: an unknown e-mail takes as long as a known one. */
let nobody: Promise<string> | undefined

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

/** Whether the password matches the hash; always costs one bcrypt, even without a hash. */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  nobody ??= hashPassword(crypto.randomUUID())
  const matches = await verify(password, stored || (await nobody))
  return matches && bytes(password) <= MAX_BYTES
}

/**
 * Throws when a new password is shorter than 6 characters, longer than 72 bytes, contains a null character, or
 * is easy to guess. `own`: the account's e-mail and the clinic's name.
 */
export function checkNewPassword(password: string, own: readonly string[]): void {
  if ([...password].length < MIN_CHARACTERS)
    throw weakPassword('length', `Password should be at least ${MIN_CHARACTERS} characters.`)
  if (bytes(password) > MAX_BYTES || password.includes('\0'))
    throw new Fault(422, 'validation_failed', `Password cannot be longer than ${MAX_BYTES} bytes`)
  // GoTrue's reason for a password found in a list of leaks.
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
