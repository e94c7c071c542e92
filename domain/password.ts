import { commonPasswords } from './common-passwords.ts'
import { passwordWords } from './password-words.ts'

/** bcrypt reads no more than this; a longer password would be cut without a word. */
const mostBytes = 72

/** What people add to a word to satisfy a form, as in 'mexico2026!'. */
const ending = /[\d!.]{0,5}$/

/**
 * What is wrong with a new password, in words for the user; null when it is fine. Leave out `repeat` where nobody repeats
 * it. `own` as in `isEasyToGuess`. The rules are in docs/product/accounts.md.
 */
export function newPasswordProblem(
  password: string,
  repeat: string = password,
  own: readonly string[] = [],
): string | null {
  if (password !== repeat) return passwordWords.differ
  if ([...password].length < 6) return passwordWords.short
  if (new TextEncoder().encode(password).length > mostBytes) return passwordWords.long
  return isEasyToGuess(password, own) ? passwordWords.easy : null
}

/**
 * Whether a password, without regard to case and accents and with or without an ending of up to five digits, '!' or '.',
 * is one of the most common, or one of the names in `own`: the account's e-mail, what stands before its @, the clinic's
 * name, or a word of four letters or more of these.
 */
export function isEasyToGuess(password: string, own: readonly string[] = []): boolean {
  const names = own.flatMap(namesIn)
  return stems(plain(password)).some((word) => commonPasswords.has(word) || names.includes(word))
}

/** The text itself, and what remains of it without one, two... signs of its ending. */
function stems(text: string): string[] {
  const signs = ending.exec(text)?.[0].length ?? 0
  return Array.from({ length: signs + 1 }, (_, index) => text.slice(0, text.length - index))
}

/** 'ana.ruiz@correo.mx' as itself, ana.ruiz, anaruiz and ruiz; 'Imagen Sur' as imagen sur, imagensur and imagen. */
function namesIn(text: string): string[] {
  const whole = plain(text).trim()
  const name = whole.replace(/@.*/, '')
  const words = name.split(/[^\p{L}\d]+/u)
  return [whole, name, words.join(''), ...words.filter((word) => word.length >= 4)].filter(
    (word) => word !== '',
  )
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
