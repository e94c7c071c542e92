import { expect, it } from 'vitest'
import type { ReportContent } from './report.ts'
import { ageOf, hasEnded, placed } from './report.ts'
import { lacksOf } from './report-lacks.ts'

const complete: ReportContent = {
  requested_by: 'Dra. Rivas',
  study_name: 'Tomografía de mandíbula',
  clinical_question: 'Implante en 36',
  incidents: 'Ninguno',
  performed_by: 'T. R. Soto',
  technique: '',
  quality: '',
  compared_with: '',
  impression: 'Altura de 12.4 mm en 36.',
  recommendations: '',
  communication: '',
  patient_summary: '',
  performed_at: '2026-11-24T16:00:00.000Z',
  patient_age: 0,
  patient_sex: 'mujer',
  sections: [
    { key: 'dientes', title: 'Dientes', text: 'Completos.', outside: false },
    {
      key: 'sitios',
      title: 'Sitios evaluados',
      text: '',
      outside: false,
      columns: ['Sitio'],
      rows: [['36']],
    },
    { key: 'atm', title: 'Articulaciones temporomandibulares', text: '', outside: true },
  ],
  images: [],
}
const wordsOf = (change: Partial<ReportContent>) =>
  lacksOf({ ...complete, ...change }).map(({ words }) => words)

it('lets a complete report be signed', () => {
  expect(wordsOf({})).toEqual([])
})

it('names all that an empty report lacks, in order', () => {
  const empty = Object.fromEntries(
    Object.entries(complete).map(([name, value]) => [name, typeof value === 'string' ? '  ' : value]),
  )
  expect(wordsOf({ ...empty, performed_at: null, patient_age: null, patient_sex: null })).toEqual([
    'Fecha y hora del estudio',
    'Quién solicitó el estudio',
    'Estudio solicitado',
    'Problema clínico',
    'Incidentes (o «Ninguno»)',
    'Quién realizó el estudio',
    'Edad del paciente',
    'Sexo del paciente',
    'Impresión',
  ])
})

it.each([
  ['performed_at', 'Fecha y hora del estudio', null],
  ['requested_by', 'Quién solicitó el estudio', ''],
  ['study_name', 'Estudio solicitado', ''],
  ['clinical_question', 'Problema clínico', ''],
  ['incidents', 'Incidentes (o «Ninguno»)', ''],
  ['performed_by', 'Quién realizó el estudio', ''],
  ['patient_age', 'Edad del paciente', null],
  ['patient_sex', 'Sexo del paciente', null],
  ['impression', 'Impresión', ''],
] as const)('names %s and leads to it', (field, words, empty) => {
  expect(lacksOf({ ...complete, [field]: empty })).toEqual([{ field, words }])
})

it('wants every section written or outside of the field', () => {
  const sections = complete.sections.map((section) => ({
    ...section,
    text: ' ',
    rows: [['']],
    outside: false,
  }))
  expect(wordsOf({ sections })).toEqual([
    'Dientes: escribe o marca «Fuera del campo»',
    'Sitios evaluados: escribe o marca «Fuera del campo»',
    'Articulaciones temporomandibulares: escribe o marca «Fuera del campo»',
  ])
})

it('finds what a phrase left in brackets, in the order of the form', () => {
  const [first, ...rest] = complete.sections
  const sections = [
    { ...first, key: 'dientes', title: 'Dientes', outside: false, text: 'Falta [diente].' },
    ...rest,
  ]
  expect(lacksOf({ ...complete, sections, incidents: 'Ver [qué]', impression: 'Altura [ ] mm' })).toEqual([
    { field: 'incidents', words: 'Completa lo que está entre corchetes en Incidentes' },
    { field: 'sections.dientes', words: 'Completa lo que está entre corchetes en Dientes' },
    { field: 'impression', words: 'Completa lo que está entre corchetes en Impresión' },
  ])
})

it('reads an age in whole years', () => {
  expect(['34', ' 7 ', '0', '131', '-1', '3.5', ''].map(ageOf)).toEqual([34, 7, 0, null, null, null, null])
})

it('places an image among the others', () => {
  expect(placed(['a', 'b', 'c'], 'b', 0)).toEqual(['b', 'a', 'c'])
  expect(placed(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a'])
  expect(placed(['a', 'b'], 'c', 1)).toEqual(['a', 'c', 'b'])
  expect(placed(['a', 'b'], 'a', -1)).toEqual(['a', 'b'])
  expect(placed(['a', 'b'], 'b', 2)).toEqual(['a', 'b'])
})

it('ends a certificate after its day', () => {
  expect([
    hasEnded('2026-11-24', '2026-11-25'),
    hasEnded('2026-11-25', '2026-11-25'),
    hasEnded(null, '2026-11-25'),
  ]).toEqual([true, false, false])
})
