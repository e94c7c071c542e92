import { expect, it } from 'vitest'
import { visitWords } from './visits.ts'

const visit = (patient_id: string, appointment_date: string, status: string) => ({
  patient_id,
  appointment_date,
  status,
})
const visits = [
  visit('ana', '2026-12-24', 'confirmada'),
  visit('ana', '2026-11-25', 'pendiente'),
  visit('ana', '2026-11-24', 'cancelada'),
  visit('beto', '2026-11-20', 'pendiente'),
  visit('ana', '2026-11-12', 'completada'),
  visit('ana', '2026-10-01', 'completada'),
]

it.each([
  ['ana', ['Última visita:\u00a012/11/2026', 'Próxima:\u00a025/11/2026']],
  ['beto', []],
  ['luz', []],
])('says when %s came last and comes next: %o', (patient, words) => {
  expect(visitWords(visits, patient, '2026-11-24')).toEqual(words)
})
