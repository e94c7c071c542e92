import { expect, it } from 'vitest'
import { type StudyEdit, studyEditErrors } from './study-edit.ts'

const form: StudyEdit = {
  patientId: null,
  study_date: '2026-11-20',
  link: '',
  hasNewFile: false,
  keptFileOf: null,
  storedDate: null,
  today: '2026-11-20',
}

it('needs a date and nothing else', () => {
  expect(studyEditErrors(form)).toEqual({})
  expect(studyEditErrors({ ...form, study_date: '' })).toEqual({ study_date: 'Elige la fecha del estudio.' })
  expect(studyEditErrors({ ...form, study_date: '31/02/2026' })).toEqual({
    study_date: 'Escribe una fecha como 21/11/2026.',
  })
})

it('refuses a day before 1990 or after today, but for the one that the study has', () => {
  const refused = { study_date: 'Elige una fecha entre 1990 y hoy.' }
  for (const study_date of ['1989-12-31', '2026-11-21', '2099-01-01'])
    expect(studyEditErrors({ ...form, study_date })).toEqual(refused)
  for (const study_date of ['1990-01-01', '2026-11-20'])
    expect(studyEditErrors({ ...form, study_date })).toEqual({})
  expect(studyEditErrors({ ...form, study_date: '1900-01-01', storedDate: '1900-01-01' })).toEqual({})
})

it('takes a link or a file, not both', () => {
  const link = 'https://visor.test/1'
  const both = { link: 'Elige un enlace o un archivo, no los dos.' }
  expect(studyEditErrors({ ...form, link })).toEqual({})
  expect(studyEditErrors({ ...form, link: 'javascript:alert(1)' })).toEqual({
    link: 'El enlace debe empezar con https://.',
  })
  expect(studyEditErrors({ ...form, patientId: 'ana', link, hasNewFile: true })).toEqual(both)
  expect(studyEditErrors({ ...form, patientId: 'ana', link, keptFileOf: 'ana' })).toEqual(both)
})

it('a file needs the patient in whose folder it lies', () => {
  expect(studyEditErrors({ ...form, hasNewFile: true })).toEqual({
    patient: 'Elige un paciente: el archivo se guarda en su carpeta.',
  })
  expect(studyEditErrors({ ...form, patientId: 'ana', hasNewFile: true })).toEqual({})
})

it('a stored file does not follow to another patient, a new one takes its place', () => {
  const moved = { ...form, patientId: 'luz', keptFileOf: 'ana' }
  const refused = {
    file: 'El archivo está en la carpeta del paciente anterior: súbelo otra vez o quítalo.',
  }
  expect(studyEditErrors({ ...moved, patientId: 'ana' })).toEqual({})
  expect(studyEditErrors(moved)).toEqual(refused)
  expect(studyEditErrors({ ...moved, patientId: null })).toEqual(refused)
  expect(studyEditErrors({ ...moved, hasNewFile: true })).toEqual({})
})
