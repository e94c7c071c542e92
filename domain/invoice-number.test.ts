import { expect, it } from 'vitest'
import { isInvoiceNumber } from './invoice-number.ts'

it.each([
  ['IDX-00000001', true],
  ['IDX-1234567', false],
  ['IDX-123456789', false],
  ['idx-12345678', false],
  ['IDX-12345678\n', false],
  ['', false],
])('%j is an invoice number: %s', (text, answer) => {
  expect(isInvoiceNumber(text)).toBe(answer)
})
