import { expect, it } from 'vitest'
import { signingErrors } from './signing-form.ts'

const form = { specialty_license: '', specialty_certificate: '', certificate_until: '' }

it('needs nothing', () => {
  expect(signingErrors(form)).toEqual({})
})

it.each([
  ['specialty_license', 100],
  ['specialty_certificate', 200],
] as const)('%s takes %i characters', (field, most) => {
  expect(signingErrors({ ...form, [field]: 'ñ'.repeat(most) })).toEqual({})
  expect(signingErrors({ ...form, [field]: 'ñ'.repeat(most + 1) })).toHaveProperty(field)
})

it('takes a day as the end of a certificate', () => {
  expect(signingErrors({ ...form, certificate_until: '2027-11-30' })).toEqual({})
  expect(signingErrors({ ...form, certificate_until: 'pronto' })).toHaveProperty('certificate_until')
})
