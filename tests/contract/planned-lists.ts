import { read } from './query-case.ts'
import type { Screen } from './screen.ts'

/** A query of a screen. */
export type Ask = (screen: Screen) => Promise<unknown>
const page = { page: 1, pageSize: 10 }

/** The lists of a doctor, or for an administrator of everybody (null). */
export const listsOf = (of: string | null): { name: string; ask: Ask }[] => [
  {
    name: 'citas',
    ask: (q) => read(q.appointmentsQuery({ as: 'doctor', id: of }, { ...page, order: 'newest' })),
  },
  {
    name: 'citas, próximas',
    ask: (q) =>
      read(
        q.appointmentsQuery(
          { as: 'doctor', id: of },
          { ...page, order: 'oldest', span: { from: '2025-06-01', closed: false } },
        ),
      ),
  },
  {
    name: 'citas, pendientes',
    ask: (q) =>
      read(q.appointmentsQuery({ as: 'doctor', id: of }, { ...page, order: 'newest', status: 'pendiente' })),
  },
  {
    name: 'estudios',
    ask: (q) => (of ? read(q.doctorStudiesQuery(of, page)) : read(q.allStudiesQuery(page))),
  },
  {
    name: 'facturas',
    ask: (q) => read(q.invoicesQuery(of ? { as: 'doctor', id: of } : { as: 'admin', id: null }, page)),
  },
  { name: 'por interpretar', ask: (q) => read(q.awaitingReportsQuery(page)) },
  { name: 'solicitudes', ask: (q) => read(q.requestsQuery(page)) },
  { name: 'solicitudes, pendientes', ask: (q) => read(q.requestsQuery({ ...page, status: 'pendiente' })) },
]
const byName = { column: 'full_name', ascending: true } as const
const december = { from: '2025-12-01', to: '2025-12-31' }

/** Lists of the panel alone. */
export const panelLists: { name: string; ask: Ask }[] = [
  { name: 'usuarios', ask: (q) => read(q.usersQuery(page)) },
  { name: 'usuarios por nombre', ask: (q) => read(q.usersQuery({ ...page, order: byName })) },
  { name: 'usuarios, administradores', ask: (q) => read(q.usersQuery({ ...page, kind: 'admin' })) },
  {
    name: 'ingresos, de un mes',
    ask: (q) => read(q.invoicesQuery({ as: 'admin', id: null }, { ...page, ...december })),
  },
]

/** Pages from the middle of an export, after a row of this doctor, and the index that serves them. */
export function exportsOf(doctor: string): { index: string; ask: Ask }[] {
  const someone = '00000000-0000-4000-8000-000000000009'
  const signal = new AbortController().signal
  const people = { patient_id: someone, patient: null, doctor_id: doctor, doctor: null }
  const study = {
    ...people,
    id: someone,
    study_date: '',
    study_type: '',
    comments: '',
    file_name: '',
    file_url: '',
    report_heads: [],
  }
  const invoice = {
    ...people,
    id: someone,
    payment_date: '',
    payment_method: '',
    services: [],
    total_amount: 0,
    created_at: '',
    annulled_at: null,
    annulled_reason: null,
    annulled_by: null,
  }
  return [
    {
      index: 'studies_created_at_idx',
      ask: (q) =>
        q.exportPage('estudios', { ...study, created_at: '2025-11-25T10:00:00+00:00' }, signal, new Map()),
    },
    {
      index: 'invoices_invoice_number_key',
      ask: (q) => q.exportPage('ingresos', { ...invoice, invoice_number: 'IDX-00006000' }, signal, new Map()),
    },
  ]
}
