import { MessageCircle } from 'lucide-react'
import { whatsAppLink, whatsAppToAnyone } from '#domain/whatsapp.ts'
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button.tsx'

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
}) {
  const link = whatsAppLink(phone, text) ?? (orAsk ? whatsAppToAnyone(text) : null)
  if (link === null) return null
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
