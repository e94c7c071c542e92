import { searchWords } from '#domain/search-words.ts'
import { withoutVariants } from '#domain/without-marks.ts'

const plain = (text: string) =>
  Array.from(withoutVariants(text), (letter) => letter.normalize('NFD').charAt(0).toLowerCase()).join('')

/**
 * `name` in pieces, those marked where a word of `typed` first occurs, without regard to case, accents or the order
 * of words.
 */
export function splitMatch(name: string, typed: string): { text: string; marked: boolean }[] {
  const whole = name.normalize('NFC')
  const sought = plain(whole)
  const marked = new Set<number>()
  for (const word of searchWords(typed)) {
    const start = sought.indexOf(word)
    if (start >= 0) for (let at = start; at < start + word.length; at++) marked.add(at)
  }
  const pieces: { text: string; marked: boolean }[] = []
  for (let at = 0; at < whole.length; at++) {
    const last = pieces.at(-1)
    if (last?.marked === marked.has(at)) last.text += whole.charAt(at)
    else pieces.push({ text: whole.charAt(at), marked: marked.has(at) })
  }
  return pieces
}
