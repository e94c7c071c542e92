/** An extension stays as it was typed, and is no part of the number. */
const extension = /[\s,;]*(?:ext(?:ensi[oó]n)?\.?|x):?\s*\d{1,6}\s*$/i
const dashes = '\u2010-\u2015\u2212\ufe58\ufe63\uff0d-'
const signs = new RegExp(`^\\+?[\\d\\s().${dashes}]+$`)

/** Shown by a form for an invalid telephone. */
export const phoneProblem = 'Escribe un teléfono de 7 a 15 dígitos, por ejemplo 962 000 0000'

/**
 * Whether a text has 7 to 15 digits, with spaces, dots, dashes, brackets, a leading + or an extension as people write them
 * (private.check_phone).
 */
export function isPhone(text: string): boolean {
  const { number, digits } = split(text)
  return signs.test(number) && digits.length >= 7 && digits.length <= 15
}

/**
 * A telephone, however written, as each use needs it. A Mexican one is its ten digits: after +52, 52 or 0052, the 1 of
 * mobiles, or the old 01, 044 and 045.
 */
export function phoneForms(written: string): {
  /** The link that calls it. */
  tel: string
  /** Country code and number; null for what is no Mexican telephone, because a missing digit must not send personal data abroad. */
  whatsApp: string | null
  /** The digits by which searches compare it (private.phone_digits). */
  search: string
} {
  const { number, digits } = split(written)
  const withPlus = number.startsWith('+')
  const prefix = withPlus ? '521?' : '(?:(?:00)?521?|1|01|044|045)?'
  const mexican = signs.test(number) ? digits.match(`^${prefix}([2-9]\\d{9})$`)?.[1] : undefined
  if (mexican) return { tel: `tel:+52${mexican}`, whatsApp: `52${mexican}`, search: mexican }
  const abroad = withPlus ? digits : digits.replace(/^00(?=\d{9})/, '')
  const hasCountry = withPlus || (abroad.length > 10 && !abroad.startsWith('0'))
  return {
    tel: `tel:${hasCountry ? '+' : ''}${abroad}`,
    whatsApp: null,
    search: withPlus ? abroad.replace(/^521?(?=[2-9]\d\d)/, '') : abroad,
  }
}

/**
 * A telephone as it is shown: ten digits that were written without a space have two, and it never breaks over two lines. What was noted
 * instead of one stays as it is.
 */
export function phoneText(written: string): string {
  return isPhone(written) ? phoneField(written).replaceAll(' ', '\u00a0') : written
}

/** The same as it stands in a field when a form opens. */
export function phoneField(written: string): string {
  return written.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3')
}

function split(written: string) {
  const number = written.replace(extension, '').trim()
  return { number, digits: number.replace(/\D/g, '') }
}
