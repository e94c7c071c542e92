/**
 * Whether a text can be an e-mail address: the browser's rule for e-mail fields, plus a dot in the domain. Only
 * a message can tell whether it exists.
 */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(\.[a-z\d-]+)+$/i.test(text)
}

/** Shown by a form for an invalid telephone. */
export const phoneProblem = 'Escribe un teléfono de 7 a 15 dígitos, por ejemplo 962 000 0000'

/** Whether a text has 7 to 15 digits, with spaces, dots, dashes, brackets or a leading + as people write them. */
export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  return /^\+?[\d\s().-]+$/.test(text.trim()) && digits >= 7 && digits <= 15
}

/** Whether a text is a uuid as the database writes it. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}
