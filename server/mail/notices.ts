import type { Clinic } from '#domain/clinic.ts'
import { layOut } from '#domain/letter.ts'
import type { Database } from '#server/base/database.ts'
import { bySmtp, faultCode } from './deliver.ts'
import { type Rounds, startRounds } from './rounds.ts'

const subject = 'Tienes un resultado nuevo'

type Notice = { id: string; to: string }

/** That there is something new, for patients; never what. */
export function noticeMail(publicUrl: string, clinic: Pick<Clinic, 'name' | 'phone'>) {
  const words = layOut(
    subject,
    [
      'Hola:',
      {
        text: `La clínica publicó algo nuevo en tu portal. Entra con tu correo para verlo: ${publicUrl}.`,
        address: publicUrl,
      },
      'Por tu privacidad, este mensaje no dice de qué se trata. Si no lo esperabas, avísale a la clínica.',
    ],
    clinic,
  )
  return { subject, ...words }
}

/**
 * Sends the news that are due in our own database, every 30 seconds (docs/product/reports.md). The database gives each five times;
 * a fault is noted beside it by its code. What the mail server refuses is not said at the terminal.
 */
export function startNotices(parts: {
  database: Pick<Database, 'query'>
  mail: { smtpUrl: string; from: string }
  clinic: () => Promise<Clinic>
  publicUrl: string
  everyMs?: number
}): Rounds {
  const { database, mail, clinic, publicUrl, everyMs } = parts
  const send = bySmtp(mail.smtpUrl)

  async function work(isEnding: () => boolean): Promise<void> {
    const { rows } = await database.query<{ notice: Notice }>(
      'select n as notice from private.take_notices() n',
    )
    if (rows.length === 0) return
    const { name, phone } = await clinic()
    const words = noticeMail(publicUrl, { name, phone })
    for (const { notice } of rows) {
      if (isEnding()) return
      const problem = await send({
        from: mail.from,
        to: { name: '', address: notice.to },
        messageId: `<${notice.id}@${new URL(publicUrl).hostname}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...words,
      }).then(
        () => null,
        (error: unknown) => faultCode(error) ?? 'unknown',
      )
      await database.query('select private.settle_notice($1, $2)', [notice.id, problem])
    }
  }
  // A database that does not answer is asked again by the next round.
  return startRounds((isEnding) => work(isEnding).catch(() => {}), everyMs)
}
