import { withoutMarks } from './without-marks.ts'

/** Where a blank of a phrase stands in a text. */
export type Span = { start: number; end: number }

const blank = /\[[^[\]]*\]/g

/** Whether a text still has something in brackets that has to be filled in. */
export function hasBlank(text: string): boolean {
  return text.search(blank) >= 0
}

/** The first blank that begins at or after `from`, or null. */
export function nextBlank(text: string, from: number): Span | null {
  for (const { index, 0: found } of text.matchAll(blank)) {
    if (index >= from) return { start: index, end: index + found.length }
  }
  return null
}

/** What is typed behind a '/' that begins a word and ends at the cursor, or null. `start` is where the '/' stands. */
export function slashBefore(text: string, cursor: number): { start: number; typed: string } | null {
  const found = /(?:^|[\s(])\/([^\s/]{0,30})$/.exec(text.slice(0, cursor))
  const typed = found?.[1]
  return typed === undefined ? null : { start: cursor - typed.length - 1, typed }
}

/** A text with `inserted` in place of a span; the cursor goes to its first blank, or behind it. */
export function inserted(text: string, { start, end }: Span, piece: string): { text: string; select: Span } {
  const next = text.slice(0, start) + piece + text.slice(end)
  const open = nextBlank(piece, 0)
  const behind = start + piece.length
  const select = open ? { start: start + open.start, end: start + open.end } : { start: behind, end: behind }
  return { text: next, select }
}

const plain = (text: string) => withoutMarks(text).toLowerCase()

/** The phrases whose title or text holds the letters, without accents; those whose title begins with them first. */
export function findPhrases<Phrase extends { title: string; text: string }>(
  phrases: readonly Phrase[],
  letters: string,
): Phrase[] {
  const sought = plain(letters.trim())
  const rank = ({ title, text }: Phrase) => {
    const name = plain(title)
    if (name.startsWith(sought)) return 0
    if (name.includes(sought)) return 1
    return plain(text).includes(sought) ? 2 : 3
  }
  return phrases
    .map((phrase) => ({ phrase, rank: rank(phrase) }))
    .filter((one) => one.rank < 3)
    .sort((one, other) => one.rank - other.rank)
    .map(({ phrase }) => phrase)
}
