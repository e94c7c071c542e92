/**
 * Whether a text can be an e-mail address: the browser's rule for e-mail fields, plus a dot in the domain. Only
 * a message can tell whether it exists.
 */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(\.[a-z\d-]+)+$/i.test(text)
}

/** Whether a text is a uuid as the database writes it. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}
