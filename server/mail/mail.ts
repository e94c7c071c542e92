import { bySmtp, faultCode, toFiles } from './deliver.ts'
import { type Letter, type Sender, write } from './letters.ts'

/** Sends one message. Never throws: the requester must not learn whether it was sent. */
export type SendMail = (letter: Letter) => Promise<void>

export type MailDeps = {
  /** Without it, every message becomes a file in `outbox`. */
  smtp: { smtpUrl: string; from: string } | undefined
  outbox: string
  clinic: Sender
  now?: () => Date
}

/** Sends mail by SMTP, or writes .eml files that only the installation's owner can read. */
export function createMail(deps: MailDeps): SendMail {
  const { smtp, clinic } = deps
  const deliver = smtp ? bySmtp(smtp.smtpUrl) : toFiles(deps.outbox, deps.now ?? (() => new Date()))
  const from = smtp?.from ?? { name: clinic.name, address: clinic.email }
  return async (letter) => {
    try {
      const { subject, text, html } = write(letter, clinic)
      const headers = { 'Auto-Submitted': 'auto-generated' }
      await deliver({ from, to: { name: '', address: letter.to }, subject, text, html, headers })
    } catch (error) {
      // The error's text may quote the address or the server's answer: log only its code.
      const code = faultCode(error)
      console.error(`mail: a message was not sent${code === undefined ? '' : ` (${code})`}`)
    }
  }
}
