import { expect, it } from 'vitest'
import { assetOf } from '#demo/generate/assets.ts'
import type { StudyRow } from '#demo/generate/studies.ts'
import { assetFile, studyFile } from '#demo/generate/study-file.ts'
import { readDicom } from '#web/imaging/dicom/read-dicom.ts'

function study(study_type: string, patient = 'a'): StudyRow {
  return {
    id: '0b5f2c9e-6f0e-4f5e-9c5f-3a1f9f0c7d11',
    patient_id: patient,
    doctor_id: 'd',
    study_type,
    study_date: '2026-11-20',
    comments: null,
    file_url: null,
    file_name: null,
    created_at: '2026-11-20T18:00:00Z',
  }
}
const person = { full_name: 'Mariana López Hernández', age: 34 }

it.each([
  ['Radiografía Panorámica', 34, 'PX', [1680, 960], { known: 'ratio', ratio: 1 }],
  ['Radiografía Lateral de Cráneo', 34, 'DX', [1600, 1200], { known: 'mm', row: 0.2, column: 0.2 }],
  ['Radiografía Carpal', 12, 'DX', [1200, 1500], { known: 'mm', row: 0.2, column: 0.2 }],
])(
  'the demo’s %s at %d is a film that the viewer reads, with its patient and its scale',
  async (type, age, modality, size, spacing) => {
    const dicom = await readDicom((await studyFile(1, study(type), { ...person, age })).bytes)
    expect(dicom.header).toMatchObject({ modality, patientName: 'Mariana López Hernández' })
    expect(dicom.spacing(0)).toEqual(spacing)
    const picture = await dicom.picture(0)
    if (picture.kind !== 'grey') throw new Error('not grey')
    expect([picture.columns, picture.rows]).toEqual(size)
    expect(picture.range[1]).toBeGreaterThan(200)
  },
)

it('a film of the demo has twelve bits', async () => {
  const { bytes } = await assetFile('lateral-4', study('Radiografía Lateral de Cráneo'), person)
  const picture = await (await readDicom(bytes)).picture(0)
  if (picture.kind !== 'grey') throw new Error('not grey')
  expect(picture.range[1]).toBeGreaterThan(3500)
})

it('the demo’s grown hands and its tracings are pictures without DICOM, in the format of their name', async () => {
  const file = (type: string) => studyFile(1, study(type), person)
  const begins = async (type: string) => [...(await file(type)).bytes.subarray(0, 3)]
  expect(await begins('Radiografía Carpal')).toEqual([0x89, 0x50, 0x4e])
  expect(await begins('Trazados Cefalométricos')).toEqual([0xff, 0xd8, 0xff])
})

it('the demo’s files are of the patient’s age, and the same mouth and head for the same patient', () => {
  const asset = (type: string, patient: string, age: number) => assetOf(1, study(type, patient), { age })
  expect(asset('Radiografía Panorámica', 'a', 30)).toBe(asset('Radiografía Panorámica', 'a', 30))
  expect(asset('Radiografía Panorámica', 'a', 9)).toBe('panoramica-child-1')
  expect([8, 12, 34].map((age) => asset('Radiografía Carpal', 'a', age))).toEqual([
    'carpal-2',
    'carpal-1',
    'carpal-3',
  ])
  for (const patient of ['a', 'b', 'c', 'd', 'e'])
    expect(asset('Trazados Cefalométricos', patient, 30)).toBe(
      asset('Radiografía Lateral de Cráneo', patient, 30).replace('lateral', 'trazado'),
    )
})
