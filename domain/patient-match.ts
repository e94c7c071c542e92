import { withoutMarks } from './without-marks.ts'

/** The person named in a file; absent fields are not in the file. Days are `yyyy-MM-dd`. */
export type FilePerson = { name?: string | undefined; birthDate?: string | undefined }

/** Small words that forms leave out or add, and titles that machines add. */
const fillers = new Set(['de', 'del', 'la', 'las', 'los', 'y', 'e', 'dr', 'dra', 'sr', 'sra', 'srita'])

/**
 * Whether a file seems to belong to another patient than the chosen one (docs/product/studies.md). Accents,
 * case and word order do not matter, nor does one word missing on one side if two words agree; a stored age may
 * be up to five years old. `today` is the clinic's day. Facts that the file lacks raise no doubt.
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
  for (const word of fewer) {
    const at = left.indexOf(word)
    if (at < 0) return true
    left.splice(at, 1)
  }
  return left.length > 1 || (left.length === 1 && fewer.length < 2)
}

function wordsOf(name: string): string[] {
  const words = withoutMarks(name)
    .toLowerCase()
    .split(/[^\p{L}]+/u)
  return words.filter((word) => word !== '' && !fillers.has(word))
}

function otherAge(birthDate: string | undefined, age: number | null, today: string): boolean {
  if (birthDate === undefined || age === null) return false
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4))
  const now = today.slice(5) < birthDate.slice(5) ? years - 1 : years
  // The profile's age dates from when it was entered; a birthday may lie between.
  return now - age > 5 || now - age < -1
}
