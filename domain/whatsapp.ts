import { phoneForms } from './phone.ts'

/** Opens WhatsApp with a prepared message; the sender chooses the recipient there. */
export function whatsAppToAnyone(text: string): string {
  return `https://wa.me/?text=${encodeURIComponent(text)}`
}

/**
 * Opens WhatsApp with a prepared message to a Mexican phone; null when the phone is missing or invalid
 * (docs/product/appointments.md).
 */
export function whatsAppLink(phone: string | null | undefined, text: string): string | null {
  const number = phoneForms(phone ?? '').whatsApp
  return number && `https://wa.me/${number}?text=${encodeURIComponent(text)}`
}
