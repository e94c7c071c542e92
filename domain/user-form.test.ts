import { expect, it } from 'vitest'
import { type UserForm, userErrors, withRole } from './user-form.ts'

const form: UserForm = {
  full_name: 'Dra. Ana Ruiz',
  email: 'ana.ruiz@correo.mx',
  password: 'tres-lunas',
  phone: '',
  age: '',
  role: 'doctor',
  specialty: '',
  professional_license: '',
  is_admin: true,
  may_report: true,
}
const made = { isNew: true, clinic: 'Imagen Índice' }

it('needs name, e-mail and password, and nothing else', () => {
  expect(userErrors(form, made)).toEqual({})
  expect(userErrors({ ...form, full_name: ' ', email: '', password: '' }, made)).toEqual({
    full_name: 'Escribe el nombre completo.',
    email: 'Escribe un correo válido, por ejemplo nombre@correo.com',
    password: 'Contraseña requerida',
  })
})

it.each([
  ['corta', /al menos 6 caracteres/],
  ['Password1!', /fácil de adivinar/],
  ['anaruiz2026', /fácil de adivinar/],
  ['indice1', /fácil de adivinar/],
])('refuses the password %s as the server does', (password, problem) => {
  expect(userErrors({ ...form, password }, made).password).toMatch(problem)
})

it.each(['34.5', '-1', '131', 'treinta'])('refuses the age %s', (age) => {
  expect(userErrors({ ...form, age }, made).age).toBe('Escribe la edad en años cumplidos, de 0 a 130.')
})

it('asks for no password and no e-mail of an account that exists', () => {
  expect(userErrors({ ...form, email: '', password: '' }, { isNew: false, clinic: '' })).toEqual({})
})

it('choosing patient switches the administrator off, and choosing doctor again does not switch it on', () => {
  const patient = withRole(form, 'patient')
  expect(patient).toMatchObject({ role: 'patient', is_admin: false })
  expect(withRole(patient, 'doctor')).toMatchObject({ role: 'doctor', is_admin: false })
  expect(withRole(form, 'doctor').is_admin).toBe(true)
})
