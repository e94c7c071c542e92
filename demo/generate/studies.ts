import { addDays } from '#domain/days.ts'
import { studyPath, studyTypes } from '#domain/study.ts'
import { assetOf, extensionOf } from './assets.ts'
import { historyDays, instantOf, type Moment } from './moment.ts'
import type { Patient } from './patients.ts'
import { createRandom } from './random.ts'

export type StudyRow = {
  id: string
  patient_id: string
  doctor_id: string
  study_type: string
  study_date: string
  comments: string | null
  file_url: string | null
  file_name: string | null
  created_at: string
}

const comments = [
  'Sin artefactos de movimiento.',
  'Estudio sin hallazgos patológicos aparentes.',
  'Entregado al paciente y a su odontólogo.',
  'Adquisición con campo de visión reducido.',
  'Se tomó con separador de arcadas.',
]

/** What each patient in `mine` has, newest first, with the days since the one before. */
const own = [
  { study_type: 'Tomografías', kind: 'file', after: 0 },
  { study_type: 'Radiografía Panorámica', kind: 'file', after: 5 },
  { study_type: 'Escaneo Intraoral', kind: 'file', after: 12 },
  { study_type: 'Radiografía Lateral de Cráneo', kind: 'link', after: 10 },
  { study_type: 'Trazados Cefalométricos', kind: 'none', after: 15 },
] as const

/** A page that exists and is nobody's: RFC 2606 keeps the name for examples. */
export const exampleLink = 'https://example.com/'

/**
 * At least `least` studies: the five of `own` for each patient in `mine`, the newest of today, and the rest for random
 * `patients`: with a file, but every twelfth without; every eleventh is dated today. `studyFile` makes a file's bytes.
 */
export function* generateStudies(
  moment: Moment,
  { patients, mine, least }: { patients: readonly Patient[]; mine: readonly Patient[]; least: number },
): Generator<StudyRow> {
  const random = createRandom(moment.seed, 'studies')
  const { today } = moment
  const others = patients.filter((patient) => !mine.includes(patient))
  const ownStudies = mine.flatMap((patient) => {
    let day = today
    return own.map(({ after, ...study }) => {
      day = addDays(day, -after)
      return { ...study, patient, day }
    })
  })
  for (let index = 0; index < Math.max(least, ownStudies.length); index++) {
    const id = random.uuid()
    const { patient, study_type, kind, day } = ownStudies[index] ?? {
      patient: random.pick(others),
      study_type: random.pick(studyTypes),
      kind: index % 12 === 0 ? 'none' : 'file',
      day: addDays(today, index % 11 === 3 ? 0 : -random.whole(1, historyDays)),
    }
    const asset = assetOf(moment.seed, { patient_id: patient.id, study_type }, patient)
    const file_name = `${study_type} ${day}.${extensionOf(asset)}`
    const attached = {
      file: { file_url: studyPath(patient.id, id, file_name), file_name },
      link: { file_url: exampleLink, file_name: null },
      none: { file_url: null, file_name: null },
    }
    yield {
      id,
      patient_id: patient.id,
      doctor_id: random.pick(patient.doctorIds),
      study_type,
      study_date: day,
      comments: random.chance(0.7) ? random.pick(comments) : null,
      ...attached[kind],
      created_at: instantOf(day, moment, random),
    }
  }
}
