import type { Queryable } from '#server/base/database.ts'
import type { SealFacts, TrailRow } from './canonical.ts'

const time = (column: string) =>
  `pg_catalog.to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`

/** The trail in the order of its ids, some rows at a time, inside a transaction. */
export async function* readTrail(tx: Queryable): AsyncGenerator<TrailRow> {
  yield* readCursor<TrailRow>(
    tx,
    'trail_rows',
    1000,
    `select l.id::text as id, pg_catalog.jsonb_build_array(${time('l.at')}, l.actor::text, l.actor_role, l.action, l.subject,
       l.row_id, l.columns::text, l.patient_id::text, l.declared::text) as fields
     from private.audit_log l order by l.id`,
    ({ id, fields }) => ({ id: Number(id), fields }),
  )
}

/** The seals in the order of their numbers, inside a transaction. */
export async function* readSeals(tx: Queryable): AsyncGenerator<SealFacts> {
  yield* readCursor<SealFacts>(
    tx,
    'trail_seals',
    20,
    `select s.number::text as number, s.from_id::text as "from", s.to_id::text as "to", s.rows,
       pg_catalog.encode(s.marks, 'hex') as marks, s.hash, ${time('s.sealed_at')} as at
     from private.audit_seals s order by s.number`,
    (row) => ({
      ...row,
      number: Number(row.number),
      from: Number(row.from),
      to: Number(row.to),
      marks: Buffer.from(row.marks, 'hex'),
    }),
  )
}

/** Numbers and bytes leave the database as text. */
type Raw<Row> = {
  [Name in keyof Row]: Name extends 'rows'
    ? Row[Name]
    : Row[Name] extends number | Buffer
      ? string
      : Row[Name]
}

async function* readCursor<Row>(
  tx: Queryable,
  name: string,
  piece: number,
  sql: string,
  convert: (raw: Raw<Row>) => Row,
): AsyncGenerator<Row> {
  await tx.query(`declare ${name} no scroll cursor for ${sql}`)
  for (;;) {
    const { rows } = await tx.query<Raw<Row>>(`fetch ${piece} from ${name}`)
    for (const row of rows) yield convert(row)
    if (rows.length < piece) break
  }
  await tx.query(`close ${name}`)
}
