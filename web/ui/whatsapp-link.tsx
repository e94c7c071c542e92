import { MessageCircle } from 'lucide-react'
import { whatsAppLink, whatsAppToAnyone } from '#domain/whatsapp.ts'
import { Button, type ButtonSize, type ButtonVariant, buttonStyle } from './button.tsx'

/**
 * Opens WhatsApp in another tab with a message to a phone. Without a usable
 * phone there is nothing, or with `orAsk` WhatsApp asks for the recipient.
 */
export function WhatsAppLink({
  phone,
  text,
  to,
  orAsk = false,
  variant,
  size = 'compact',
  id,
  onOpen,
  waiting = false,
}: {
  phone: string | null | undefined
  text: string
  /** Who gets the message; read aloud. */
  to: string
  orAsk?: boolean
  variant?: ButtonVariant
  size?: ButtonSize
  id?: string
  onOpen?: () => void
  /** What the text still waits for, in words; nothing is sent before. */
  waiting?: string | false
}) {
  const link = whatsAppLink(phone, text) ?? (orAsk ? whatsAppToAnyone(text) : null)
  if (link === null) return null
  if (waiting)
    return (
      <Button busy busyLabel={waiting} variant={variant} size={size}>
        WhatsApp
      </Button>
    )
  return (
    <a
      id={id}
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonStyle(variant, size)}
      onClick={onOpen}
    >
      <MessageCircle aria-hidden className="size-4.5" />
      WhatsApp
      <span className="sr-only"> a {to}, se abre en otra pestaña</span>
    </a>
  )
}
