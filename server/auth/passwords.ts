import { hash, verify } from '@node-rs/bcrypt'
import { Fault } from './fault.ts'

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

/** Throws when a new password is shorter than 6 characters, longer than 72 bytes, or not text that bcrypt reads whole. */
export function checkNewPassword(password: string): void {
  if ([...password].length < MIN_CHARACTERS) {
    const msg = `Password should be at least ${MIN_CHARACTERS} characters.`
    throw new Fault(422, 'weak_password', msg, {
      details: { weak_password: { reasons: ['length'], message: msg } },
    })
  }
  if (bytes(password) > MAX_BYTES || password.includes('\0'))
    throw new Fault(422, 'validation_failed', `Password cannot be longer than ${MAX_BYTES} bytes`)
}

/** Whether a text is a hash that `passwordMatches` can read. */
export function isBcryptHash(text: string): boolean {
  return /^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/.test(text)
}

function bytes(text: string): number {
  return new TextEncoder().encode(text).byteLength
}
