import { describe, expect, it } from 'vitest'
import { type RequestForm, readRequestForm } from './request-form.ts'
import { studyTypes } from './study.ts'

const around = { today: '2026-11-20', studyTypes, privacyVersion: 'aviso-1' }

const form: RequestForm = {
  patient_name: '  Ana   Ruiz ',
  patient_email: ' Ana@Correo.test ',
  patient_phone: '962 000 0000',
  patient_age: '',
  study_type: 'Tomografías',
  tentative_date: '',
  referring_doctor: '',
  notes: ' ',
}

describe('a public request', () => {
  it('becomes a pending row without the spaces and with null for what is empty', () => {
    expect(readRequestForm(form, around)).toEqual({
      ok: true,
      row: {
        patient_name: 'Ana Ruiz',
        patient_email: 'ana@correo.test',
        patient_phone: '962 000 0000',
        patient_age: null,
        study_type: 'Tomografías',
        tentative_date: null,
        referring_doctor: null,
        notes: null,
        status: 'pendiente',
        privacy_version: 'aviso-1',
      },
    })
  })

  it('keeps what is optional', () => {
    const filled = {
      patient_age: ' 34 ',
      tentative_date: '2026-11-19',
      referring_doctor: 'Dr. Juan  Pérez',
      notes: ' Dos líneas:\nasí. ',
    }
    expect(readRequestForm({ ...form, ...filled }, around)).toMatchObject({
      ok: true,
      row: {
        patient_age: 34,
        tentative_date: '2026-11-19',
        referring_doctor: 'Dr. Juan Pérez',
        notes: 'Dos líneas:\nasí.',
      },
    })
  })

  it.each([
    ['patient_name', ' ', 'Escribe tu nombre completo.'],
    ['patient_name', 'https://clinica.test', 'Usa solo letras, espacios, puntos, apóstrofos y guiones.'],
    ['patient_name', 'a'.repeat(201), 'Escribe 200 caracteres como máximo.'],
    ['patient_email', 'ana', 'Escribe un correo válido, por ejemplo nombre@correo.com'],
    ['patient_phone', '123', 'Escribe un teléfono de 7 a 15 dígitos, por ejemplo 962 000 0000'],
    ['patient_age', '3.5', 'Escribe la edad en años cumplidos, de 0 a 130.'],
    ['patient_age', '131', 'Escribe la edad en años cumplidos, de 0 a 130.'],
    ['patient_age', '-1', 'Escribe la edad en años cumplidos, de 0 a 130.'],
    ['study_type', '', 'Selecciona un estudio.'],
    ['study_type', 'Ultrasonido', 'Selecciona un estudio.'],
    ['tentative_date', '2026-11-18', 'Elige una fecha de ayer en adelante.'],
    ['tentative_date', 'mañana', 'Escribe la fecha como día/mes/año, por ejemplo 05/12/2026'],
    ['referring_doctor', 'a'.repeat(201), 'Escribe 200 caracteres como máximo.'],
    ['notes', 'a'.repeat(5001), 'Escribe 5000 caracteres como máximo.'],
  ])('with $0 $1 is answered $2', (field, text, problem) => {
    expect(readRequestForm({ ...form, [field]: text }, around)).toEqual({
      ok: false,
      errors: { [field]: problem },
    })
  })

  it('names everything that is wrong at once', () => {
    const blank = { ...form, patient_name: '', patient_email: '', patient_phone: '', study_type: '' }
    const read = readRequestForm(blank, around)
    expect(read.ok ? [] : Object.keys(read.errors)).toEqual([
      'patient_name',
      'patient_email',
      'patient_phone',
      'study_type',
    ])
  })
})
