import { withoutMarks } from './without-marks.ts'

/** The person named in a file; absent fields are not in the file. Days are `yyyy-MM-dd`. */
export type FilePerson = { name?: string | undefined; birthDate?: string | undefined }

/** Small words that forms leave out or add, and titles that machines add. */
const fillers = new Set(['de', 'del', 'la', 'las', 'los', 'y', 'e', 'dr', 'dra', 'sr', 'sra', 'srita'])

/**
 * Whether a file seems to belong to another patient than the chosen one (docs/product/studies.md). Accents,
 * case and word order do not matter, nor do letters that could not be read, one word missing on one side if two words agree, and
 * abbreviations beside two words that agree; a stored age may be up to five years old. `today` is the clinic's day. Facts
 * that the file lacks raise no doubt.
 */
export function seemsOther(
  file: FilePerson,
  patient: { full_name: string | null; age: number | null },
  today: string,
): boolean {
  return otherName(file.name, patient.full_name) || otherAge(file.birthDate, patient.age, today)
}

function otherName(one: string | undefined, two: string | null): boolean {
  const [fewer, more] = [wordsOf(one ?? ''), wordsOf(two ?? '')].sort((a, b) => a.length - b.length)
  if (!fewer || !more || fewer.length === 0) return false
  const left = [...more]
  let same = 0
  // What is the same goes first, so that no abbreviation takes it.
  const unlike = fewer.filter((word) => {
    const at = left.findIndex((other) => isSame(word, other))
    if (at < 0) return true
    left.splice(at, 1)
    same++
    return false
  })
  for (const word of unlike) {
    const at = left.findIndex((other) => isShort(word, other, same) || isShort(other, word, same))
    if (at < 0) return true
    left.splice(at, 1)
  }
  return left.length > 1 || (left.length === 1 && fewer.length < 2)
}

/** A letter that could not be read. */
const unread = '\ufffd'
/** What stands for a letter where programs could not write it, or wrote it in another alphabet: 'Ã±', 'µ', '¥', 'L?PEZ', 'JESéS'. */
const strange =
  /Ã\P{ASCII}|(?=[\p{Script=Latin}\p{Script=Common}\P{L}])[^\p{ASCII}\p{M}\p{P}\p{Z}áéíóúüñÁÉÍÓÚÜÑ]|(?<=\p{L})[?#](?=\p{L})|(?<=\p{Lu}\p{Lu})[áéíóúüñ]|(?<=\p{Lu})[áéíóúüñ](?=\p{Lu})/gu

/** Words in small letters without accents; what is neither a letter of Spanish nor of ASCII is `unread`. */
function wordsOf(name: string): string[] {
  const readable = name.normalize('NFC').replaceAll('ª', 'a').replace(strange, unread)
  const words = withoutMarks(readable)
    .toLowerCase()
    .split(/[^\p{L}\ufffd]+/u)
  return words.filter((word) => /\p{L}/u.test(word) && !fillers.has(word))
}

/** The same letters, as far as they were read: so many unread ones may stand for one. */
function isSame(one: string, other: string): boolean {
  if (one.includes(unread)) return patternOf(one).test(other)
  return other.includes(unread) ? patternOf(other).test(one) : one === other
}

const patternOf = (word: string) =>
  new RegExp(`^${word.replace(/\ufffd+/g, (run) => `.{1,${run.length}}`)}$`, 'u')

/**
 * Whether a word is short for another, as surnames and given names are written in Mexico ('Hdez', 'Gpe', 'Ma'): it begins
 * with two consonants, and its letters stand in the other one in their order. `same` other words must agree: two, of an initial three.
 */
function isShort(word: string, other: string, same: number): boolean {
  if (word.length >= other.length || word[0] !== other[0] || same < 2) return false
  if (word.length === 1) return same > 2
  if (word === 'ma') return other === 'maria'
  return /^[^aeiou\ufffd]{2}/u.test(word) && new RegExp([...word].join('.*'), 'u').test(other)
}

/** Nobody is older; what says so is what programs write where they know no day. */
const oldest = 120

function otherAge(birthDate: string | undefined, age: number | null, today: string): boolean {
  if (birthDate === undefined || age === null || birthDate > today) return false
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4))
  const now = today.slice(5) < birthDate.slice(5) ? years - 1 : years
  // The profile's age dates from when it was entered; a birthday may lie between.
  return now <= oldest && (now - age > 5 || now - age < -1)
}
