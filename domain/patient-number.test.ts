import { expect, it } from 'vitest'
import { patientNumber } from './patient-number.ts'

it('a patient’s number has eight digits, and more where it needs them', () => {
  expect([7, 12345678, 123456789].map(patientNumber)).toEqual(['00000007', '12345678', '123456789'])
})
