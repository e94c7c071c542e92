import { expect, it } from 'vitest'
import { filmOf } from '#demo/generate/films.ts'
import type { StudyRow } from '#demo/generate/studies.ts'
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
  ['Radiografía Panorámica', 'PX', [1680, 960], { known: 'ratio', ratio: 1 }],
  ['Radiografía Lateral de Cráneo', 'DX', [1600, 1200], { known: 'mm', row: 0.2, column: 0.2 }],
  ['Radiografía Carpal', 'DX', [1200, 1500], { known: 'mm', row: 0.2, column: 0.2 }],
])(
  'the demo’s %s is a film that the viewer reads, with its patient and its scale',
  async (type, modality, size, spacing) => {
    const dicom = await readDicom(filmOf(1, study(type), person))
    expect(dicom.header).toMatchObject({ modality, patientName: 'Mariana López Hernández' })
    expect(dicom.spacing(0)).toEqual(spacing)
    const picture = await dicom.picture(0)
    if (picture.kind !== 'grey') throw new Error('not grey')
    expect([picture.columns, picture.rows]).toEqual(size)
    expect(picture.range[1]).toBeGreaterThan(200)
  },
)

it('the demo’s films are of a mouth of the patient’s age, and the same for the same patient', () => {
  const film = (patient: string, age: number) =>
    filmOf(1, study('Radiografía Panorámica', patient), { ...person, age })
  expect(film('a', 30)).toEqual(film('a', 30))
  expect(film('a', 9).length).not.toBe(film('a', 60).length)
})
