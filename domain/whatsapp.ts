/**
 * The ten digits of a Mexican phone in any notation: with spaces, dots, dashes or brackets, after +52 or 52,
 * the 1 of mobiles, or the old 01, 044 and 045. Null for anything else: a missing digit must not send personal
 * data to a phone in another country.
 */
function mexicanDigits(phone: string): string | null {
  const written = phone.trim()
  if (!/^\+?[\d\s().-]+$/.test(written)) return null
  const digits = written.replace(/\D/g, '')
  const prefix = written.startsWith('+') ? '521?' : '(?:521?|1|01|044|045)?'
  return digits.match(`^${prefix}([2-9]\\d{9})$`)?.[1] ?? null
}

/** Opens WhatsApp with a prepared message; the sender chooses the recipient there. */
export function whatsAppToAnyone(text: string): string {
  return `https://wa.me/?text=${encodeURIComponent(text)}`
}

/**
 * Opens WhatsApp with a prepared message to a Mexican phone; null when the phone is missing or invalid
 * (docs/product/appointments.md).
 */
export function whatsAppLink(phone: string | null | undefined, text: string): string | null {
  const digits = mexicanDigits(phone ?? '')
  return digits && `https://wa.me/52${digits}?text=${encodeURIComponent(text)}`
}
