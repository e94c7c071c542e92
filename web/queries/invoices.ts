import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Income } from '#web/backend/answers.ts'
import { ask, askFarPage, askPage, type Page } from '#web/backend/client.ts'
import type { Invoice, NewInvoice, Profile } from '#web/backend/database.ts'
import { AppError } from '#web/backend/errors.ts'
import { counted, keepShown, type Order, type PageOf, rangeOf } from '#web/backend/paging.ts'
import { logAccess } from './access.ts'

// What lists show; by name, because PostgREST answers computed names beside the rows of a search only so.
const columns =
  'id, invoice_number, patient_id, doctor_id, payment_date, payment_method, services, total_amount, created_at, annulled_at, patient_name, doctor_name, patient:profiles!patient_id(id, full_name), doctor:profiles!doctor_id(full_name)'
/** What a list of them is filtered and ordered by. */
const sortedBy = 'patient_id, doctor_id, payment_date, total_amount, created_at'
const receiptColumns =
  '*, patient_name, doctor_name, doctor_specialty, doctor_license, patient:profiles!patient_id(*), doctor:profiles!doctor_id(*)'

export type InvoiceWithPeople = Omit<Invoice, 'annulled_reason' | 'annulled_by' | 'receipt_token'> & {
  patient_name: string | null
  doctor_name: string | null
  patient: Pick<Profile, 'id' | 'full_name'> | null
  doctor: Pick<Profile, 'full_name'> | null
}

/** `patient` and `doctor` are null for closed accounts; the `doctor_` columns still answer. */
export type Receipt = Invoice & {
  patient_name: string | null
  doctor_name: string | null
  doctor_specialty: string | null
  doctor_license: string | null
  patient: Profile | null
  doctor: Profile | null
}

export const invoiceKeys = {
  all: ['invoices'] as const,
  receipt: (number: string) => [...invoiceKeys.all, 'receipt', number] as const,
}

/** Of one person, or those of the whole clinic that an administrator reads; `id` null then for every doctor. */
type WhoseInvoices = { as: 'patient' | 'doctor'; id: string } | { as: 'admin'; id: string | null }

const loadCodes = { patient: 'load_my_payments', doctor: 'load_invoices', admin: 'load_income' } as const

/**
 * One page of invoices, newest payment first unless told otherwise; days are yyyy-MM-dd, both included. `search` looks in folio,
 * patient and doctor.
 */
export function invoicesQuery(
  whose: WhoseInvoices,
  {
    search: term = '',
    from,
    to,
    order = { column: 'payment_date', ascending: false },
    ...page
  }: PageOf & {
    search?: string
    from?: string
    to?: string
    order?: Order<'payment_date' | 'total_amount'>
  },
) {
  return queryOptions({
    queryKey: [...invoiceKeys.all, 'page', whose, term, from ?? null, to ?? null, order, page],
    queryFn: (): Promise<Page<InvoiceWithPeople>> =>
      askFarPage(loadCodes[whose.as], page, sortedBy, (client) => {
        let rows = term
          ? client.rpc('search_invoices', { term }, counted).select(columns)
          : client.from('invoices').select(columns, counted)
        if (whose.id !== null) rows = rows.eq(whose.as === 'patient' ? 'patient_id' : 'doctor_id', whose.id)
        if (from) rows = rows.gte('payment_date', from)
        if (to) rows = rows.lte('payment_date', to)
        return rows
          .order(order.column, { ascending: order.ascending })
          .order('created_at', { ascending: order.column === 'payment_date' && order.ascending })
          .order('id')
          .range(...rangeOf(page))
      }),
    placeholderData: keepShown,
  })
}

export type RecordInvoice = Pick<
  Invoice,
  'id' | 'invoice_number' | 'payment_date' | 'payment_method' | 'total_amount' | 'annulled_at'
>

/** One page of a patient's invoices that one may read, newest payment first. */
export function patientInvoicesQuery(patientId: string, page: PageOf) {
  return queryOptions({
    queryKey: [...invoiceKeys.all, 'of', patientId, page],
    queryFn: (): Promise<Page<RecordInvoice>> =>
      askPage('load_invoices', (client) =>
        client
          .from('invoices')
          .select('id, invoice_number, payment_date, payment_method, total_amount, annulled_at', {
            count: 'exact',
          })
          .eq('patient_id', patientId)
          .order('payment_date', { ascending: false })
          .order('created_at', { ascending: false })
          .order('id')
          .range(...rangeOf(page)),
      ),
    placeholderData: keepShown,
  })
}

/** What a patient has paid in pesos, of the invoices that one may read; annulled ones left out. */
export function patientPaidQuery(patientId: string) {
  return queryOptions({
    queryKey: [...invoiceKeys.all, 'paid', patientId],
    queryFn: (): Promise<number> =>
      ask('load_invoices', (client) => client.rpc('patient_paid', { p_id: patientId })),
  })
}

/** What a doctor took in on the clinic's day (yyyy-MM-dd), in its week from Monday and in its month. */
export function incomeQuery(doctorId: string, day: string) {
  return queryOptions({
    queryKey: [...invoiceKeys.all, 'income', doctorId, day],
    queryFn: (): Promise<Income> =>
      ask('load_income', (client) => client.rpc('doctor_income', { d_id: doctorId, day })),
  })
}

/**
 * The receipt, after the opening is recorded. Throws `invoice_denied`
 * for one that exists and may not be seen, `invoice_missing` for none.
 */
export function receiptQuery(number: string) {
  return queryOptions({
    queryKey: invoiceKeys.receipt(number),
    queryFn: async (): Promise<Receipt> => {
      const receipt: Receipt | null = await ask('load_invoice', (client) =>
        client.from('invoices').select(receiptColumns).eq('invoice_number', number).maybeSingle(),
      )
      if (receipt) {
        await logAccess('invoice', receipt.id, 'load_invoice')
        return receipt
      }
      const exists = await ask('load_invoice', (client) => client.rpc('invoice_exists', { number }))
      throw exists ? new AppError('invoice_denied', 'forbidden') : new AppError('invoice_missing', 'missing')
    },
  })
}

/** Reads again whether an open receipt is still valid. Looking on adds no line to the trail. */
export async function renewReceipt(client: QueryClient, { id, invoice_number }: Receipt): Promise<void> {
  const annulment = await ask('load_invoice', (backend) =>
    backend.from('invoices').select('annulled_at, annulled_reason').eq('id', id).maybeSingle(),
  )
  client.setQueryData(receiptQuery(invoice_number).queryKey, (shown) => shown && { ...shown, ...annulment })
}

/**
 * Registers a payment and returns the number that the database gave it. Sent again
 * with the same id after a lost answer, it returns the number of the stored invoice.
 */
export async function createInvoice(invoice: NewInvoice): Promise<string> {
  try {
    const { invoice_number } = await ask('register_payment', (client) =>
      client.from('invoices').insert(invoice).select('invoice_number').single(),
    )
    return invoice_number
  } catch (failure) {
    if (!(failure instanceof AppError) || failure.reason !== 'conflict') throw failure
    const existing = await ask('register_payment', (client) =>
      client.from('invoices').select('invoice_number').eq('id', invoice.id).maybeSingle(),
    )
    if (!existing) throw failure
    return existing.invoice_number
  }
}
