/** What stands before a name: 'Dra.', 'doctor', and of those who hold a diploma 'T. R.', 'C. D.', 'Lic.', 'Mtra.', 'Esp.' */
const titles = /^(?:(?:dra?\.?|doctora?|(?:lic|mtr[oa]|enf|t[eé]c|esp|t\.\s*r|c\.\s*d)\.)(?:\s+|$))+/i

/**
 * Up to two initials of a name without its titles: 'Dra. Lucía Ferrer Soto' gives 'LF', 'T. R. Marco Solís' 'MS'. Empty when the
 * name has no letters.
 */
export function initialsOf(name: string): string {
  return name
    .trim()
    .replace(titles, '')
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word))
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase('es-MX') ?? '')
    .join('')
}

/** Names that are only hinted at: 'Ma.', 'Mª', 'J.', and the particles of such a name. */
const abbreviated = /^(?:(?:[^\s.]|ma|mª|gpe|fco)(?:\.\s*|\s+))+(?:(?:del?|las?|los)\s+)*(?=[^\s.]{2})/i

/**
 * What a person is called: 'Mariana López Hernández' gives 'Mariana', 'Dra. Lucía Ferrer Soto' 'Dra. Lucía' with a space that does not
 * break, 'María de los Ángeles Ruiz' her whole given name, 'Ma. Guadalupe Ruiz' 'Guadalupe' (private.first_name).
 */
export function firstNameOf(name: string): string {
  const { title, given } = partsOf(name)
  return [title, given].filter(Boolean).join('\u00a0')
}

/**
 * Under what somebody is looked for: 'Mariana López Hernández' gives 'López', 'Beto Ruiz' 'Ruiz', 'Ana de la Cruz Soto' 'de la Cruz', a
 * single name itself. Of the two surnames that a Spanish name ends with it is the first.
 */
export function surnameOf(name: string): string {
  const { given, others } = partsOf(name)
  // A particle belongs to the surname that it stands before.
  const surnames = others.match(/(?:(?:del?|las?|los)\s+)*\S+/gi) ?? []
  return surnames.at(-2) ?? surnames.at(-1) ?? given
}

function partsOf(name: string): { title: string | undefined; given: string; others: string } {
  const [, title, all = ''] = name.trim().match(/^(?:(dra?\.?|doctora?)\s+)?(.*)$/is) ?? []
  const names = all.replace(abbreviated, '')
  const [given = ''] = names.match(/^(?:mar[ií]a(?:\s+(?:del?|las?|los))+\s+\S+|\S+)/i) ?? []
  return { title, given, others: names.slice(given.length) }
}

/** With whom, within a sentence: 'la Dra. Lucía Ferrer', 'el Dr. Andrés Quintana', and a name without a title as it is. */
export function withArticle(name: string): string {
  const title = /^(?:dr(a)?\.|doctor(a)?)\s/i.exec(name.trim())
  if (!title) return name
  return `${title[1] || title[2] ? 'la' : 'el'} ${name}`
}

/** Names device and browser for people, from the browser's user agent: 'Chrome en Android'. */
export function deviceOf(userAgent: string): { name: string; isPhone: boolean } {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  const isPhone = /Mobile|Android|iPhone|iPad/.test(userAgent)
  if (browser && system) return { name: `${browser} en ${system}`, isPhone }
  return { name: browser ?? system ?? 'Dispositivo desconocido', isPhone }
}

/** Most specific first: nearly every browser also claims to be Chrome and Safari. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\/|EdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOpera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
]
