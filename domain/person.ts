/**
 * Up to two initials of a name without its title: 'Dra. Lucía Ferrer Soto' gives 'LF'. Empty when the name has no letters.
 */
export function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word) && !/^(dr|dra|doctor|doctora)\.?$/i.test(word))
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
  const [, title, names = ''] = name.trim().match(/^(?:(dra?\.?|doctora?)\s+)?(.*)$/is) ?? []
  const [given] =
    names.replace(abbreviated, '').match(/^(?:mar[ií]a(?:\s+(?:del?|las?|los))+\s+\S+|\S+)/i) ?? []
  return [title, given].filter(Boolean).join('\u00a0')
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
