/**
 * True for something that can be an e-mail address: the browser's own rule for e-mail fields plus a dot in the domain.
 * Whether it exists only a message can tell.
 */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(\.[a-z\d-]+)+$/i.test(text)
}

/** What a form says of a telephone that is none. */
export const phoneProblem = 'Escribe un teléfono de 7 a 15 dígitos, por ejemplo 962 000 0000'

/** True for 7 to 15 digits, written with spaces, dots, dashes, brackets or a leading + as people do. */
export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  return /^\+?[\d\s().-]+$/.test(text.trim()) && digits >= 7 && digits <= 15
}

/** True for a uuid as the database writes them. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}
