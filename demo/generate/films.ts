import { readFileSync } from 'node:fs'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import type { Person } from './accounts.ts'
import { createRandom } from './random.ts'
import type { StudyRow } from './studies.ts'

export type Examined = Pick<Person, 'full_name' | 'age'>

const panoramics = {
  child: ['panoramica-child-1'],
  young: ['panoramica-young-1', 'panoramica-young-2'],
  adult: ['panoramica-adult-1', 'panoramica-adult-2', 'panoramica-adult-3'],
  senior: ['panoramica-senior-1', 'panoramica-senior-2'],
}
const laterals = ['lateral-1', 'lateral-2']
const hands = ['carpal-1']

/** Every film, as its file in demo/assets is called. */
export const filmNames = [...Object.values(panoramics).flat(), ...laterals, ...hands]

type FilmedStudy = Pick<StudyRow, 'id' | 'study_type' | 'study_date'>

/** Millimetres a pixel, as tools/illustrations draws them. */
const spacings = { PX: 1 / 7.2, DX: 0.2 }

/** The film of a study: of a mouth of the patient's age, and always the same for the same patient. */
export function filmName(seed: number, study: StudyRow, { age }: Examined): string {
  const random = createRandom(seed, `film ${study.patient_id}`)
  if (study.study_type === 'Radiografía Panorámica') return random.pick(panoramics[stageOf(age)])
  return random.pick(study.study_type === 'Radiografía Carpal' ? hands : laterals)
}

/** The radiograph of a study. */
export const filmOf = (seed: number, study: StudyRow, patient: Examined): Uint8Array<ArrayBuffer> =>
  filmDicom(filmName(seed, study, patient), study, patient)

/** A film as DICOM, with its patient's name; drawn by tools/illustrations/demo.mjs. */
export function filmDicom(name: string, study: FilmedStudy, patient: Examined): Uint8Array<ArrayBuffer> {
  const panoramic = name.startsWith('panoramica')
  const jpeg = new Uint8Array(readFileSync(new URL(`../assets/${name}.jpg`, import.meta.url)))
  const modality = panoramic ? 'PX' : 'DX'
  const spacing = spacings[modality].toFixed(4)
  const uid = `2.25.${BigInt(`0x${study.id.replaceAll('-', '')}`)}`
  return writeDicom({
    syntax: 'jpegBaseline',
    frames: [[jpeg]],
    elements: {
      ...imageElements({ ...sizeOf(jpeg), allocated: 8, modality }),
      '00080005': ['CS', 'ISO_IR 192'],
      '00080016': ['UI', '1.2.840.10008.5.1.4.1.1.1.1'],
      '00080018': ['UI', `${uid}.1`.slice(0, 64)],
      '00080020': ['DA', study.study_date.replaceAll('-', '')],
      '00081030': ['LO', study.study_type],
      '00100010': ['PN', dicomName(patient.full_name)],
      ...(patient.age !== null && { '00101010': ['AS', `${String(patient.age).padStart(3, '0')}Y`] }),
      '00181164': ['DS', spacing, spacing],
      // A panoramic magnifies unevenly, so nobody may measure millimetres in one.
      ...(!panoramic && { '00280030': ['DS', spacing, spacing], '00280A02': ['CS', 'GEOMETRY'] }),
      '0020000D': ['UI', uid],
      '0020000E': ['UI', `${uid}.2`.slice(0, 64)],
      '00281050': ['DS', '128'],
      '00281051': ['DS', '256'],
      '00282110': ['CS', '01'],
    },
  })
}

function stageOf(age: number | null): keyof typeof panoramics {
  if (age === null) return 'adult'
  if (age < 12) return 'child'
  if (age < 26) return 'young'
  return age < 55 ? 'adult' : 'senior'
}

/** 'Mariana López Hernández' becomes 'López Hernández^Mariana'. */
function dicomName(fullName: string): string {
  const words = fullName.split(' ')
  return `${words.slice(-2).join(' ')}^${words.slice(0, -2).join(' ')}`
}

/** The size in a JPEG's frame header (T.81 B.2.2). */
function sizeOf(jpeg: Uint8Array): { columns: number; rows: number } {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset)
  for (let at = 2; at < jpeg.length; at += 2 + view.getUint16(at + 2))
    if (view.getUint16(at) === 0xffc0)
      return { rows: view.getUint16(at + 5), columns: view.getUint16(at + 7) }
  throw new Error('Una radiografía de la demostración no es un JPEG.')
}
