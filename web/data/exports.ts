import { ask } from './client.ts'
import type { Cita, Invoice, Profile, Study } from './database.ts'

/** Rows per request; a hosted project answers no more at once. */
const exportPageSize = 1000

/** What can be exported, under the name of its file. */
export const exportKinds = ['usuarios', 'citas', 'estudios', 'ingresos'] as const
export type ExportKind = (typeof exportKinds)[number]

const people = 'patient_id, patient_name, doctor_id, doctor_name'

/** Tables and columns by kind; never what opens something, such as a receipt's token. */
const sources = {
  usuarios: {
    table: 'profiles',
    columns: 'id, full_name, email, phone, role, is_admin, specialty, professional_license, age, created_at',
    order: 'created_at',
  },
  citas: {
    table: 'citas',
    columns: `id, appointment_date, appointment_time, status, study_type, ${people}, especialidad, nombre, telefono, created_at`,
    order: 'created_at',
  },
  estudios: {
    table: 'studies',
    columns: `id, study_date, study_type, ${people}, comments, file_name, file_url, created_at`,
    order: 'created_at',
  },
  ingresos: {
    table: 'invoices',
    columns: `id, invoice_number, payment_date, payment_method, services, total_amount, ${people}, created_at, annulled_at, annulled_reason, annulled_by`,
    order: 'invoice_number',
  },
} as const

type Source = { table: 'profiles' | 'citas' | 'studies' | 'invoices'; columns: string; order: Order }
type Order = 'created_at' | 'invoice_number'

type People = {
  patient_id: string | null
  patient_name: string | null
  doctor_id: string | null
  doctor_name: string | null
}

/** The rows of each kind as they are read. */
export type ExportRows = {
  usuarios: Omit<Profile, 'photo_path'>
  citas: Omit<Cita, 'patient_id' | 'doctor_id'> & People
  estudios: Omit<Study, 'patient_id' | 'doctor_id'> & People
  ingresos: Omit<Invoice, 'patient_id' | 'doctor_id' | 'receipt_token'> & People
}

/** How many rows there are now. Throws with `export_{kind}`. */
export async function countExport(kind: ExportKind, signal: AbortSignal): Promise<number> {
  let total = 0
  await ask(`export_${kind}`, async (client) => {
    const response = await client
      .from(sources[kind].table)
      .select('id', { count: 'exact', head: true })
      .abortSignal(signal)
    total = response.count ?? 0
    return response
  })
  return total
}

/**
 * The next rows in the order in which they were made, behind `last` (null for the first ones); none when there are no more.
 * Rows that are added meanwhile move nothing: what was there at the beginning comes exactly once.
 */
export async function exportPage<Kind extends ExportKind>(
  kind: Kind,
  last: ExportRows[Kind] | null,
  signal: AbortSignal,
): Promise<ExportRows[Kind][]> {
  const { table, columns, order }: Source = sources[kind]
  const place: Place | null = last
  return ask(`export_${kind}`, (client) => {
    const rows = client.from(table).select(columns)
    // The first condition is what an index answers.
    const rest = place ? rows.gte(order, place[order]).or(behind(order, place)) : rows
    return rest
      .order(order)
      .order('id')
      .limit(exportPageSize)
      .abortSignal(signal)
      .overrideTypes<ExportRows[Kind][], { merge: false }>()
  })
}

type Place = { id: string; created_at?: string; invoice_number?: string }

/** Behind a row in the order of a column and, where it is the same, of the id. */
function behind(order: Order, last: Place): string {
  const at = `"${last[order]}"`
  return `${order}.gt.${at},and(${order}.eq.${at},id.gt.${last.id})`
}
