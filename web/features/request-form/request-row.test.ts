import { describe, expect, test } from 'vitest'
import { checkRequest, emptyFields, type RequestFields } from './request-row.ts'

const context = {
  firstDay: '2026-11-19',
  privacyVersion: 'v1',
  now: new Date('2026-11-20T18:00:00Z'),
}
const required: RequestFields = {
  ...emptyFields,
  patient_name: ' Mariana Torres Vela ',
  patient_email: ' mariana@correo.com ',
  patient_phone: ' 961 000 0000 ',
  study_type: 'Tomografías',
}

describe('a complete form', () => {
  test('becomes a pendiente row, trimmed, with nothing for what was left empty', () => {
    expect(checkRequest(required, context).row).toEqual({
      patient_name: 'Mariana Torres Vela',
      patient_email: 'mariana@correo.com',
      patient_phone: '961 000 0000',
      study_type: 'Tomografías',
      patient_age: null,
      tentative_date: null,
      referring_doctor: null,
      notes: null,
      status: 'pendiente',
      privacy_version: 'v1',
      privacy_accepted_at: '2026-11-20T18:00:00.000Z',
    })
  })

  test('carries age as an integer and the day as yyyy-MM-dd', () => {
    const { row } = checkRequest(
      {
        ...required,
        patient_age: '07',
        tentative_date: '05/12/2026',
        referring_doctor: 'Dra. Pérez',
        notes: 'Ñ',
      },
      context,
    )
    expect(row).toMatchObject({
      patient_age: 7,
      tentative_date: '2026-12-05',
      referring_doctor: 'Dra. Pérez',
      notes: 'Ñ',
    })
  })

  test('may ask for yesterday', () => {
    expect(checkRequest({ ...required, tentative_date: '19/11/2026' }, context).errors).toBeUndefined()
  })
})

describe('what is wrong is said at its field', () => {
  test('the four required fields', () => {
    expect(Object.keys(checkRequest(emptyFields, context).errors ?? {})).toEqual([
      'patient_name',
      'patient_email',
      'patient_phone',
      'study_type',
    ])
  })

  test.each<[keyof RequestFields, string]>([
    ['patient_name', '   '],
    ['patient_email', 'mariana.torres@'],
    ['patient_phone', '961 000'],
    ['patient_age', '7.5'],
    ['patient_age', '-1'],
    ['patient_age', '131'],
    ['patient_age', 'siete'],
    ['tentative_date', '31/02/2027'],
    ['tentative_date', '18/11/2026'],
  ])('%s: %s', (name, value) => {
    const { errors } = checkRequest({ ...required, [name]: value }, context)
    expect(Object.keys(errors ?? {})).toEqual([name])
  })
})
