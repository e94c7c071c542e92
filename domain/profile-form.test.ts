import { expect, it } from 'vitest'
import { profileErrors } from './profile-form.ts'

const form = { full_name: 'Ana Ñúñez', phone: '', age: '', specialty: '', professional_license: '' }

it('needs a name and nothing else', () => {
  expect(profileErrors(form)).toEqual({})
  expect(profileErrors({ ...form, full_name: ' ' })).toEqual({ full_name: 'Escribe el nombre completo.' })
})

it.each([
  ['specialty', 200],
  ['professional_license', 100],
] as const)('%s takes %i characters', (field, most) => {
  expect(profileErrors({ ...form, [field]: 'ñ'.repeat(most) })).toEqual({})
  expect(profileErrors({ ...form, [field]: 'ñ'.repeat(most + 1) })).toEqual({
    [field]: `Escribe ${most} caracteres como máximo.`,
  })
})

it('reads the age as it is read everywhere', () => {
  expect(profileErrors({ ...form, age: '131' })).toHaveProperty('age')
})
