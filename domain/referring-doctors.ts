import { withoutMarks } from './without-marks.ts'

const titles = new Set(['dr', 'dra', 'doctor', 'doctora'])

/**
 * The key that groups the spellings of one referring doctor: no accents, no title, letters only, words sorted.
 * 'Pérez Juan, Dr.' and 'dr juan perez' both give 'juan perez'. '' when no name is left. The database groups by
 * the same rule (docs/product/admin.md).
 */
export function referringKey(name: string): string {
  const words = withoutMarks(name)
    .toLowerCase()
    .split(/[^\p{L}]+/u)
  return words
    .filter((word) => word !== '' && !titles.has(word))
    .sort()
    .join(' ')
}

/** The spelling shown for a group: the most frequent; of equally frequent ones, the first in the alphabet. */
export function displaySpelling(spellings: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const spelling of spellings) {
    const shown = spelling.trim()
    counts.set(shown, (counts.get(shown) ?? 0) + 1)
  }
  const [first] = [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b, 'es'))
  return first?.[0] ?? ''
}

/** Whether a text must never be suggested to a visitor: it has an @, or seven digits or more. */
export function looksLikeContact(text: string): boolean {
  return text.includes('@') || text.replace(/\D/g, '').length >= 7
}
