import { personNameOf } from './person-name.ts'

/** Attributes by their keyword (PS3.6); a sequence is a list. */
export type Attributes = { [keyword: string]: string | Attributes[] }

/** What the agenda says of an appointment (station_worklist). Day yyyy-MM-dd, time HH:mm:ss. */
export type WorklistEntry = {
  study_uid: string
  accession_number: number
  patient_number: number | null
  patient_name: string | null
  study_type: string | null
  day: string
  time: string | null
  doctor_name: string | null
  referring_doctor: string | null
  /** Where to take it, if a dentist said so: teeth in FDI numbers and regions, in ASCII. */
  region?: string | null
  aet: string | null
}

/** What a kind of study is taken with (docs/product/machines.md), as DICOM abbreviates it (PS3.3 C.7.3.1.1.1). */
export function modalityOf(studyType: string): 'CT' | 'DX' | 'OT' {
  if (/^tomograf/i.test(studyType)) return 'CT'
  return /^radiograf/i.test(studyType) ? 'DX' : 'OT'
}

/** A patient's number as it is printed. */
function patientNumberText(number: number): string {
  return String(number).padStart(8, '0')
}

/** Kind and region in 64 signs (VR LO). Of a longer one whole words stay: half a number would be another tooth. */
function describe({ study_type, region }: WorklistEntry): string {
  const kind = [...(study_type ?? '')].slice(0, 64).join('')
  const whole = [kind, region].filter(Boolean).join('; ')
  const signs = [...whole]
  if (signs.length <= 64) return whole
  const end = signs.lastIndexOf(' ', 63)
  return end > [...kind].length ? `${signs.slice(0, end).join('')}+` : kind
}

/** An appointment as an item of DICOM's modality worklist (PS3.4 K.6.1.2.2). What nobody knows is empty. */
export function worklistItem(entry: WorklistEntry): Attributes {
  const number = String(entry.accession_number).slice(0, 16)
  const description = describe(entry)
  const doctor = personNameOf(entry.doctor_name ?? '')
  return {
    AccessionNumber: number,
    ReferringPhysicianName: personNameOf(entry.referring_doctor ?? ''),
    PatientName: personNameOf(entry.patient_name ?? ''),
    PatientID: entry.patient_number === null ? '' : patientNumberText(entry.patient_number),
    PatientBirthDate: '',
    PatientSex: '',
    StudyInstanceUID: entry.study_uid,
    RequestedProcedureDescription: description,
    ScheduledProcedureStepSequence: [
      {
        Modality: modalityOf(entry.study_type ?? ''),
        ScheduledStationAETitle: entry.aet ?? '',
        ScheduledProcedureStepStartDate: entry.day.replaceAll('-', ''),
        ScheduledProcedureStepStartTime: (entry.time ?? '').replaceAll(':', '').slice(0, 6),
        ScheduledPerformingPhysicianName: doctor,
        ScheduledProcedureStepDescription: description,
        ScheduledProcedureStepID: number,
      },
    ],
    RequestedProcedureID: number,
  }
}

/**
 * Whether an item is asked for by these matching keys (PS3.4 C.2.2.2): dates and times also as ranges, texts with `*` and `?`, without regard
 * to capitals and accents in names. An empty key, and every other one, leaves nothing out.
 */
export function matches(item: Attributes, keys: Attributes): boolean {
  return Object.entries(keys).every(([keyword, key]) => {
    const value = item[keyword]
    if (typeof key !== 'string') {
      const [first] = key
      return !first || !Array.isArray(value) || value.some((step) => matches(step, first))
    }
    const compare = compared[keyword]
    return !compare || typeof value !== 'string' || key.trim() === '' || compare(value, key.trim())
  })
}

/** Of an item what was asked for: its sequences with an empty key whole. */
export function answered(item: Attributes, keys: Attributes): Attributes {
  const found: Attributes = {}
  for (const [keyword, key] of Object.entries(keys)) {
    const value = item[keyword]
    if (value === undefined) continue
    const inner = typeof key === 'string' ? undefined : key[0]
    const isWhole = typeof value === 'string' || !inner || Object.keys(inner).length === 0
    found[keyword] = isWhole ? value : value.map((step) => answered(step, inner))
  }
  return found
}

type Compare = (value: string, key: string) => boolean

const inRange =
  (begin: (text: string) => string, end: (text: string) => string): Compare =>
  (value, key) => {
    if (key === '*') return true
    const [from = '', to = from, ...rest] = key.includes('-')
      ? key.split('-').map((part) => part.trim())
      : [key]
    if (rest.length > 0 || ![from, to].every((part) => /^\d*(?:\.\d+)?$/.test(part))) return false
    // An appointment without an hour is at any.
    if (value === '') return true
    return (from === '' || begin(value) >= begin(from)) && (to === '' || begin(value) <= end(to))
  }

const date = inRange(
  (text) => text,
  (text) => text,
)
const time = inRange(
  (text) => text.slice(0, 6).padEnd(6, '0'),
  (text) => text.slice(0, 6).padEnd(6, '9'),
)
const text: Compare = (value, key) => wild(key).test(value)
const name: Compare = (value, key) => wild(plain(key), true).test(plain(value))

function wild(key: string, isName = false): RegExp {
  const pattern = key
    .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return new RegExp(`^${pattern}${isName ? '\\^*' : ''}$`, 'su')
}

/** Consoles without accents find everybody. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[=^\s]+$/, '')
}

const compared: { [keyword: string]: Compare } = {
  PatientName: name,
  PatientID: text,
  AccessionNumber: text,
  Modality: text,
  ScheduledStationAETitle: text,
  ScheduledProcedureStepStartDate: date,
  ScheduledProcedureStepStartTime: time,
}
