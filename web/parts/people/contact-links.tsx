import { isPhone, phoneForms, phoneText } from '#domain/phone.ts'
import { cx } from '#web/ui/cx.ts'
import { EmailText } from '#web/ui/email-text.tsx'
import { WhatsAppLink } from '#web/ui/whatsapp-link.tsx'
import { CopyButton } from '../feedback/copy-button.tsx'

const linkStyle =
  '-mx-1.5 rounded-tag px-1.5 py-1 text-brand-700 underline-offset-4 hover:underline focus-visible:-outline-offset-2 pointer-coarse:py-3 wrap-break-word print:mx-0 print:p-0 print:text-ink'
const row = 'flex items-center gap-x-3.5 gap-y-1 wrap-break-word'
/**
 * For a value in the same row of a list of facts as such a line: both are on one line, and on a phone what a finger needs
 * is no gap below the label.
 */
export const besideContact =
  'max-sm:pointer-coarse:[&>:is(a,span:has(>a))]:-my-2.5 sm:grid sm:min-h-9 sm:grid-cols-[minmax(0,1fr)] sm:items-center sm:justify-items-start sm:pointer-coarse:min-h-11 print:block print:min-h-0'

const buttons = 'no-print -mx-3.5 inline-flex flex-wrap items-center gap-1'

/**
 * A telephone to call, to write to where WhatsApp can use it, and to copy; an e-mail address to write to and to copy. Anything
 * else that was noted as a telephone stays text. Either may be left out; on paper the buttons are.
 */
export function ContactLinks({
  name,
  phone,
  email,
  message = `Hola, ${name}:`,
  writes = true,
  copies = true,
}: {
  /** Who is reached; read aloud. */
  name: string
  phone?: string | null
  email?: string | null
  /** What WhatsApp begins with; a greeting unless said otherwise. */
  message?: string
  /** False where the page has a better message for WhatsApp. */
  writes?: boolean
  /** False where each has one line: it is called or written to, not copied. 'icon' without the word. */
  copies?: boolean | 'icon'
}) {
  return (
    <>
      {phone && (
        <span className={cx(row, 'flex-wrap')}>
          {isPhone(phone) ? (
            <a href={phoneForms(phone).tel} className={cx(linkStyle, 'tabular-nums')}>
              {phoneText(phone)}
            </a>
          ) : (
            phone
          )}
          <span className={buttons}>
            {writes && <WhatsAppLink variant="ghost" phone={phone} text={message} to={name} />}
            {copies && (
              <CopyButton
                variant="ghost"
                bare={copies === 'icon'}
                className={copies === 'icon' && writes ? '-ml-2.5' : undefined}
                text={phone}
                aria-label="Copiar el teléfono"
              />
            )}
          </span>
        </span>
      )}
      {email && (
        <span className={cx(row, copies !== 'icon' && 'flex-wrap')}>
          <a href={`mailto:${email}`} className={linkStyle}>
            <EmailText>{email}</EmailText>
          </a>
          {copies && (
            <span className={buttons}>
              <CopyButton
                variant="ghost"
                bare={copies === 'icon'}
                text={email}
                aria-label="Copiar el correo"
              />
            </span>
          )}
        </span>
      )}
    </>
  )
}
