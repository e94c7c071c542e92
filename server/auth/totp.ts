import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const STEP_SECONDS = 30
const DIGITS = 6
/** Time steps that a phone's clock may be ahead or behind. */
const DRIFT = 1

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new shared secret: 160 bits (RFC 4226, section 4) in base32, as authenticator apps take it. */
export function newTotpSecret(): string {
  return base32(randomBytes(20))
}

/** The step of time that a moment belongs to (RFC 6238). */
export function totpStep(now: Date): number {
  return Math.floor(now.getTime() / 1000 / STEP_SECONDS)
}

/** The code of one step: HMAC-SHA-1, six digits (RFC 6238; RFC 4226, section 5.3). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 0xf
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
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
  const given = Buffer.from(code)
  const present = totpStep(now)
  for (let step = present - DRIFT; step <= present + DRIFT; step++) {
    const right = Buffer.from(totpCode(secret, step))
    if (given.length !== right.length || !timingSafeEqual(given, right)) continue
    if (lastStep === undefined || step > lastStep) return step
  }
  return undefined
}

/** What an authenticator app reads from the QR code. */
export function totpUri(secret: string, issuer: string, email: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`
  return `otpauth://totp/${label}?algorithm=SHA1&digits=${DIGITS}&issuer=${encodeURIComponent(issuer)}&period=${STEP_SECONDS}&secret=${secret}`
}

function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet.charAt((value >>> (bits - 5)) & 31)
    value &= (1 << bits) - 1
  }
  return bits > 0 ? text + alphabet.charAt((value << (5 - bits)) & 31) : text
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const char of text) {
    value = (value << 5) | alphabet.indexOf(char)
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((value >>> bits) & 255)
    }
    value &= (1 << bits) - 1
  }
  return Buffer.from(bytes)
}
