/** A name as DICOM writes it has 64 signs at most (PS3.5, VR PN, one component group). */
const most = 64

const particle = /^(?:de|del|la|las|los|da|das|do|dos|di|van|von|der)$/i
const title = /^(?:dra?\.?|doctora?)$/i
/** Given names that go on with a particle: 'María de los Ángeles', 'Ma. del Carmen', 'Juan de Dios', 'José de Jesús'. */
const goesOn = /^(?:mar[ií]a|ma\.?|mª)$/i
const goesOnWith = /^(?:de (?:dios|jes[uú]s|la luz)|del (?:carmen|refugio|rosario))$/i

/**
 * A full Spanish name as DICOM's person name, `apellidos^nombres` (docs/product/machines.md): the last two surnames, of two words the last,
 * each with its particles. 'María de los Ángeles Ruiz Soto' gives 'Ruiz Soto^María de los Ángeles', 'Dra. Lucía Ferrer' 'Ferrer^Lucía^^Dra.',
 * one word itself. `fullNameOf` gives back the words in their order.
 */
export function personNameOf(fullName: string): string {
  const words = fullName
    .normalize('NFC')
    .replace(/[\^=\\\p{Cc}]/gu, ' ')
    .split(/\s+/)
    .filter(Boolean)
  const [first = '', ...others] = words
  const prefix = others.length > 0 && title.test(first) ? first : ''
  const units = unitsOf(prefix ? others : words)
  const surnames = units.length < 2 ? units.length : Math.min(2, units.length - 1)
  const family = units.slice(units.length - surnames).join(' ')
  const given = units.slice(0, units.length - surnames).join(' ')
  return fitted(family, given, prefix)
}

/** What DICOM calls a person, as people write it: prefix, given and middle names, surnames, suffix. */
export function fullNameOf(personName: string): string {
  const groups = personName.split('=')
  const group = groups.find((one) => /[^\s^]/.test(one)) ?? ''
  const [family = '', given = '', middle = '', prefix = '', ...suffix] = group.split('^')
  return [prefix, given, middle, family, ...suffix].join(' ').replace(/\s+/g, ' ').trim()
}

/** The character set that these texts need, as (0008,0005) names it; undefined where all of it is ASCII. */
export function characterSetOf(texts: readonly string[]): 'ISO_IR 100' | 'ISO_IR 192' | undefined {
  const text = texts.join('')
  if (/^[\u0020-\u007e]*$/.test(text)) return undefined
  return /^[\u0020-\u007e\u00a0-\u00ff]*$/.test(text) ? 'ISO_IR 100' : 'ISO_IR 192'
}

/** Words with the particles before them; 'Ortega y Gasset' is one, and 'María de los Ángeles' where a surname follows. */
function unitsOf(words: readonly string[]): string[] {
  const units: string[] = []
  let before: string[] = []
  for (const [at, word] of words.entries()) {
    const joins = /^[ye]$/i.test(word) && units.length > 0 && at < words.length - 1
    if (joins || (particle.test(word) && at < words.length - 1)) {
      if (joins) before = [units.pop() ?? '', word]
      else before.push(word)
      continue
    }
    units.push([...before, word].join(' '))
    before = []
  }
  const [first = '', second = '', ...rest] = units
  const isOne =
    rest.length > 0 &&
    ((goesOn.test(first) && particle.test(second.split(' ')[0] ?? '')) || goesOnWith.test(second))
  return isOne ? [`${first} ${second}`, ...rest] : units
}

/** Given names give way first; a sign that fits only in part is left out whole. */
function fitted(family: string, given: string, prefix: string): string {
  const joined = (names: string) => [family, names, '', prefix].join('^').replace(/\^+$/, '')
  const letters = [...given]
  while (letters.length > 0 && joined(letters.join('')).length > most) letters.pop()
  const whole = joined(letters.join('').trim())
  if (whole.length <= most) return whole
  const kept: string[] = []
  for (const letter of family) {
    if (kept.join('').length + letter.length > most) break
    kept.push(letter)
  }
  return kept.join('').trim()
}
