import type { Database, Queryable } from '#server/db/database.ts'
import { quoteName } from '#server/db/quote.ts'
import type { Identity } from '#server/identity.ts'
import { sqlTypeOf, type TableFacts } from './catalog.ts'
import { type Condition, toSql } from './filter.ts'

/** For each row: whether the identity may see it, and which of the filters it fits. */
export type Verdict = { visible: boolean; fits: boolean[] }

/**
 * Runs questions to judge() as the identity, all in one transaction.
 *
 * The expressions of policies are not text in PostgreSQL but parsed when the policy is made; judge() parses them again, so
 * this runs as a role that has the identity's and may also look names up where the API roles may not (roles.ts).
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
 * Asks the table's own SELECT policies about rows as they were carried: whether a row still exists or
 * has changed since does not matter. `rows` are JSON texts, so that no number loses digits on its way back.
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

/** The role that judges in the place of an API role. */
export function readerOf(role: Identity['role']): string {
  return `realtime_${role}`
}
