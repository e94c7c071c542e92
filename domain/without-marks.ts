/** A text without accents and other marks, so that 'José' and 'Jose' are one. */
export function withoutMarks(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}
