import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
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

const patience = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
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
      const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
      console.error(`mail: a message was not sent${typeof code === 'string' ? ` (${code})` : ''}`)
    }
  }
}

type Message = {
  from: string | { name: string; address: string }
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

function bySmtp(url: string): (message: Message) => Promise<void> {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    // A password is never sent unencrypted.
    requireTLS: !secure && username !== '',
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...patience,
  })
  return async (message) => void (await transport.sendMail(message))
}

function toFiles(folder: string, now: () => Date): (message: Message) => Promise<void> {
  const transport = createTransport({ streamTransport: true, buffer: true })
  return async (message) => {
    const { message: content } = await transport.sendMail({ ...message, date: now() })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = `${now().toISOString().replaceAll(/[-:]/g, '')}-${randomBytes(6).toString('hex')}.eml`
    await writeFile(join(folder, name), content, { mode: 0o600, flag: 'wx' })
  }
}
