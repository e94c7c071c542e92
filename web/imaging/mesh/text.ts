/** Reads a text's words from its bytes without making a string: a scan as text has hundreds of megabytes. */
export type Words = {
  /** Goes to the next word; false at the end. */
  next(): boolean
  /** Whether the word that one stands on is this one, in small or capital letters. */
  is(word: string): boolean
  /** The word as a number; NaN where it is none. */
  number(): number
  /** One of the numbers in the word that a slash parts; NaN where it is none. */
  part(at: number): number
  /** What is left of the line, without spaces around it. */
  restOfLine(): string
  /** Whether another word follows in the same line. */
  inLine(): boolean
  /** Goes to the end of the line. */
  skipLine(): void
}

const newLine = 10
const carriageReturn = 13
const space = 32
const slash = 47

const isLineEnd = (byte: number | undefined) => byte === newLine || byte === carriageReturn

/** Words of `bytes` between two offsets. */
export function wordsOf(bytes: Uint8Array, from = 0, to = bytes.length): Words {
  let start = from
  let end = from
  return {
    next() {
      start = end
      while (start < to && (bytes[start] ?? 0) <= space) start++
      end = start
      while (end < to && (bytes[end] ?? 0) > space) end++
      return end > start
    },
    is(word) {
      if (word.length !== end - start) return false
      for (let i = 0; i < word.length; i++)
        if (((bytes[start + i] ?? 0) | 32) !== word.charCodeAt(i)) return false
      return true
    },
    number: () => numberIn(bytes, start, end),
    part(at) {
      let from = start
      for (let left = at; left > 0; left--) {
        while (from < end && bytes[from] !== slash) from++
        from++
      }
      let to = from
      while (to < end && bytes[to] !== slash) to++
      return from < end ? numberIn(bytes, from, to) : Number.NaN
    },
    restOfLine() {
      const from = end
      this.skipLine()
      return new TextDecoder().decode(bytes.subarray(from, end)).trim()
    },
    inLine() {
      let at = end
      while (at < to && (bytes[at] ?? 0) <= space && !isLineEnd(bytes[at])) at++
      return at < to && !isLineEnd(bytes[at])
    },
    skipLine() {
      while (end < to && !isLineEnd(bytes[end])) end++
    },
  }
}

/** A decimal number such as -1.5e-3, also with a comma, in bytes; NaN where it is none. */
function numberIn(bytes: Uint8Array, from: number, to: number): number {
  let at = from
  const negative = bytes[at] === 45
  if (negative || bytes[at] === 43) at++
  let mantissa = 0
  let scale = 0
  let digits = 0
  let pointed = false
  for (; at < to; at++) {
    const byte = bytes[at] ?? 0
    if ((byte === 46 || byte === 44) && !pointed) pointed = true
    else if (byte >= 48 && byte <= 57) {
      mantissa = mantissa * 10 + (byte - 48)
      digits++
      if (pointed) scale--
    } else break
  }
  if (digits === 0) return Number.NaN
  if (at < to) {
    if (((bytes[at] ?? 0) | 32) !== 101 || at + 1 === to) return Number.NaN
    const exponent = Number(String.fromCharCode(...bytes.subarray(at + 1, Math.min(to, at + 8))))
    if (!Number.isInteger(exponent)) return Number.NaN
    scale += exponent
  }
  const value = scale < 0 ? mantissa / 10 ** -scale : mantissa * 10 ** scale
  return negative ? -value : value
}
