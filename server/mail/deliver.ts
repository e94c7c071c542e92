import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

const patience = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
}

/** One mail. `messageId` as in its header. */
export type Message = {
  from: string | { name: string; address: string }
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  messageId?: string
}

/** Throws what the mail server said, or that it could not be reached; `faultCode` is all that may be told of it. */
export function bySmtp(url: string): (message: Message) => Promise<void> {
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

/** Writes .eml files that only the installation's owner can read. */
export function toFiles(folder: string, now: () => Date): (message: Message) => Promise<void> {
  const transport = createTransport({ streamTransport: true, buffer: true })
  return async (message) => {
    const { message: content } = await transport.sendMail({ ...message, date: now() })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = `${now().toISOString().replaceAll(/[-:]/g, '')}-${randomBytes(6).toString('hex')}.eml`
    await writeFile(join(folder, name), content, { mode: 0o600, flag: 'wx' })
  }
}

/** The code of a fault, e.g. EENVELOPE; its text may quote an address or the server's answer. */
export function faultCode(error: unknown): string | undefined {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : undefined
}
