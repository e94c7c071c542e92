import { commonPasswords } from './common-passwords.ts'
import { passwordWords } from './password-words.ts'
import { withoutMarks } from './without-marks.ts'

/** bcrypt silently ignores any further bytes. */
const mostBytes = 72

/** What people add to a word to satisfy a form, as in 'mexico2026!'. */
const ending = /[\d!.]{0,5}$/

/**
 * What is wrong with a new password, in words for the user; null when it is fine. Omit `repeat` where the form
 * has no such field. `own` as in `isEasyToGuess`. Rules: docs/product/accounts.md.
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

/** The same for the two fields of a form: that they differ is said at the second one. */
export function newPasswordProblems(
  { password, repeat }: { password: string; repeat: string },
  own: readonly string[],
): { password: string | null; repeat: string | null } {
  const weak = newPasswordProblem(password, password, own)
  return { password: weak, repeat: weak ? null : newPasswordProblem(password, repeat, own) }
}

/**
 * Whether a password is very common or one of the person's own words, ignoring case, accents and an ending of
 * up to five digits, '!' or '.'. `own` lists names: the e-mail, its part before the @, the clinic's name, and
 * words of four letters or more in them.
 */
export function isEasyToGuess(password: string, own: readonly string[] = []): boolean {
  const names = own.flatMap(namesIn)
  return stems(plain(password)).some((word) => commonPasswords.has(word) || names.includes(word))
}

/** The text itself, and the text without one, two... characters of its ending. */
function stems(text: string): string[] {
  const signs = ending.exec(text)?.[0].length ?? 0
  return Array.from({ length: signs + 1 }, (_, index) => text.slice(0, text.length - index))
}

/** For 'ana.ruiz@correo.mx': itself, ana.ruiz, anaruiz and ruiz. For 'Imagen Sur': imagen sur, imagensur and imagen. */
function namesIn(text: string): string[] {
  const whole = plain(text).trim()
  const name = whole.replace(/@.*/, '')
  const words = name.split(/[^\p{L}\d]+/u)
  return [whole, name, words.join(''), ...words.filter((word) => word.length >= 4)].filter(
    (word) => word !== '',
  )
}

function plain(text: string): string {
  return withoutMarks(text).toLowerCase()
}
