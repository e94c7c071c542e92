import type { Queryable } from '#server/base/database.ts'
import { quoteName } from '#server/db/quote.ts'

/** A table that a backup keeps, with its data columns (without generated ones). */
export type Table = { name: string; columns: { name: string; type: string }[]; key: string[] }

/** `private_migrations` is saved as the list of migrations; rows waiting in `realtime` were sent or are lost anyway. */
const schemas = ['auth', 'storage', 'public', 'private']

/** Tables that migrations fill: rows here do not mean that the database is in use. */
const seeded = new Set([
  'private.app_settings',
  'public.clinic_hours',
  'public.report_templates',
  'public.services',
  'private.service_history',
  'storage.buckets',
])

/** Rows that grant access for a while or once: restored, they would grant again what was revoked since. */
const fleeting = new Set([
  'auth.sessions',
  'auth.refresh_tokens',
  'auth.mfa_amr_claims',
  'auth.mfa_challenges',
  'auth.one_time_tokens',
  'private.letters',
  'private.share_visits',
])

/** Whether a table's rows are left out of backups and of restores from older ones. */
export function isFleeting({ name }: { name: string }): boolean {
  return fleeting.has(name)
}

/** Tables of earlier versions, each with the SQL by which its rows go on. $1 are the rows, objects of texts in a list of JSON. */
export const retired: ReadonlyMap<string, string> = new Map([
  [
    'private.notices_due',
    `insert into public.messages (kind, channel, study_id, patient_id, due_at, created_at, state, sent_at, key)
     select 'resultado', 'correo', n.study_id, n.person_id, n.due_at, n.created_at,
       case when n.sent_at is null then 'pendiente' else 'enviado' end, n.sent_at,
       concat_ws(' ', 'resultado', n.kind, n.study_id, n.person_id, n.id)
     from jsonb_to_recordset($1::jsonb) as n (
       id uuid, kind text, person_id uuid, study_id uuid, due_at timestamptz, created_at timestamptz,
       sent_at timestamptz, tries integer
     )
     where n.sent_at is not null or n.tries < 5`,
  ],
])

/** Where the clinic's settings and the secrets of its installation stand together. */
export const settingsTable = 'private.app_settings'

/** The settings of a clinic. Every other key counts as a secret of the installation, also one that is not thought of yet. */
const carriedSettings: readonly unknown[] = [
  'admin_email',
  'agenda',
  'arrivals',
  'client_address_header',
  'clinic_address',
  'clinic_name',
  'clinic_time_zone',
  'demo_clinic',
  'demo_files',
  'mail',
  'reports',
  'study_request_limit',
]

/** The rows of a table that a backup carries, as a condition of SQL. What else is there belongs to its installation alone. */
export function carriedRows({ name }: { name: string }): string {
  return name === settingsTable ? `key in (${carriedSettings.map((key) => `'${key}'`).join(', ')})` : 'true'
}

/** The same of rows that an archive holds: earlier ones carried secrets, too. */
export function onlyCarried<Row extends readonly unknown[]>(
  { name }: { name: string },
  columns: readonly string[],
  rows: Row[],
): Row[] {
  if (name !== settingsTable) return rows
  const key = columns.indexOf('key')
  return rows.filter((row) => carriedSettings.includes(row[key]))
}

/** Every table with data, parents before the tables that refer to them. */
export async function listTables(db: Queryable): Promise<Table[]> {
  const { rows } = await db.query<Table>(
    `select n.nspname || '.' || c.relname as name,
       (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
                         order by a.attnum)
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       coalesce((select jsonb_agg(a.attname order by a.attnum)
        from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary), '[]') as key
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any ($1::text[])
     order by 1`,
    [schemas],
  )
  const { rows: references } = await db.query<{ child: string; parent: string }>(
    `select cn.nspname || '.' || c.relname as child, pn.nspname || '.' || p.relname as parent
     from pg_constraint k
     join pg_class c on c.oid = k.conrelid join pg_namespace cn on cn.oid = c.relnamespace
     join pg_class p on p.oid = k.confrelid join pg_namespace pn on pn.oid = p.relnamespace
     where k.contype = 'f' and c.oid <> p.oid`,
  )
  return parentsFirst(rows, references)
}

function parentsFirst(tables: Table[], references: { child: string; parent: string }[]): Table[] {
  const sorted: Table[] = []
  const waiting = new Set(tables)
  while (waiting.size > 0) {
    const names = new Set([...waiting].map((table) => table.name))
    const ready = [...waiting].filter(
      ({ name }) => !references.some(({ child, parent }) => child === name && names.has(parent)),
    )
    if (ready.length === 0) throw new Error('Tables refer to each other in a circle')
    for (const table of ready) {
      sorted.push(table)
      waiting.delete(table)
    }
  }
  return sorted
}

/** True when the database is unused: no tables of ours, or only rows written by migrations. */
export async function isUntouched(db: Queryable): Promise<boolean> {
  for (const table of await listTables(db)) {
    if (seeded.has(table.name)) continue
    const { rows } = await db.query(`select 1 as one from ${sqlName(table.name)} limit 1`)
    if (rows.length > 0) return false
  }
  return true
}

export type Sequence = { name: string; value: string; called: boolean }

/** The current value of every sequence. */
export async function listSequences(db: Queryable): Promise<Sequence[]> {
  const { rows } = await db.query<{ name: string }>(
    `select schemaname || '.' || sequencename as name from pg_sequences
     where schemaname = any ($1::text[]) order by 1`,
    [schemas],
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const at = await db.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${sqlName(name)}`,
    )
    for (const row of at.rows) sequences.push({ name, ...row })
  }
  return sequences
}

/** `schema.name` as SQL writes it. */
export function sqlName(name: string): string {
  return name.split('.').map(quoteName).join('.')
}
