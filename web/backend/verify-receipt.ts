import { askPlainly } from './ask-plainly.ts'

/** All that a receipt's code reveals; the day is yyyy-MM-dd, the total in pesos (docs/product/payments.md). */
export type VerifiedReceipt = {
  status: 'VÁLIDO' | 'CANCELADO'
  invoice_number: string
  payment_date: string
  total_amount: number
}

/** The receipt with that token, or null. Throws an AppError `verify_receipt`; reason `limit` after too many tries. */
export function verifyReceipt(token: string): Promise<VerifiedReceipt | null> {
  return askPlainly('verify_receipt', 'verify_receipt', { token })
}
