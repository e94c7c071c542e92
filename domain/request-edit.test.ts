import { expect, it } from 'vitest'
import { type RequestEdit, requestEditErrors } from './request-edit.ts'

const form: RequestEdit = {
  patient_name: 'Ana Ñúñez',
  patient_phone: '961 123 4567',
  study_type: 'Tomografías',
  status: 'rechazada',
  notes: '',
  referring_doctor: '',
}

it('takes a request with any of the three states, also in capitals', () => {
  for (const status of ['pendiente', 'aceptada', 'Rechazada']) {
    expect(requestEditErrors({ ...form, status })).toEqual({})
  }
})

it.each([
  ['patient_name', '  ', 'Escribe el nombre completo.'],
  ['patient_name', 'ñ'.repeat(201), 'Escribe 200 caracteres como máximo.'],
  ['patient_name', 'ana@correo.test', 'Usa solo letras, espacios, puntos, apóstrofos y guiones.'],
  ['patient_phone', '', 'Escribe un teléfono de 7 a 15 dígitos, por ejemplo 962 000 0000'],
  ['patient_phone', 'con su mamá', 'Escribe un teléfono de 7 a 15 dígitos, por ejemplo 962 000 0000'],
  ['study_type', '', 'Selecciona un estudio.'],
  ['status', 'archivada', 'Elige un estado.'],
  ['notes', 'x'.repeat(5001), 'Escribe 5000 caracteres como máximo.'],
  ['referring_doctor', 'x'.repeat(201), 'Escribe 200 caracteres como máximo.'],
])('refuses %s $1', (field, value, problem) => {
  expect(requestEditErrors({ ...form, [field]: value })).toEqual({ [field]: problem })
})

it('keeps a name and a telephone from before the rule for them, but takes no other such', () => {
  const stored = { patient_name: 'Ana 2', patient_phone: 'con su mamá' }
  const old = { ...form, ...stored }
  expect(requestEditErrors(old, stored)).toEqual({})
  expect(requestEditErrors({ ...old, patient_phone: 'con su papá' }, stored)).toHaveProperty('patient_phone')
  expect(requestEditErrors({ ...old, patient_name: 'Ana 3' }, stored)).toHaveProperty('patient_name')
})
