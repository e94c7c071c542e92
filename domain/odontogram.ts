/** Teeth by their FDI number: the quadrant, and how far from the middle (ISO 3950). */
type Arch = { upper: readonly number[]; lower: readonly number[] }

const row = (right: number, left: number, most: number): number[] => [
  ...Array.from({ length: most }, (_, at) => right * 10 + most - at),
  ...Array.from({ length: most }, (_, at) => left * 10 + at + 1),
]

/** As they are drawn: the person's right at the left. */
export const dentitions: Record<'permanent' | 'primary', Arch> = {
  permanent: { upper: row(1, 2, 8), lower: row(4, 3, 8) },
  primary: { upper: row(5, 6, 5), lower: row(8, 7, 5) },
}

const every = Object.values(dentitions).flatMap(({ upper, lower }) => [...upper, ...lower])

/** What one order may be about besides single teeth, as it is stored and as it is said. */
export const areaNames = {
  arcada_superior: 'Arcada superior',
  arcada_inferior: 'Arcada inferior',
  atm: 'ATM',
  craneo: 'Cráneo completo',
} as const

export type Area = keyof typeof areaNames

export const allAreas = Object.keys(areaNames) as Area[]

const permanent = [
  'incisivo central',
  'incisivo lateral',
  'canino',
  'primer premolar',
  'segundo premolar',
  'primer molar',
  'segundo molar',
  'tercer molar',
]
const primary = [
  'incisivo central',
  'incisivo lateral',
  'canino',
  'primer molar temporal',
  'segundo molar temporal',
]

const quadrants = [
  'superior derecho',
  'superior izquierdo',
  'inferior izquierdo',
  'inferior derecho',
] as const

/** Whether a number is a tooth's. */
export function isTooth(number: number): boolean {
  return every.includes(number)
}

/** 36 reads 'primer molar inferior izquierdo'; a number that is no tooth's is refused with a RangeError. */
export function toothName(number: number): string {
  const quadrant = Math.floor(number / 10)
  const kind = (quadrant > 4 ? primary : permanent)[(number % 10) - 1]
  const side = quadrants[(quadrant - 1) % 4]
  if (!kind || !side || !isTooth(number)) throw new RangeError(`No tooth has the number ${number}.`)
  return quadrant > 4 && !kind.endsWith('temporal') ? `${kind} temporal ${side}` : `${kind} ${side}`
}

/** How a tooth is drawn, by its place. */
export function toothShape(number: number): 'incisor' | 'canine' | 'premolar' | 'molar' {
  const place = number % 10
  if (place < 3) return 'incisor'
  if (place === 3) return 'canine'
  return place < 6 && number < 50 ? 'premolar' : 'molar'
}

/** 'Piezas 18, 36 · Arcada inferior' in parts, for a line; nothing for an order without a place. */
export function regionParts({
  teeth,
  areas,
}: {
  teeth: readonly number[]
  areas: readonly string[]
}): string[] {
  const named = allAreas.filter((area) => areas.includes(area)).map((area) => areaNames[area])
  if (teeth.length === 0) return named
  return [`${teeth.length === 1 ? 'Pieza' : 'Piezas'} ${teeth.join(', ')}`, ...named]
}

/** The tooth that an arrow key leads to from one of a drawn arch; the same one at an edge. */
export function nextTooth(arch: Arch, from: number, key: string): number {
  const isUpper = arch.upper.includes(from)
  const own = isUpper ? arch.upper : arch.lower
  const at = own.indexOf(from)
  const step = { ArrowLeft: -1, ArrowRight: 1, Home: -at, End: own.length - 1 - at }[key]
  if (step !== undefined) return own[at + step] ?? from
  if ((key === 'ArrowDown') === isUpper) return (isUpper ? arch.lower : arch.upper)[at] ?? from
  return from
}
