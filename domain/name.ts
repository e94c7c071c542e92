/** Shown by a form for an invalid name. */
export const nameProblem = 'Usa solo letras, espacios, puntos, apóstrofos y guiones.'

/**
 * Whether a text can be somebody's name: letters of any alphabet with their marks, spaces, apostrophes, dots and hyphens. Names stand
 * in letters to patients, so none may be an address or hide something (private.is_name).
 */
export function isName(text: string): boolean {
  return /^[\p{L}\p{M}\p{Pd}\p{Zs}.'’‘ʼ´`]+$/u.test(text) && /\p{L}/u.test(text)
}
