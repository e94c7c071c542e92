import { createHash } from 'node:crypto'
import type { Queryable } from '#server/base/database.ts'
import { quoteName } from '#server/db/quote.ts'
import { carriedRows, sqlName, type Table } from './tables.ts'

/** A row's values as PostgreSQL's own text, which reads back as the same value on every engine. */
type Row = (string | null)[]

const rowsPerPiece = 500

/** Reads what a backup carries of a table, inside a transaction, in batches, ordered by its key (by bytes, not alphabetically). */
export async function* readRows(tx: Queryable, table: Table): AsyncGenerator<Row[]> {
  const values = table.columns.map(({ name }) => `${quoteName(name)}::text`).join(', ')
  const order = (table.key.length > 0 ? table.key : table.columns.map(({ name }) => name))
    .map((name) => `${quoteName(name)}::text collate "C"`)
    .join(', ')
  await tx.query(
    `declare backup_rows no scroll cursor for
     select jsonb_build_array(${values}) as row from ${sqlName(table.name)} where ${carriedRows(table)} order by ${order}`,
  )
  for (;;) {
    const { rows } = await tx.query<{ row: Row }>(`fetch ${rowsPerPiece} from backup_rows`)
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < rowsPerPiece) break
  }
  await tx.query('close backup_rows')
}

/** Writes rows as they were read. `columns` are the backup's; a column that the table lacks is an error. */
export async function writeRows(
  tx: Queryable,
  table: Table,
  columns: readonly string[],
  rows: Row[],
): Promise<void> {
  const types = new Map(table.columns.map(({ name, type }) => [name, type]))
  const values = columns.map((name, index) => {
    const type = types.get(name)
    if (!type)
      throw new Error(`El respaldo tiene una columna que esta versión no conoce: ${table.name}.${name}.`)
    return `(r ->> ${index})::${type}`
  })
  await tx.query(
    `insert into ${sqlName(table.name)} (${columns.map(quoteName).join(', ')}) overriding system value
     select ${values.join(', ')} from jsonb_array_elements($1::jsonb) as r`,
    [JSON.stringify(rows)],
  )
}

/** JSON lines, one row each. */
export const encodeRows = (rows: Row[]): Buffer =>
  Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''), 'utf8')

/** Counts rows and hashes them together, to compare a table before and after. */
export function createTally() {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(piece: Buffer, count: number): void {
      hash.update(piece)
      rows += count
    },
    end: () => ({ rows, sha256: hash.digest('hex') }),
  }
}
