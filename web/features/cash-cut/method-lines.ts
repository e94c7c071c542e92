import { paymentMethods } from '#domain/payment.ts'
import type { CashCut } from '#web/backend/answers.ts'

type Line = CashCut['methods'][number]

/** Every known method in order, used or not, then those that only older payments name. */
export function methodLines(found: readonly Line[]): Line[] {
  const known: readonly string[] = paymentMethods
  const lines = paymentMethods.map(
    (method) =>
      found.find(({ payment_method }) => payment_method === method) ?? {
        payment_method: method,
        total: 0,
        count: 0,
      },
  )
  return [...lines, ...found.filter(({ payment_method }) => !known.includes(payment_method))]
}
