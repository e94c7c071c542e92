/** A text with one apostrophe, whatever the keyboard wrote, and with letters for ª and º; as long as it was. */
export function withoutVariants(text: string): string {
  return text
    .replace(/[‘’ʼ´]/g, "'")
    .replaceAll('ª', 'a')
    .replaceAll('º', 'o')
}

/** A text without accents and other marks, so that 'José' and 'Jose' are one, and so are 'D’Angelo' and 'D'Angelo'. */
export function withoutMarks(text: string): string {
  return withoutVariants(text.normalize('NFD').replace(/\p{M}/gu, ''))
}
