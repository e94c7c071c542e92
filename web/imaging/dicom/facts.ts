import { withoutMarks } from '#domain/without-marks.ts'
import { readDataSet } from './data-set.ts'
import { guarded } from './guard.ts'
import { day } from './names.ts'
import type { DataSet } from './parser.ts'
import { tag } from './tags.ts'
import { codeOf, numberOf, textOf } from './values.ts'

/** How an examination was made, as far as its file says so: names, identifiers and comments are not among it. */
export type ExposureFacts = {
  /** A code such as 'CT'. */
  modality?: string
  manufacturer?: string
  model?: string
  /** kV, mA, ms. */
  kvp?: number
  ma?: number
  ms?: number
  /** Dose area product, mGy·cm². */
  dap?: number
  /** The machine's own clock: 'yyyy-MM-ddTHH:mm', or the day alone. */
  performed_at?: string
}

const longestText = 64
/** What machines of dentists and hospitals write (PS3.3 C.7.3.1.1.1); anything else is no code. */
const modalities = new Set([
  'CT',
  'CR',
  'DX',
  'ES',
  'IO',
  'M3D',
  'MR',
  'NM',
  'OT',
  'PT',
  'PX',
  'RF',
  'RG',
  'SC',
  'US',
  'XA',
  'XC',
])

/** Only read here, so that what opens a study does not load them. */
const said = {
  studyTime: 'x00080030',
  manufacturer: 'x00080070',
  model: 'x00081090',
  kvp: 'x00180060',
  exposureTime: 'x00181150',
  tubeCurrent: 'x00181151',
  areaDose: 'x0018115e',
  exposureMicroseconds: 'x00188150',
  tubeMicroamperes: 'x00188151',
} as const

/**
 * Reads them before the pixels; `headBytes` of `read-dicom.ts` are enough. Numbers that no machine has are left out, and so is a
 * text that holds a part of the patient's name or number.
 * @throws ImagingError empty, not_an_image, too_large
 */
export function readFacts(bytes: Uint8Array): Promise<ExposureFacts> {
  return guarded(async () => factsOf((await readDataSet(bytes)).data))
}

function factsOf(data: DataSet): ExposureFacts {
  const text = (name: string) => plainText(data, name)
  const number = (name: string, factor: number, most: number) => {
    const value = (numberOf(data, name) ?? 0) * factor
    return value > 0 && value <= most ? Number(value.toPrecision(6)) : undefined
  }
  const modality = codeOf(data, tag.modality)
  const facts: ExposureFacts = {
    modality: modalities.has(modality) ? modality : undefined,
    manufacturer: text(said.manufacturer),
    model: text(said.model),
    kvp: number(said.kvp, 1, 500),
    ma: number(said.tubeCurrent, 1, 2000) ?? number(said.tubeMicroamperes, 0.001, 2000),
    ms: number(said.exposureTime, 1, 600_000) ?? number(said.exposureMicroseconds, 0.001, 600_000),
    // The file has dGy·cm².
    dap: number(said.areaDose, 100, 1_000_000),
    performed_at: performedAt(data),
  }
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
}

function plainText(data: DataSet, name: string): string | undefined {
  const text = textOf(data, name)
  if (!text || text.length > longestText || /\p{C}/u.test(text)) return undefined
  const words = wordsOf(text)
  const hidden = [tag.patientName, tag.patientId].flatMap((one) => wordsOf(textOf(data, one) ?? ''))
  // Two letters are in everything.
  const tells = (word: string) =>
    words.some((other) => (word.length > 2 ? other.includes(word) : other === word))
  return hidden.some(tells) ? undefined : text
}

const wordsOf = (text: string) =>
  withoutMarks(text)
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word.length > 1)

/** When the pictures were taken, else when the examination began. */
function performedAt(data: DataSet): string | undefined {
  const taken = textOf(data, tag.acquisitionDateTime)
  const ways = [
    [taken?.slice(0, 8), taken?.slice(8)],
    [textOf(data, tag.acquisitionDate), textOf(data, tag.acquisitionTime)],
    [textOf(data, tag.studyDate), textOf(data, said.studyTime)],
  ] as const
  for (const [date, time] of ways) {
    const found = date && day(date)
    if (!found) continue
    const hour = /^([01]\d|2[0-3]):?([0-5]\d)/.exec(time ?? '')
    return hour ? `${found}T${hour[1]}:${hour[2]}` : found
  }
  return undefined
}
