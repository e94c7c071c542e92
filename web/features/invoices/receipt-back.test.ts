import { expect, it } from 'vitest'
import { receiptBack } from './receipt-back.ts'

const doctor = { from: null, role: 'doctor', isAdmin: false, adminPrefix: null }

it.each([
  [{ ...doctor, from: '/dashboard/billing?from=2026-11-01' }, '/dashboard/billing?from=2026-11-01'],
  [{ ...doctor, from: '//otro.test' }, '/dashboard/billing'],
  [{ ...doctor, from: 'https://otro.test' }, '/dashboard/billing'],
  [doctor, '/dashboard/billing'],
  [{ ...doctor, isAdmin: true, adminPrefix: '/admin-control-panel-x' }, '/admin-control-panel-x/income'],
  [{ ...doctor, isAdmin: true }, '/dashboard/billing'],
  [{ ...doctor, role: 'patient' }, '/dashboard/my-payments'],
  [{ ...doctor, role: 'paciente' }, '/dashboard/my-payments'],
  [{ ...doctor, role: null }, '/dashboard'],
])('back from a receipt for $0 is $1', (reader, path) => {
  expect(receiptBack(reader)).toBe(path)
})
