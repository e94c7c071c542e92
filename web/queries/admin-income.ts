import { queryOptions } from '@tanstack/react-query'
import type { CashCut, DoctorIncome, Income } from '#web/backend/answers.ts'
import { ask, askPage } from '#web/backend/client.ts'
import { keepShown } from '#web/backend/paging.ts'
import { invoiceKeys } from './invoices.ts'

// What the whole clinic took in, for administrators (docs/product/admin.md). Annulled invoices count nowhere.

/** On the clinic's day (yyyy-MM-dd), in its week from Monday and in its month. */
export function systemIncomeQuery(day: string) {
  return queryOptions({
    queryKey: [...invoiceKeys.all, 'system income', day],
    queryFn: (): Promise<Income> => ask('load_income', (client) => client.rpc('system_income', { day })),
  })
}

/** Each doctor's sum between two days (yyyy-MM-dd, both included, null for open), the highest first. */
export function incomeByDoctorQuery(from: string | null, to: string | null) {
  return queryOptions({
    queryKey: [...invoiceKeys.all, 'by doctor', from, to],
    queryFn: (): Promise<DoctorIncome[]> =>
      ask('load_income', (client) => client.rpc('income_by_doctor', { from_day: from, to_day: to })),
    placeholderData: keepShown,
  })
}

/** A day's payments by method; `doctor` null for the whole clinic. */
export function cashCutQuery(day: string, doctor: string | null) {
  return queryOptions({
    queryKey: [...invoiceKeys.all, 'cash cut', day, doctor],
    queryFn: (): Promise<CashCut> => ask('load_income', (client) => client.rpc('cash_cut', { day, doctor })),
  })
}

/**
 * How many payments of a day were stored after it ended, at `end` (ISO): they are missing in
 * the cut printed that evening. Annulled ones do not count; `doctor` null for the whole clinic.
 */
export function laterPaymentsQuery(day: string, end: string, doctor: string | null) {
  return queryOptions({
    queryKey: [...invoiceKeys.all, 'later payments', day, end, doctor],
    queryFn: async (): Promise<number> => {
      const { total } = await askPage('load_income', (client) => {
        const later = client
          .from('invoices')
          .select('id', { count: 'exact' })
          .eq('payment_date', day)
          .gte('created_at', end)
          .is('annulled_at', null)
        return (doctor ? later.eq('doctor_id', doctor) : later).limit(1)
      })
      return total
    },
  })
}

/** Once, with a reason, and never undone (docs/product/payments.md). */
export async function annulInvoice(id: string, reason: string): Promise<void> {
  await ask('annul_invoice', (client) => client.rpc('annul_invoice', { invoice_id: id, reason }))
}
