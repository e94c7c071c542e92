import type { Database, Queryable } from '#server/base/database.ts'
import { quoteName } from '#server/db/quote.ts'
import type { Identity } from '#server/identity.ts'
import { sqlTypeOf, type TableFacts } from './catalog.ts'
import { type Condition, toSql } from './filter.ts'

/** For each row: whether the identity may see it, and which filters it matches. */
export type Verdict = { visible: boolean; fits: boolean[] }

/**
 * Runs calls of judge() as the identity, all in one transaction.
 *
 * PostgreSQL stores policies parsed, while judge() parses their text again. So this uses a role that has the
 * identity's rights and may also look up names that the API roles may not (roles.ts).
 */
export function asReader<T>(
  database: Pick<Database, 'as'>,
  identity: Identity,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  return database.as(identity, async (tx) => {
    await tx.query(`select set_config('role', $1, true)`, [readerOf(identity.role)])
    return work(tx)
  })
}

/**
 * Applies the table's own SELECT policies to rows as they were in the event; it does not matter whether a row
 * still exists or has changed since. `rows` are JSON texts, so that numbers keep all their digits.
 */
export async function judge(
  tx: Queryable,
  facts: TableFacts,
  rows: string[],
  filters: Condition[][],
): Promise<Verdict[]> {
  const alias = quoteName(facts.table)
  const params: string[] = [`[${rows.join(',')}]`]
  const parameter = (value: string) => `$${params.push(value)}`
  const tests = filters.map((conditions) => {
    const all = conditions.map((one) => toSql(one, alias, (column) => sqlTypeOf(facts, column), parameter))
    return `coalesce(${all.join(' and ') || 'true'}, false)`
  })
  const row = `jsonb_populate_record(null::public.${alias}, carried.value) as ${alias}`
  const sql = `
    select coalesce((select (${facts.policy}) from ${row}), false) as visible,
      (select json_build_array(${tests.join(', ')}) from ${row}) as fits
    from jsonb_array_elements($1::jsonb) with ordinality as carried(value, place)
    order by carried.place`
  return (await tx.query<Verdict>(sql, params)).rows
}

/** The role that runs the policies in place of an API role. */
export function readerOf(role: Identity['role']): string {
  return `realtime_${role}`
}
