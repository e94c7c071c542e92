import { describe, expect, it } from 'vitest'
import { newPatientErrors, newPatientFrom, readAge } from './new-patient.ts'

const form = { full_name: 'Ana Ruiz', email: 'ana@correo.mx', phone: '', age: '' }

describe('a new patient', () => {
  it('needs a full name and an e-mail; phone and age are optional', () => {
    expect(newPatientErrors(form)).toEqual({})
    expect(newPatientErrors({ ...form, full_name: '  ', email: '' })).toEqual({
      full_name: 'Escribe el nombre completo.',
      email: 'Escribe un correo válido, por ejemplo nombre@correo.com',
    })
  })

  it('says which text is too long', () => {
    expect(
      Object.keys(newPatientErrors({ ...form, full_name: 'a'.repeat(201), phone: '1'.repeat(41) })),
    ).toEqual(['full_name', 'phone'])
  })

  it('refuses a telephone that is none, but for the one that is stored', () => {
    const stored = { full_name: 'Ana 2', phone: 'abc' }
    const phone = 'Escribe un teléfono de 7 a 15 dígitos, por ejemplo 962 000 0000'
    for (const typed of ['abc', '123456', '1'.repeat(16)])
      expect(newPatientErrors({ ...form, phone: typed })).toEqual({ phone })
    expect(newPatientErrors({ ...form, phone: '+52 (962) 000-0000' })).toEqual({})
    expect(newPatientErrors({ ...form, phone: 'abc' }, stored)).toEqual({})
    expect(newPatientErrors({ ...form, phone: 'abcd' }, stored)).toEqual({ phone })
  })

  it('refuses a name that is none, but for the one that is stored', () => {
    const full_name = 'Usa solo letras, espacios, puntos, apóstrofos y guiones.'
    expect(newPatientErrors({ ...form, full_name: 'Ana 2' })).toEqual({ full_name })
    expect(newPatientErrors({ ...form, full_name: 'Ana 2' }, { full_name: 'Ana 2', phone: null })).toEqual({})
    expect(newPatientErrors({ ...form, full_name: 'Ana 3' }, { full_name: 'Ana 2', phone: null })).toEqual({
      full_name,
    })
  })

  it.each([
    ['', null],
    [' 8 ', 8],
    ['130', 130],
  ])('reads the age %j as %j', (text, value) => {
    expect(readAge(text)).toEqual({ ok: true, value })
  })

  it.each(['131', '-1', '7.5', 'ocho'])('refuses the age %j', (text) => {
    expect(newPatientErrors({ ...form, age: text }).age).toBe(
      'Escribe la edad en años cumplidos, de 0 a 130.',
    )
  })
})

it.each([
  [' Ana Ñúñez ', { full_name: 'Ana Ñúñez' }],
  ['ana@correo.test', { email: 'ana@correo.test' }],
  ['962 123 4567', { phone: '962 123 4567' }],
  ['', {}],
])('somebody who was searched as %j begins with it in its field', (typed, found) => {
  expect(newPatientFrom(typed)).toEqual({ full_name: '', email: '', phone: '', age: '', ...found })
})
