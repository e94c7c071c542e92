import { addDays } from '#domain/days.ts'
import { studyPath, studyTypes } from '#domain/study.ts'
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
  'Se observan terceros molares retenidos.',
  'Estudio sin hallazgos patológicos aparentes.',
  'Entregado al paciente y a su odontólogo.',
  'Adquisición con campo de visión reducido.',
  'Pendiente de interpretación.',
]

/** Files, links and studies without either, in turn. */
const attachments = ['file', 'link', 'file', 'link', 'none'] as const

/**
 * At least `least` studies: five for each patient in `mine`, the rest for random `patients`; every eleventh is
 * dated today. `studyFile` makes the bytes of an uploaded file.
 */
export function* generateStudies(
  moment: Moment,
  { patients, mine, least }: { patients: readonly Patient[]; mine: readonly Patient[]; least: number },
): Generator<StudyRow> {
  const random = createRandom(moment.seed, 'studies')
  const { today } = moment
  const owners = [...mine.flatMap((patient) => Array.from({ length: 5 }, () => patient))]
  while (owners.length < least) owners.push(random.pick(patients))
  for (const [index, patient] of owners.entries()) {
    const id = random.uuid()
    const study_type = random.pick(studyTypes)
    const day = addDays(today, index % 11 === 3 ? 0 : -random.whole(1, historyDays))
    const kind = attachments[index % attachments.length]
    const file_name = `${study_type} ${day}.${extensionOf(study_type)}`
    const attached = {
      file: { file_url: studyPath(patient.id, id, file_name), file_name },
      link: { file_url: `https://visor.clinica.test/estudios/${id}`, file_name: null },
      none: { file_url: null, file_name: null },
    }
    yield {
      id,
      patient_id: patient.id,
      doctor_id: random.pick(patient.doctorIds),
      study_type,
      study_date: day,
      comments: random.chance(0.7) ? random.pick(comments) : null,
      ...attached[kind ?? 'none'],
      created_at: instantOf(day, moment, random),
    }
  }
}

function extensionOf(type: string): string {
  if (type.startsWith('Radiografía')) return 'png'
  return { Tomografías: 'zip', 'Escaneo Intraoral': 'ply' }[type] ?? 'pdf'
}
