import { ask } from '#web/backend/client.ts'
import type { Appointment, Invoice, Profile, Study } from '#web/backend/database.ts'
import type { ReportHead } from '#web/backend/report-rows.ts'

/** Rows per request; a hosted project answers no more at once. */
const exportPageSize = 1000

/** What can be exported, under the name of its file. */
export const exportKinds = ['usuarios', 'citas', 'estudios', 'ingresos'] as const
export type ExportKind = (typeof exportKinds)[number]

// Joined: takes a tenth of the time of names computed row by row.
const people =
  'patient_id, patient:profiles!patient_id(full_name), doctor_id, doctor:profiles!doctor_id(full_name)'

/** Tables and columns by kind; never a secret, such as a receipt's token. */
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
    columns: `id, study_date, study_type, ${people}, comments, file_name, file_url, created_at, report_heads(folio, state, signed_at)`,
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

type Named = { full_name: string | null } | null
type People = { patient_id: string | null; patient: Named; doctor_id: string | null; doctor: Named }

/** What was asked of accounts that are closed, by their ids; as large as they are many. */
export type ClosedNames = Map<string, string | null>

/** The rows of each kind as they are read. */
export type ExportRows = {
  usuarios: Omit<Profile, 'photo_path'>
  citas: Omit<Appointment, 'patient_id' | 'doctor_id'> & People
  estudios: Omit<Study, 'patient_id' | 'doctor_id'> &
    People & { report_heads: Pick<ReportHead, 'folio' | 'state' | 'signed_at'>[] }
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
 * The next rows in the order of creation, after `last` (null for the first ones); none when there are no more. Rows added
 * meanwhile move nothing: what was there at the start comes exactly once. `closed` keeps names from page to page.
 */
export async function exportPage<Kind extends ExportKind>(
  kind: Kind,
  last: ExportRows[Kind] | null,
  signal: AbortSignal,
  closed: ClosedNames,
): Promise<ExportRows[Kind][]> {
  const { table, columns, order }: Source = sources[kind]
  const place: Place | null = last
  const page = await ask(`export_${kind}`, (client) => {
    const rows = client.from(table).select(columns)
    // The first condition can use an index.
    const rest = place ? rows.gte(order, place[order]).or(behind(order, place)) : rows
    return rest
      .order(order)
      .order('id')
      .limit(exportPageSize)
      .abortSignal(signal)
      .overrideTypes<ExportRows[Kind][], { merge: false }>()
  })
  await nameClosed(kind, page.filter(isAboutPeople), signal, closed)
  return page
}

type AboutPeople = People & { id: string }

function isAboutPeople<Row extends object>(row: Row): row is Row & AboutPeople {
  return 'patient_id' in row
}

const roles = ['patient', 'doctor'] as const

/** A closed account is hidden, but a row that names it still shows its name: ask once, through one row. */
async function nameClosed(
  kind: ExportKind,
  rows: readonly AboutPeople[],
  signal: AbortSignal,
  closed: ClosedNames,
): Promise<void> {
  const through = new Map<string, string>()
  const missing = rows.flatMap((row) =>
    roles.flatMap((role) => {
      const person = row[`${role}_id`]
      if (!person || row[role]) return []
      if (!closed.has(person)) through.set(person, row.id)
      return [{ row, role, person }]
    }),
  )
  const ids = [...new Set(through.values())]
  // Few enough that the address is short enough for every proxy.
  for (let at = 0; at < ids.length; at += 100)
    for (const named of await namesBeside(kind, ids.slice(at, at + 100), signal))
      for (const role of roles) {
        const person = named[`${role}_id`]
        if (person) closed.set(person, named[`${role}_name`])
      }
  for (const { row, role, person } of missing) row[role] = { full_name: closed.get(person) ?? null }
}

type NamesBeside = Pick<People, 'patient_id' | 'doctor_id'> & {
  patient_name: string | null
  doctor_name: string | null
}

function namesBeside(kind: ExportKind, ids: readonly string[], signal: AbortSignal) {
  return ask(`export_${kind}`, (client) =>
    client
      .from(sources[kind].table)
      .select('patient_id, patient_name, doctor_id, doctor_name')
      .in('id', ids)
      .abortSignal(signal)
      .overrideTypes<NamesBeside[], { merge: false }>(),
  )
}

type Place = { id: string; created_at?: string; invoice_number?: string }

/** After a row, in the order of a column and, for equal values, of the id. */
function behind(order: Order, last: Place): string {
  const at = `"${last[order]}"`
  return `${order}.gt.${at},and(${order}.eq.${at},id.gt.${last.id})`
}
