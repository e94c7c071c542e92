import { DatabaseError } from '#server/base/errors.ts'

/** Deeper than any legitimate value. Thousands of levels overflow PGlite's stack; it may then hang or mix up answers. */
export const maxNesting = 100

const openers = new Set('[{('.split(''))
const closers = new Set(']})'.split(''))

/**
 * Throws 54001 for a text whose brackets nest deeper than `maxNesting`. With `json`, brackets inside strings do not count.
 */
export function requireShallow(text: string, json: boolean): void {
  if (text.length <= maxNesting) return
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (json && char === '"') at = endOfString(text, at)
    else if (openers.has(char) && ++depth > maxNesting) throw tooDeep()
    else if (closers.has(char)) depth--
  }
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  return text.length
}

/** The same for a text that may become json in the database: it starts like an array or an object. */
export function requireShallowJson(text: string): void {
  if (text.length > maxNesting && /^\s*[[{]/.test(text)) requireShallow(text, true)
}

/** The same for a value about to be written as json. */
export function requireShallowValue(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return
  if (depth >= maxNesting) throw tooDeep()
  for (const part of Object.values(value)) requireShallowValue(part, depth + 1)
}

function tooDeep(): DatabaseError {
  return new DatabaseError({ message: `A value is nested deeper than ${maxNesting} levels`, code: '54001' })
}
