import type { Queryable } from '#server/base/database.ts'

const batchSize = 1000

/**
 * Inserts rows whose keys are columns of `table`, a thousand at a time, and returns their number. The database parses the
 * values from JSON. `table` must be our own text, never input. `onBatch` gets the number of rows written so far.
 */
export async function insertRows(
  tx: Queryable,
  table: string,
  rows: Iterable<object>,
  onBatch: (written: number) => void = () => {},
): Promise<number> {
  let count = 0
  for (const batch of batches(rows)) {
    const columns = Object.keys(batch[0] ?? {}).join(', ')
    await tx.query(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::text::json)`,
      [JSON.stringify(batch)],
    )
    count += batch.length
    onBatch(count)
  }
  return count
}

function* batches<Row>(rows: Iterable<Row>, size = batchSize): Generator<Row[]> {
  let batch: Row[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
