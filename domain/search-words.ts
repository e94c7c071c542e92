import { withoutMarks } from './without-marks.ts'

/**
 * The words of a search term as the database takes them (private.search_words): the longest first, without accents
 * and case, each once, without commas and dots at their edges; the first six of the first hundred letters. When none
 * has three letters, the term as one piece. None for a term without a letter or a digit.
 */
export function searchWords(term: string): string[] {
  const wanted = withoutMarks(Array.from(term).slice(0, 100).join(''))
    .toLowerCase()
    .replace(/^ +| +$/g, '')
  if (!/[\p{L}\p{N}]/u.test(wanted)) return []
  const words = new Set(wanted.split(/\s+/).map((piece) => piece.replace(/^[.,]+|[.,]+$/g, '')))
  words.delete('')
  const first = [...words].slice(0, 6)
  if (first.some((word) => letters(word) >= 3)) return first.sort((a, b) => letters(b) - letters(a))
  return [wanted]
}

const letters = (word: string) => Array.from(word).length
