import { expect, it } from 'vitest'
import { dentistErrors } from './dentist-form.ts'

const form = {
  full_name: 'Dra. Luz Mora',
  email: 'luz@dental.mx',
  practice: 'Dental Mora',
  phone: '962 111 2233',
  address: '',
  licence: '',
}

it.each([
  [{}, {}],
  [{ licence: ' 12345 ', address: 'x'.repeat(200), practice: 'ñ'.repeat(120) }, {}],
  [
    { full_name: ' ', email: 'luz', practice: ' ', phone: ' ' },
    {
      full_name: 'Escribe el nombre completo.',
      email: 'Escribe un correo válido, por ejemplo nombre@correo.com',
      practice: 'Escribe el nombre del consultorio.',
      phone: 'Escribe un teléfono.',
    },
  ],
  [{ phone: '123' }, { phone: 'Escribe un teléfono de 7 a 15 dígitos, por ejemplo 962 000 0000' }],
  [{ practice: 'x'.repeat(121) }, { practice: 'Escribe 120 caracteres como máximo.' }],
  [{ address: 'x'.repeat(201) }, { address: 'Escribe 200 caracteres como máximo.' }],
  [{ licence: '1234' }, { licence: 'Escribe de 5 a 12 dígitos.' }],
  [{ licence: '1234567890123' }, { licence: 'Escribe de 5 a 12 dígitos.' }],
  [{ licence: '12345a' }, { licence: 'Escribe de 5 a 12 dígitos.' }],
])('%j has the problems %j', (typed, problems) => {
  expect(dentistErrors({ ...form, ...typed })).toEqual(problems)
})
