import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Database } from '#server/base/database.ts'
import type { Letter, Written } from './letters.ts'

const MINUTE_MS = 60_000
/** A link or code lasts an hour; that something changed is worth knowing for days. */
const lifeOf = (kind: Letter['kind']) =>
  kind === 'recovery' || kind === 'reauthentication' ? 60 * MINUTE_MS : 3 * 24 * 60 * MINUTE_MS

export type LetterQueue = {
  /** Keeps a letter for the sender, and wakes it. Throws what the database throws. */
  put(letter: Letter, written: Written): Promise<void>
  /** What was sealed; undefined when it was with another key. */
  open(sealed: string): Written | undefined
  /** Who is told that something waits. */
  whenPut(wake: () => void): void
}

/**
 * Letters of our sign-in service among the messages of our database (docs/product/messages.md). The words are sealed with a key
 * made from the installation's secret, because their links and codes open accounts.
 */
export function createLetterQueue(database: Pick<Database, 'query'>, jwtSecret: string): LetterQueue {
  const key = createHmac('sha256', jwtSecret).update('letters that wait').digest()
  let wake = () => {}
  return {
    put: async ({ kind, to }, written) => {
      await database.query(
        `select private.queue_letter($1, $2, decode($3, 'base64'), now() + $4::integer * interval '1 millisecond')`,
        [to, kind, seal(key, JSON.stringify(written)), lifeOf(kind)],
      )
      wake()
    },
    open: (sealed) => {
      const text = unseal(key, sealed)
      return text === undefined ? undefined : JSON.parse(text)
    },
    whenPut: (told) => {
      wake = told
    },
  }
}

const cipher = 'aes-256-gcm'
const NONCE = 12
const TAG = 16

function seal(key: Buffer, text: string): string {
  const nonce = randomBytes(NONCE)
  const sealing = createCipheriv(cipher, key, nonce)
  const hidden = [sealing.update(text, 'utf8'), sealing.final()]
  return Buffer.concat([nonce, sealing.getAuthTag(), ...hidden]).toString('base64')
}

function unseal(key: Buffer, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64')
  try {
    const opening = createDecipheriv(cipher, key, bytes.subarray(0, NONCE))
    opening.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
    return opening.update(bytes.subarray(NONCE + TAG), undefined, 'utf8') + opening.final('utf8')
  } catch {
    return undefined
  }
}
