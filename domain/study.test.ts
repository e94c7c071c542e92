import { describe, expect, it } from 'vitest'
import { catalogue } from './catalogue.ts'
import {
  filedType,
  isHttpsLink,
  reportedByDefault,
  shortStudy,
  studyAttachment,
  studyDraftErrors,
  studyDraftProblem,
  studyPath,
  studyTypes,
} from './study.ts'

it('the study types are the requestable services', () => {
  expect(studyTypes).toEqual(catalogue.filter((row) => row.requestable).map((row) => row.name))
})

it.each(['https://visor.test/e/1', ' HTTPS://visor.test '])('%j is a link of a study', (text) => {
  expect(isHttpsLink(text)).toBe(true)
})

it.each([
  '',
  'http://visor.test',
  'javascript:alert(1)',
  'https://',
  'https:// x',
  'visor.test',
  'https://a b.test',
])('%j is none', (text) => {
  expect(isHttpsLink(text)).toBe(false)
})

it.each([
  [null, { kind: 'none' }],
  ['  ', { kind: 'none' }],
  ['https://visor.test/1', { kind: 'link', url: 'https://visor.test/1' }],
  ['6f1c/placa.pdf', { kind: 'file', path: '6f1c/placa.pdf' }],
  ['javascript:alert(1)', { kind: 'none' }],
  ['http://visor.test/1', { kind: 'none' }],
])('a study with %j offers %j', (fileUrl, attachment) => {
  expect(studyAttachment(fileUrl)).toEqual(attachment)
})

describe('the path of an uploaded file', () => {
  it.each([
    ['placa.pdf', 'placa.pdf'],
    ['Radiografía de Ñoño (1).PDF', 'Radiografia_de_Nono_1_.PDF'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\fotos\\placa.png', 'placa.png'],
    ['..', 'archivo'],
    ['', 'archivo'],
    ['影像', 'archivo'],
    [`${'a'.repeat(300)}.dcm`, `${'a'.repeat(96)}.dcm`],
  ])('of $0 ends in $1', (name, end) => {
    expect(studyPath('patient', 'uuid', name)).toBe(`patient/uuid/${end}`)
  })
})

describe('a study that a doctor adds', () => {
  const whole = { patientId: 'p', studyType: 'Tomografías', link: 'https://visor.test/1', hasFile: false }
  const missing = 'Por favor, selecciona un tipo de estudio y pega el enlace.'
  const missingWithPatient = 'Por favor, selecciona un paciente, tipo de estudio y pega el enlace.'

  it('needs a link or a file', () => {
    expect(studyDraftProblem(whole, { picksPatient: true })).toBeNull()
    expect(studyDraftProblem({ ...whole, link: '', hasFile: true }, { picksPatient: true })).toBeNull()
    expect(studyDraftProblem({ ...whole, link: ' ' }, { picksPatient: false })).toBe(missing)
    expect(studyDraftProblem({ ...whole, link: ' ' }, { picksPatient: true })).toBe(missingWithPatient)
  })

  it('needs a type and, where it is asked, a patient', () => {
    expect(studyDraftProblem({ ...whole, studyType: '' }, { picksPatient: false })).toBe(missing)
    expect(studyDraftProblem({ ...whole, patientId: '' }, { picksPatient: true })).toBe(missingWithPatient)
    expect(studyDraftProblem({ ...whole, patientId: '' }, { picksPatient: false })).toBeNull()
  })

  it('says what each field lacks', () => {
    const asked = { picksPatient: true, today: '2026-11-20' }
    const fine = { patient: null, studyType: null, link: null, day: null }
    expect(studyDraftErrors({ ...whole, day: '2026-11-20' }, asked)).toEqual(fine)
    const empty = { patientId: '', studyType: '', link: ' ', hasFile: false, day: '' }
    expect(studyDraftErrors(empty, asked)).toEqual({
      patient: 'Elige un paciente.',
      studyType: 'Elige un tipo de estudio.',
      link: 'Pega el enlace del estudio o elige un archivo.',
      day: 'Elige la fecha del estudio.',
    })
    const both = { ...whole, hasFile: true, day: '2026-11-21' }
    expect(studyDraftErrors(both, asked)).toMatchObject({
      link: 'Elige un enlace o un archivo, no los dos.',
      day: 'Elige una fecha entre 1990 y hoy.',
    })
    expect(
      studyDraftErrors({ ...empty, day: '1989-12-31' }, { ...asked, picksPatient: false }),
    ).toMatchObject({
      patient: null,
      day: 'Elige una fecha entre 1990 y hoy.',
    })
  })

  it('refuses other schemes', () => {
    expect(studyDraftProblem({ ...whole, link: 'http://visor.test' }, { picksPatient: false })).toBe(
      'El enlace debe empezar con https://.',
    )
  })
})

it('reports tomographies while nobody says otherwise', () => {
  expect([...studyTypes, null, ''].filter(reportedByDefault)).toEqual(['Tomografías'])
})

it.each([
  ['Radiografía Panorámica', 'Panorámica'],
  ['Radiografía Lateral de Cráneo', 'Lateral'],
  ['Tomografías', 'Tomografías'],
  ['Tomografía Cráneo completo', 'Tomografía'],
  ['Escaneo Intraoral', 'Escaneo'],
])('%s is %s in one word', (study, word) => {
  expect(shortStudy(study)).toBe(word)
})

it('files the tomographies of the catalogue as one kind, the others as they are called', () => {
  expect(['Tomografía 5x5 cm', 'TOMOGRAFIA', 'Radiografía Carpal'].map(filedType)).toEqual([
    'Tomografías',
    'Tomografías',
    'Radiografía Carpal',
  ])
})
