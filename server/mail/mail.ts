import { DatabaseError } from '#server/base/errors.ts'
import { faultCode, toFiles } from './deliver.ts'
import type { LetterQueue } from './letter-queue.ts'
import { type Letter, type Sender, write } from './letters.ts'

/** Takes one letter. Never throws: the requester must not learn whether it was sent. */
export type SendMail = (letter: Letter) => Promise<void>

export type MailDeps = {
  /** Where letters wait for whoever sends mail. Without it, every one becomes a file in `outbox`. */
  queue: LetterQueue | undefined
  outbox: string
  clinic: Sender
  now?: () => Date
}

/** Writes letters, for the sender or into .eml files that only the installation's owner can read. */
export function createMail({ queue, outbox, clinic, now = () => new Date() }: MailDeps): SendMail {
  const deliver = toFiles(outbox, now)
  const from = { name: clinic.name, address: clinic.email }
  const headers = { 'Auto-Submitted': 'auto-generated' }
  return async (letter) => {
    try {
      const written = write(letter, clinic)
      if (queue) await queue.put(letter, written)
      else await deliver({ from, to: { name: '', address: letter.to }, ...written, headers })
    } catch (error) {
      // The error's text may quote the address or the database's answer: log only its code.
      const code = error instanceof DatabaseError ? error.code : faultCode(error)
      console.error(`mail: a message was not sent${code === undefined ? '' : ` (${code})`}`)
    }
  }
}
