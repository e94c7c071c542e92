import { addressLine } from '#domain/appointment-message.ts'
import type { Clinic } from '#domain/clinic.ts'
import type { Database } from '#server/base/database.ts'
import { isUnavailable } from '#server/base/errors.ts'
import { bySmtp, faultCode } from './deliver.ts'
import type { LetterQueue } from './letter-queue.ts'
import {
  type Due,
  type DueLetter,
  type DueMessage,
  type DueNews,
  type Outcome,
  sendRound,
} from './message-round.ts'
import { type Rounds, startRounds } from './rounds.ts'

/** Where messages come from: our own database, or a hosted project that is asked with its key. */
export type MessageSource = {
  take: () => Promise<Due[]>
  settle: (id: string, outcome: Outcome) => Promise<void>
}

/**
 * Sends messages that are due, every 30 seconds (docs/product/messages.md). A fault is said once at the terminal, by
 * its code, and again only after a round that went well.
 */
export function startSending(parts: {
  source: MessageSource
  mail: { smtpUrl: string; from: string }
  clinic: () => Promise<Clinic>
  publicUrl: string
  everyMs?: number
}): Rounds {
  const { source, mail, clinic, publicUrl, everyMs } = parts
  const send = bySmtp(mail.smtpUrl)
  let said: string | undefined
  let fault: string | undefined

  function complain(code: string): void {
    if (said === code) return
    said = code
    console.error(`mail: messages are not going out (${code}), trying again`)
  }

  async function work(isEnding: () => boolean): Promise<void> {
    try {
      const { name, address, phone } = await clinic()
      fault = undefined
      const { sent, unreachable } = await sendRound({
        ...source,
        clinic: { name, address: addressLine(address), phone },
        publicUrl,
        now: () => performance.now(),
        isEnding,
        deliver: async ({ to, ...message }) => {
          try {
            await send({ from: mail.from, to: { name: '', address: to }, ...message })
            return 'enviado'
          } catch (error) {
            fault = faultCode(error)
            return isAboutMessage(fault) ? 'rechazado' : 'sin_servidor'
          }
        },
      })
      if (unreachable) complain(fault ?? 'unknown')
      else if (sent > 0) said = undefined
    } catch (error) {
      complain(isUnavailable(error) ? 'no database' : (faultCode(error) ?? nameOf(error)))
    }
  }
  return startRounds(work, everyMs)
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error)

/** What a mail server says of one message; everything else is about the server or the way to it. */
function isAboutMessage(code: string | undefined): boolean {
  return code === 'EENVELOPE' || code === 'EMESSAGE'
}

/** The messages of our own database, and the letters among them. A letter that cannot be opened any more counts as refused. */
export function ownMessages(
  database: Pick<Database, 'query'>,
  letters: Pick<LetterQueue, 'open'>,
): MessageSource {
  const settle = async (id: string, outcome: Outcome) => {
    await database.query('select private.settle_message($1, $2)', [id, outcome])
  }
  return {
    take: async () => {
      const { rows } = await database.query<{ mail: DueMessage | DueNews | SealedLetter }>(
        'select m as mail from private.take_messages() m',
      )
      const due: Due[] = []
      for (const { mail } of rows) {
        if (mail.kind !== 'cuenta') {
          due.push(mail)
          continue
        }
        const letter = letters.open(mail.sealed)
        if (letter) due.push({ id: mail.id, kind: mail.kind, to: mail.to, letter })
        else await settle(mail.id, 'rechazado')
      }
      return due
    },
    settle,
  }
}

type SealedLetter = Omit<DueLetter, 'letter'> & { sealed: string }

/** Those of a hosted project, which gives them to whoever holds its sender's key. Throws with the status that it answered. */
export function hostedMessages(hosted: { url: string; anonKey: string }, key: string): MessageSource {
  const ask = async (name: string, body: object): Promise<unknown> => {
    const response = await fetch(`${hosted.url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { apikey: hosted.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ key, ...body }),
      signal: AbortSignal.timeout(20_000),
    })
    if (!response.ok)
      throw Object.assign(new Error('The hosted project refused'), { code: `${name} ${response.status}` })
    return response.json()
  }
  return {
    // The function answers exactly these rows.
    take: async () => (await ask('take_messages', {})) as (DueMessage | DueNews)[],
    settle: async (id, outcome) => void (await ask('settle_messages', { outcomes: [{ id, outcome }] })),
  }
}
